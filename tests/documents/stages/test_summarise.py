"""However long the document is, there is one summary, and the work for it ends."""

import pytest

from apps.documents.models import Chunk, ChunkKind
from apps.documents.stages import summarise
from apps.documents.stages.summarise import Summary, SummaryInput
from apps.documents.step_scheduling.stage_interface import Job
from apps.llm.errors import ModelError
from apps.text.estimate_tokens import count_tokens, estimate_tokens
from tests import factories
from tests.documents import pipeline_harness
from tests.documents.pipeline_harness import TellingModel

WINDOW = 4_000  # leaves 1,000 tokens for the text


def text_of(tokens: int) -> str:
    sentence = "Der Senat hat die Gebühren für Hunde im Jahr 2012 neu geregelt.\n"
    return sentence * (tokens // count_tokens(sentence))


@pytest.mark.django_db
class TestOneSummary:
    def test_a_short_text_takes_one_call(self) -> None:
        model = TellingModel(lambda prompt: " Kurz: ein Satz. ", context_window=WINDOW)
        made = pipeline_harness.computed(
            summarise.STAGE, SummaryInput("Titel", "Ein Satz."), pipeline_harness.resources(summariser=model)
        )
        assert (made.text, made.words, len(model.prompts)) == ("Kurz: ein Satz.", 3, 1)

    @pytest.mark.parametrize("times", [3, 30])
    def test_a_long_text_is_summarised_in_parts(self, times: int) -> None:
        model = TellingModel(lambda prompt: "Gebühren für Hunde.", context_window=WINDOW)
        made = pipeline_harness.computed(
            summarise.STAGE, SummaryInput("Titel", text_of(times * 1_000)), pipeline_harness.resources(summariser=model)
        )
        assert made.text == "Gebühren für Hunde."
        assert times < len(model.prompts) < 3 * times
        # The last call sees what the parts gave, in their order.
        assert model.prompts[-1].count("Gebühren für Hunde.") == len(model.prompts) - 1
        assert all(estimate_tokens(prompt) < WINDOW for prompt in model.prompts)

    def test_it_ends_even_when_the_model_repeats_everything(self) -> None:
        model = TellingModel(lambda prompt: prompt, context_window=WINDOW)
        pipeline_harness.computed(
            summarise.STAGE, SummaryInput("Titel", text_of(20_000)), pipeline_harness.resources(summariser=model)
        )
        assert len(model.prompts) < 60

    def test_an_empty_document_costs_no_call(self) -> None:
        model = pipeline_harness.says("unnötig")
        assert pipeline_harness.computed(
            summarise.STAGE, SummaryInput("", ""), pipeline_harness.resources(summariser=model)
        ) == Summary("")
        assert model.prompts == []


@pytest.mark.django_db
class TestWithoutAModel:
    def test_a_model_out_of_reach_is_asked_again_later(self) -> None:
        with pytest.raises(ModelError):
            pipeline_harness.computed(
                summarise.STAGE,
                SummaryInput("", "SummaryInput."),
                pipeline_harness.resources(summariser=pipeline_harness.fails(temporary=True)),
            )

    def test_a_model_that_cannot_do_it_leaves_the_document_without_a_summary(self) -> None:
        model = pipeline_harness.fails(temporary=False)
        made = pipeline_harness.computed(
            summarise.STAGE, SummaryInput("", "SummaryInput."), pipeline_harness.resources(summariser=model)
        )
        assert (made.text, made.reason_code) == ("", "llm_bad_output")


@pytest.mark.django_db
def test_a_summary_that_is_too_long_is_kept_and_counted_but_embedded_like_any_chunk() -> None:
    document = factories.document(embed=False)
    revision = document.revisions.get()
    job = Job(1, revision.pk, document.pk, document.collection_id, "summarise", 2, 0, 0)
    long = text_of(3_000).strip()
    made = pipeline_harness.computed(
        summarise.STAGE,
        SummaryInput("", long),
        pipeline_harness.resources(summariser=pipeline_harness.says(long)),
    )
    for _ in range(2):
        summarise.store([(job, made)])
    revision.refresh_from_db()
    assert (revision.summary, revision.summary_words) == (long, len(long.split()))
    assert Chunk.objects.get(kind=ChunkKind.SUMMARY).tokens <= 1_000


TAX = (
    "Satzung über die Erhebung der Hundesteuer. Die Stadt erhebt für jeden Hund eine Steuer von 120 Euro im Jahr. "
    "Blindenhunde sind von der Steuer befreit. Der Antrag auf Befreiung ist schriftlich beim Steueramt zu stellen."
)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "said",
    [
        "Die Stadt erhebt eine Steuer. " * 9,
        "Sie fassen amtliche Dokumente zusammen, damit sie gefunden werden. 1. Höchstens 100 Wörter, in ganzen Sätzen.",
        "Willkommen! Dieser Assistent beantwortet gern alle möglichen Fragen rund um Reisen, Kochen und Musik.",
        "The city has a tax for every dog, and it is to be paid by the owner in each year: Hundesteuer, Stadt.",
        "KEINE_ANTWORT",
    ],
    ids=["loop", "echo", "elsewhere", "another language", "no summary"],
)
def test_what_is_no_summary_of_the_document_is_replaced_by_its_own_sentences(said: str) -> None:
    model = pipeline_harness.says(said)
    given = SummaryInput("Hundesteuersatzung", TAX)
    made = pipeline_harness.computed(summarise.STAGE, given, pipeline_harness.resources(summariser=model))
    assert made.extracted
    assert made.text in TAX
    assert "120 Euro" in made.text


@pytest.mark.django_db
def test_extracted_summaries_are_marked_until_a_model_has_written_one() -> None:
    document = factories.document(embed=False)
    revision = document.revisions.get()
    job = Job(1, revision.pk, document.pk, document.collection_id, "summarise", 1, 0, 0)
    summarise.store([(job, Summary("Ein Satz.", extracted=True))])
    revision.refresh_from_db()
    assert (revision.summary, revision.flags) == ("Ein Satz.", ["summary_extracted"])
    summarise.store([(job, Summary("", reason_code="llm_unavailable"))])
    summarise.store([(job, Summary("Ein Satz."))])
    revision.refresh_from_db()
    assert (revision.summary, revision.flags) == ("Ein Satz.", [])


@pytest.mark.django_db
def test_a_text_that_the_server_finds_too_long_is_split_smaller() -> None:
    def narrow(prompt: str) -> str | ModelError:
        if count_tokens(prompt) > 700:
            return ModelError("zu lang", code="context_too_long", temporary=False)
        return "Gebühren für Hunde."

    model = TellingModel(narrow, context_window=16_000)
    made = pipeline_harness.computed(
        summarise.STAGE, SummaryInput("Titel", text_of(3_000)), pipeline_harness.resources(summariser=model)
    )
    assert (made.text, made.reason_code) == ("Gebühren für Hunde.", "")
