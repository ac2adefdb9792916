from collections.abc import Sequence
from typing import Any

import pytest

from apps.documents.stages import tag
from apps.documents.stages.tag import TagInput, Tags
from apps.documents.step_scheduling.stage_interface import Job
from apps.llm.errors import ModelError, unreadable_reply_error
from apps.llm.types import Completion, Message, ShortenableMessages
from tests import factories
from tests.documents import pipeline_harness

DOG_TAX = TagInput("Satzung", "Die Hundesteuer beträgt 90 Euro. Die Hundesteuer ist im Januar fällig.")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "reply",
    [
        '["Hundesteuer", "Satzung"]',
        '{"tags": ["Hundesteuer", "Satzung"]}',
        '{"schlagwoerter": ["Hundesteuer", " Satzung ", "hundesteuer", 7, ""]}',
    ],
)
def test_a_list_or_an_object_with_a_list_is_read(reply: str) -> None:
    made = pipeline_harness.computed(
        tag.STAGE, DOG_TAX, pipeline_harness.resources(tagger=pipeline_harness.says(reply))
    )
    assert made == Tags(["Hundesteuer", "Satzung"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "reply", ["", "Gern! Hier sind die Tags:", "[]", '{"tags": null}', "[[1]]", '"Hund"', "[" * 5_000]
)
def test_a_reply_that_cannot_be_used_is_replaced_by_frequent_words(reply: str) -> None:
    made = pipeline_harness.computed(
        tag.STAGE, DOG_TAX, pipeline_harness.resources(tagger=pipeline_harness.says(reply))
    )
    assert made.counted
    assert "hundesteuer" in [word.lower() for word in made.tags]


@pytest.mark.django_db
def test_no_more_than_ten_are_kept() -> None:
    reply = str([f"Wort {number}" for number in range(30)]).replace("'", '"')
    made = pipeline_harness.computed(
        tag.STAGE, TagInput("Wort", "Wort für Wort"), pipeline_harness.resources(tagger=pipeline_harness.says(reply))
    )
    assert made.tags == [f"Wort {number}" for number in range(10)]


@pytest.mark.django_db
def test_a_model_out_of_reach_is_asked_again_but_not_if_it_was_for_the_summary() -> None:
    model = pipeline_harness.fails(temporary=True)
    with pytest.raises(ModelError):
        pipeline_harness.computed(tag.STAGE, DOG_TAX, pipeline_harness.resources(tagger=model))
    waited_for_already = TagInput(DOG_TAX.title, DOG_TAX.text, unavailable=True)
    assert pipeline_harness.computed(tag.STAGE, waited_for_already, pipeline_harness.resources(tagger=model)).counted
    assert len(model.prompts) == 1


@pytest.mark.django_db
def test_counted_tags_are_marked_until_a_model_has_given_some() -> None:
    document = factories.document(embed=False)
    revision = document.revisions.get()
    job = Job(1, revision.pk, document.pk, document.collection_id, "tag", 1, 0, 0)
    tag.store([(job, Tags(["Hund"], counted=True))])
    tag.store([(job, Tags(["Hund"], counted=True))])
    revision.refresh_from_db()
    assert (revision.tags, revision.flags) == (["Hund"], ["tags_counted"])
    tag.store([(job, Tags(["Steuer"]))])
    revision.refresh_from_db()
    assert (revision.tags, revision.flags) == (["Steuer"], [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reply", "kept"), [('["Schlagwort"]', []), ('["Schlagwort", "Hundesteuer"]', ["Hundesteuer"])]
)
def test_keywords_that_name_nothing_of_the_document_are_left_out(reply: str, kept: list[str]) -> None:
    tagger = pipeline_harness.says(reply)
    made = pipeline_harness.computed(tag.STAGE, DOG_TAX, pipeline_harness.resources(tagger=tagger))
    assert "Schlagwort" not in made.tags
    assert made.counted == (not kept)
    assert made.tags[: len(kept)] == kept


@pytest.mark.django_db
def test_the_beginning_is_tagged_where_the_model_finds_the_text_too_long() -> None:
    text = "Die Hundesteuer beträgt 90 Euro. " * 40

    class NarrowModel(pipeline_harness.TellingModel):
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            assert isinstance(messages, ShortenableMessages)
            assert messages.shorten()
            return await super().complete(messages, **options)

    model = NarrowModel(lambda prompt: '["Hundesteuer"]')
    made = pipeline_harness.computed(tag.STAGE, TagInput("Satzung", text), pipeline_harness.resources(tagger=model))
    assert made == Tags(["Hundesteuer"])
    assert 15 < model.prompts[0].count("Die Hundesteuer") <= 20


@pytest.mark.django_db
def test_a_reply_that_stays_unreadable_is_not_asked_for_again() -> None:
    model = pipeline_harness.TellingModel(lambda prompt: unreadable_reply_error("haus"))
    made = pipeline_harness.computed(tag.STAGE, DOG_TAX, pipeline_harness.resources(tagger=model))
    assert (made.counted, len(model.prompts)) == (True, 1)
