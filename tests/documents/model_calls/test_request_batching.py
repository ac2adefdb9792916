"""Many documents, few calls, and no document pays for another's error."""

import asyncio
from collections.abc import Sequence

import pytest

from apps.documents.model_calls.cost_attribution import AttemptLedger, StepAttempt, current_attempt
from apps.documents.model_calls.request_batching import BatchingEmbedder, BatchingSplitter
from apps.llm.errors import ModelError
from apps.llm.types import CallRecord, Usage
from apps.text.split_into_chunks import split_page


class CountingEmbedder:
    """The vector of a text is its length; texts named `bad` are refused, together with all others of their call."""

    name = "counting"
    dimensions = 1

    def __init__(self, *, temporary: bool = False, error: BaseException | None = None) -> None:
        self.calls: list[list[str]] = []
        self.ledger = AttemptLedger()
        self.error = error or ModelError("no", code="bad_request", temporary=temporary)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        await asyncio.sleep(0)
        self.ledger.add(CallRecord("embed", self.name, "", "ok", 0.0, usage=Usage(input_tokens=len(texts) * 10)))
        if "bad" in texts:
            raise self.error
        return [[float(len(text))] for text in texts]


async def ask(gathering: BatchingEmbedder, attempt: StepAttempt, texts: list[str]) -> list[float]:
    current_attempt.set(attempt)
    return [vector[0] for vector in await gathering.embed(texts)]


def run(
    embedder: CountingEmbedder, *documents: list[str], batch_size: int = 4
) -> tuple[list[object], list[StepAttempt], StepAttempt]:
    shared, attempts = StepAttempt(), [StepAttempt() for _ in documents]

    async def all_at_once() -> list[object]:
        gathering = BatchingEmbedder(embedder, batch_size=batch_size, shared=shared)
        asked = [asyncio.create_task(ask(gathering, *pair)) for pair in zip(attempts, documents, strict=True)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    return asyncio.run(all_at_once()), attempts, shared


def test_documents_that_ask_together_share_a_call_and_get_their_own_vectors() -> None:
    embedder = CountingEmbedder()
    found, _, shared = run(embedder, ["a", "bb"], ["ccc"], ["dddd", "eeeee"])
    assert found == [[1.0, 2.0], [3.0], [4.0, 5.0]]
    assert embedder.calls == [["a", "bb", "ccc"], ["dddd", "eeeee"]]
    # A call of one document is that document's; only what was shared is kept apart.
    assert len(shared.calls) == 1


def test_a_long_document_is_sent_in_several_calls() -> None:
    embedder = CountingEmbedder()
    found, attempts, _ = run(embedder, ["a"] * 10)
    assert found == [[1.0] * 10]
    assert [len(call) for call in embedder.calls] == [4, 4, 2]
    assert attempts[0].input_tokens == 100


def test_the_tokens_of_a_shared_call_are_split_by_length() -> None:
    _, attempts, _ = run(CountingEmbedder(), ["aaa"], ["b"])
    assert [attempt.input_tokens for attempt in attempts] == [15, 5]


def test_a_text_the_server_refuses_costs_only_its_own_document() -> None:
    found, _, _ = run(CountingEmbedder(), ["a"], ["bad"], ["cc"])
    assert found[0] == [1.0]
    assert isinstance(found[1], ModelError)
    assert found[2] == [2.0]


def test_a_server_that_is_down_is_not_asked_once_for_each_document() -> None:
    embedder = CountingEmbedder(temporary=True)
    found, _, _ = run(embedder, ["a"], ["bad"], ["cc"])
    assert all(isinstance(result, ModelError) for result in found)
    assert len(embedder.calls) == 1


@pytest.mark.filterwarnings("error")
def test_whoever_waits_hears_of_any_other_error_too() -> None:
    found, _, _ = run(CountingEmbedder(error=ZeroDivisionError()), ["bad"], ["a"])
    assert all(isinstance(result, ZeroDivisionError) for result in found)


def test_texts_of_many_documents_are_split_at_once_and_handed_back_to_each() -> None:
    long = "\n\n".join(f"Absatz {number} über Gebühren." for number in range(100))

    async def all_at_once() -> list[list[list[str]]]:
        gathering = BatchingSplitter(50)
        asked = [gathering.split(texts) for texts in (["a", ""], [], [long], ["b", long])]
        return [[[piece.text for piece in pieces] for pieces in found] for found in await asyncio.gather(*asked)]

    alone = [piece.text for piece in split_page(long, 50)]
    assert len(alone) > 1
    assert asyncio.run(all_at_once()) == [[["a"], []], [], [alone], [["b"], alone]]


def test_a_cancelled_call_leaves_nobody_waiting() -> None:
    found, _, _ = run(CountingEmbedder(error=asyncio.CancelledError()), ["bad"], ["good"])
    assert [type(each) for each in found] == [asyncio.CancelledError] * 2
