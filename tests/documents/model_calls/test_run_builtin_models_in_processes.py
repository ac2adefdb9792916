"""The built-in models in other processes say what they say here."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from apps.documents.model_calls import run_builtin_models_in_processes
from apps.documents.model_calls.cost_attribution import AttemptLedger, StepAttempt, current_attempt
from apps.documents.model_calls.run_builtin_models_in_processes import embedder_in_processes, model_in_processes
from apps.documents.model_calls.text_process_pool import TextProcesses
from apps.documents.parsing.types import FailureReason, ParserDeath
from apps.llm.offline import OfflineEmbedder, OfflineLanguageModel
from apps.llm.transport.priority_semaphore import PrioritySlots
from apps.llm.types import Message
from tests.documents import pipeline_harness

TEXTS = [f"Die Steuer in Bezirk {number} beträgt drei Euro. Sie ist am 1. Mai fällig – 犬." for number in range(70)]


@pytest.fixture
def processes() -> Iterator[TextProcesses]:
    opened = TextProcesses.of_size(1)
    yield opened
    opened.close()


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is so short that it is answered here."""
    monkeypatch.setattr(run_builtin_models_in_processes, "WORTH", 0)


class Dying:
    """Processes that die over every batch, and count them."""

    def __init__(self) -> None:
        self.batches: list[Sequence[str]] = []
        self.places = PrioritySlots(1)

    async def made_of(self, texts: Sequence[str], operation: str, **facts: Any) -> bytes:
        self.batches.append(texts)
        raise ParserDeath(FailureReason.CRASHED, "gone")


def replies(model: Any, texts: Sequence[str]) -> list[str]:
    async def ask(text: str) -> str:
        current_attempt.set(StepAttempt())
        return str((await model.complete([Message("user", text)])).text)

    async def run() -> list[str]:
        return await asyncio.gather(*map(ask, texts))

    return asyncio.run(run())


def vectors(embedder: Any, texts: Sequence[str]) -> list[list[float]]:
    async def run() -> list[list[float]]:
        current_attempt.set(StepAttempt())
        return [list(row) for row in await embedder.embed(texts)]

    return asyncio.run(run())


@pytest.mark.parametrize("purpose", ["summarise", "tag"])
def test_replies_from_another_process_are_those_from_here(purpose: str, processes: TextProcesses, far: None) -> None:
    here = OfflineLanguageModel(purpose, ledger=AttemptLedger())
    assert replies(model_in_processes(here, processes), TEXTS) == replies(here, TEXTS)


def test_vectors_from_another_process_are_those_from_here(processes: TextProcesses, far: None) -> None:
    here = OfflineEmbedder(AttemptLedger())
    assert vectors(embedder_in_processes(here, processes), TEXTS) == vectors(here, TEXTS)


def test_what_is_asked_at_once_goes_together_in_few_batches_and_is_answered_here_when_they_fail(far: None) -> None:
    dying: Any = Dying()
    here = OfflineLanguageModel("summarise", ledger=AttemptLedger())
    assert replies(model_in_processes(here, dying), TEXTS) == replies(here, TEXTS)
    assert [len(batch) for batch in dying.batches] == [64, 6]
    embedder = OfflineEmbedder(AttemptLedger())
    assert vectors(embedder_in_processes(embedder, dying), TEXTS) == vectors(embedder, TEXTS)
    assert len(dying.batches) == 3


def test_a_prompt_that_cannot_be_answered_spoils_no_other(far: None, monkeypatch: pytest.MonkeyPatch) -> None:
    work = OfflineLanguageModel._reply

    def reply(model: OfflineLanguageModel, messages: Sequence[Message]) -> str:
        if messages[-1].text == TEXTS[1]:
            raise ZeroDivisionError
        return work(model, messages)

    monkeypatch.setattr(OfflineLanguageModel, "_reply", reply)
    dying: Any = Dying()
    model = model_in_processes(OfflineLanguageModel("summarise", ledger=AttemptLedger()), dying)

    async def run() -> list[Any]:
        current_attempt.set(StepAttempt())
        asked = (model.complete([Message("user", text)]) for text in TEXTS)
        return await asyncio.gather(*asked, return_exceptions=True)

    failed = [isinstance(answered, ZeroDivisionError) for answered in asyncio.run(run())]
    assert failed == [text == TEXTS[1] for text in TEXTS]


def test_a_few_short_texts_are_not_worth_another_process() -> None:
    dying: Any = Dying()
    replies(model_in_processes(OfflineLanguageModel("summarise", ledger=AttemptLedger()), dying), TEXTS[:3])
    vectors(embedder_in_processes(OfflineEmbedder(AttemptLedger()), dying), TEXTS[:3])
    assert dying.batches == []


def test_each_document_keeps_its_own_calls(far: None, processes: TextProcesses) -> None:
    model = model_in_processes(OfflineLanguageModel("summarise", ledger=AttemptLedger()), processes)
    attempts = [StepAttempt(1), StepAttempt(2)]

    async def ask(attempt: StepAttempt) -> None:
        current_attempt.set(attempt)
        await model.complete([Message("user", TEXTS[0])])

    async def run() -> None:
        await asyncio.gather(*map(ask, attempts))

    asyncio.run(run())
    assert [[call.purpose for call in attempt.calls] for attempt in attempts] == [["summarise"], ["summarise"]]


def test_models_of_servers_stay_where_they_are() -> None:
    telling, failing = pipeline_harness.says("Ja."), pipeline_harness.FailingEmbedder()
    processes: Any = None
    assert model_in_processes(telling, processes) is telling
    assert embedder_in_processes(failing, processes) is failing
