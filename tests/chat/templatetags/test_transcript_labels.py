"""Codes of a transcript in words."""

from django.utils import translation

from apps.chat.templatetags import transcript_labels


def test_a_code_that_is_not_known_is_shown_as_it_is() -> None:
    for words in (
        transcript_labels.warning_words,
        transcript_labels.reason_words,
        transcript_labels.kind_words,
        transcript_labels.step_words,
    ):
        assert words("brand_new") == "brand_new"


def test_a_search_step_may_be_a_kind_of_chunk() -> None:
    with translation.override("en"):
        assert transcript_labels.step_words("summary") == "compare vectors of summaries"
        assert transcript_labels.step_words("documents") == "choose documents"


def test_seconds_stand_in_the_order_of_an_answer() -> None:
    with translation.override("en"):
        listed = transcript_labels.in_order({"total": 0.5, "weigh": 0.1, "search": 0.2})
    assert listed == [("search", 0.2), ("in all", 0.5), ("weigh", 0.1)]


def test_a_profile_is_told_by_its_limits() -> None:
    with translation.override("en"):
        told = transcript_labels.profile_words({"slug": "x", "name": "X", "threshold": None, "chunk_limit": 12})
    assert told == [("chunks to find", 12)]
