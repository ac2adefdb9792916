"""Requests of one moment share a batch; their fates stay their own."""

import asyncio
from collections.abc import Sequence

import pytest

from apps.llm.coalescing import CoalescingEmbedder
from apps.llm.errors import ModelError, model_error


class RecordingEmbedder:
    name = "recording"
    dimensions = 1

    def __init__(self, error: Exception | None = None, bad: str = "") -> None:
        self.calls: list[list[str]] = []
        self.error = error
        self.bad = bad

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        await asyncio.sleep(0.001)
        if self.error and (not self.bad or self.bad in texts):
            raise self.error
        return [[float(len(text))] for text in texts]


async def test_each_caller_gets_the_vectors_of_its_own_texts() -> None:
    inner = RecordingEmbedder()
    embedder = CoalescingEmbedder(inner, batch_size=100)
    results = await asyncio.gather(*(embedder.embed(["x" * count, "y"]) for count in range(1, 6)))
    assert results == [[[float(count)], [1.0]] for count in range(1, 6)]
    assert len(inner.calls) == 1


async def test_a_full_batch_does_not_wait_for_more() -> None:
    inner = RecordingEmbedder()
    embedder = CoalescingEmbedder(inner, batch_size=2)
    await asyncio.gather(*(embedder.embed(["a"]) for _ in range(6)))
    assert [len(call) for call in inner.calls] == [2, 2, 2]


async def test_requests_of_another_moment_are_another_batch() -> None:
    inner = RecordingEmbedder()
    embedder = CoalescingEmbedder(inner, batch_size=100)
    await embedder.embed(["a"])
    await embedder.embed(["b"])
    assert inner.calls == [["a"], ["b"]]


async def test_a_text_no_server_takes_fails_only_its_own_caller() -> None:
    inner = RecordingEmbedder(model_error("bad_request", "test"), bad="gift")
    embedder = CoalescingEmbedder(inner, batch_size=100)
    good, bad = await asyncio.gather(embedder.embed(["gut"]), embedder.embed(["gift"]), return_exceptions=True)
    assert good == [[3.0]]
    assert isinstance(bad, ModelError)


async def test_a_passing_failure_reaches_everybody_without_more_calls() -> None:
    inner = RecordingEmbedder(model_error("rate_limited", "test"))
    embedder = CoalescingEmbedder(inner, batch_size=100)
    results = await asyncio.gather(*(embedder.embed(["a"]) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(result, ModelError) for result in results)
    assert len(inner.calls) == 1


async def test_a_programming_error_reaches_the_callers_instead_of_hanging_them() -> None:
    embedder = CoalescingEmbedder(RecordingEmbedder(KeyError("x")), batch_size=100)
    async with asyncio.timeout(1):
        with pytest.raises(KeyError):
            await embedder.embed(["a"])


async def test_a_caller_who_leaves_does_not_disturb_the_others() -> None:
    embedder = CoalescingEmbedder(RecordingEmbedder(), batch_size=100)
    leaving = asyncio.ensure_future(embedder.embed(["geht"]))
    staying = asyncio.ensure_future(embedder.embed(["bleibt"]))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == [[6.0]]
