"""A question in another language is also searched in that of the documents, and the asker sees in which words."""

import asyncio
import threading
import time
from collections.abc import Sequence

import pytest
from pytest_django import Settings

from apps.chat.models import Turn
from apps.chat.translation.language_names_in_german import language_name
from apps.chat.translation.translate_question import PROMPT, QuestionTranslator, parse_translated_question
from apps.chat.turn_state.turn_events import TurnDone
from apps.llm.errors import ModelError
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.semantic_embedding import semantic_embedder
from apps.retrieval.search.explain_search import explain_search
from tests.chat.conftest import Collect
from tests.fakes.models import Broken, FakeEmbedder, FakeLanguageModel

TURKISH = "Sakin park izni ücreti ne kadar?"
GERMAN = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
REPLY = 'Park izni yılda 30,70 avrodur [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'


@pytest.fixture
def recognised(settings: Settings) -> None:
    """The process that recognises languages is up."""
    settings.MEANING = True
    ends = time.monotonic() + 60
    while not semantic_embedder.for_questions.languages(TURKISH) and time.monotonic() < ends:
        time.sleep(0.1)


def translator(*replies: object) -> tuple[QuestionTranslator, FakeLanguageModel]:
    model = FakeLanguageModel(*replies)  # type: ignore[arg-type]
    definition = PROMPTS[PROMPT]
    return QuestionTranslator(PublishedPrompt(PROMPT, 1, definition.system, definition.user), model), model


@pytest.mark.parametrize(
    ("reply", "question"),
    [
        (f"„{GERMAN}“\n", GERMAN),
        ("", ""),
        (TURKISH, ""),
        (f"Gerne!\n{GERMAN}", ""),
        ("Wort " * 200, ""),
    ],
)
def test_only_a_single_line_that_differs_is_a_translation(reply: str, question: str) -> None:
    assert parse_translated_question(reply, TURKISH) == question


def test_languages_are_named_in_german_as_the_prompts_are() -> None:
    assert [language_name(code) for code in ("tr", "de-simple", "xx")] == ["Türkisch", "Deutsch", "xx"]


@pytest.mark.meaning
def test_the_model_is_asked_for_the_language_of_the_documents(recognised: None) -> None:
    asked, model = translator(GERMAN)
    assert asyncio.run(asked.translated(TURKISH, ["de"])) == GERMAN
    assert model.calls[0][-1].text.endswith("Sprache der Dokumente: Deutsch")


@pytest.mark.meaning
def test_no_model_is_asked_about_a_question_in_the_language_of_the_documents(recognised: None) -> None:
    asked, model = translator()
    assert asyncio.run(asked.translated(GERMAN, ["de"])) == ""
    assert model.calls == []


@pytest.mark.meaning
def test_a_model_that_fails_leaves_the_search_to_the_question_as_it_is(recognised: None) -> None:
    asked, _model = translator(Broken(ModelError("away", code="unreachable", temporary=True)))
    assert asyncio.run(asked.translated(TURKISH, ["de"])) == ""


@pytest.mark.meaning
def test_what_was_searched_too_is_kept_and_shown(recognised: None, collect: Collect) -> None:
    end = collect(TURKISH, model=FakeLanguageModel(GERMAN, REPLY))[-1]
    assert isinstance(end, TurnDone)
    assert [citation.quote for citation in end.citations] == ["beträgt 30,70 Euro im Jahr"]
    turn = Turn.objects.get()
    why = explain_search(turn.query, turn.algorithm, "", turn.steps, turn.passages)
    assert (why.query, why.also) == (TURKISH, GERMAN)
    assert turn.prompt_versions["translate"].startswith(f"{PROMPT}/")


@pytest.mark.meaning
def test_without_a_translation_the_answer_comes_all_the_same(recognised: None, collect: Collect) -> None:
    away = Broken(ModelError("away", code="unreachable", temporary=True))
    end = collect(TURKISH, model=FakeLanguageModel(away, REPLY))[-1]
    assert isinstance(end, TurnDone)
    assert explain_search(TURKISH, "", "", Turn.objects.get().steps, []).also == ""


def test_the_search_begins_before_the_language_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, collect: Collect
) -> None:
    begun = threading.Event()

    class Embedder(FakeEmbedder):
        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            begun.set()
            return await super().embed(texts)

    async def told_late(*_arguments: object) -> str:
        assert await asyncio.to_thread(begun.wait, 5)
        return ""

    settings.MEANING = True
    monkeypatch.setattr(QuestionTranslator, "translated", told_late)
    reply = 'Die Gebühr beträgt 30,70 Euro im Jahr [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'
    end = collect(GERMAN, model=FakeLanguageModel(reply), embedder=Embedder())[-1]
    assert isinstance(end, TurnDone)
