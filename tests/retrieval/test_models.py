"""Values of profiles as drafts, runs and releases keep them."""

import pytest

from apps.retrieval.models import Profile, QuoteForm, answering_values, set_answering_values
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile


def test_values_that_are_as_before_a_field_was_added_are_kept_as_before() -> None:
    assert not {"quote_form", "improves_questions", "graph_level", "graph_tokens"} & set(
        answering_values(shipped_profile("hybrid"))
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("quote_form", QuoteForm.NUMBERS),
        ("improves_questions", True),
        ("graph_level", 0),
        ("graph_tokens", 64_000),
        ("chunk_limit", 3),
    ],
)
def test_another_value_is_kept_and_comes_back(field: str, value: object) -> None:
    changed = shipped_profile("hybrid")
    setattr(changed, field, value)
    values = answering_values(changed)
    assert values[field] == value
    empty = Profile(slug="x")
    set_answering_values(empty, values)
    assert answering_values(empty) == values


def test_what_was_kept_before_a_field_was_added_takes_its_change_back() -> None:
    kept = answering_values(shipped_profile("hybrid"))
    profile = shipped_profile("hybrid")
    profile.quote_form, profile.improves_questions = QuoteForm.NUMBERS, True
    set_answering_values(profile, kept)
    assert (profile.quote_form, profile.improves_questions) == (QuoteForm.WORDS, False)
