"""Vectors over HTTP: order, batches, and everything that must never be stored."""

import asyncio
import math
import time

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.providers.read_vector_response import parse_vectors
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from tests.fakes import openai_replies
from tests.fakes.openai_server import FakeOpenAIServer
from tests.llm.conftest import MakeEmbedder

ONCE = RetryPolicy(3.0, 1, 0.0)
TEXTS = [f"Absatz {number} der Satzung" for number in range(10)]


def unit(values: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


async def test_vectors_come_in_the_order_of_the_texts_and_have_unit_length(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer
) -> None:
    vectors = await make_embedder().embed(TEXTS)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert vector == pytest.approx(unit(openai_replies.vector(text, 8)), abs=1e-6)


async def test_texts_are_sent_in_batches_several_at_once(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.latency = 0.1
    await make_embedder(max_concurrency=2).embed(TEXTS)
    assert sorted(len(request.body["input"]) for request in openai_server.requests) == [2, 4, 4]
    assert openai_server.most_at_once == 2
    assert [record.purpose for record in ledger.records] == ["embed"] * 3
    assert ledger.totals()["input_tokens"] == sum(openai_replies.tokens(text) for text in TEXTS)


async def test_no_texts_cost_no_call(make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer) -> None:
    assert await make_embedder().embed([]) == []
    assert openai_server.requests == []


async def test_plain_lists_of_numbers_are_read_too(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer
) -> None:
    openai_server.refuse("encoding_format")
    (vector,) = await make_embedder().embed(["Hundesteuer"])
    assert vector == pytest.approx(unit(openai_replies.vector("Hundesteuer", 8)), abs=1e-6)


async def test_dimensions_are_asked_for_only_where_the_model_can(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer
) -> None:
    await make_embedder().embed(["eins"])
    await make_embedder(sends_dimensions=True, dimensions=12).embed(["zwei"])
    assert ["dimensions" in request.body for request in openai_server.requests] == [False, True]


@pytest.mark.parametrize(
    ("fault", "code", "temporary"),
    [
        ("wrong_dimension", "embedding_dimension", False),
        ("wrong_count", "garbage", True),
        ("nan", "garbage", True),
        ("infinity", "garbage", True),
        ("zero", "garbage", True),
        ("not_base64", "garbage", True),
    ],
)
async def test_vectors_that_must_not_be_stored_are_refused(
    fault: str, code: str, temporary: bool, make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.fault(fault)
    with pytest.raises(ModelError) as raised:
        await make_embedder(retry_policy=ONCE).embed(["eins", "zwei"])
    assert (raised.value.code, raised.value.temporary) == (code, temporary)
    assert [record.outcome for record in ledger.records] == [code]


@pytest.mark.parametrize("fault", ["nan", "infinity", "zero"])
async def test_they_are_refused_as_lists_of_numbers_too(
    fault: str, make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer
) -> None:
    openai_server.refuse("encoding_format")
    openai_server.fault(fault)
    with pytest.raises(ModelError) as raised:
        await make_embedder(retry_policy=ONCE).embed(["eins"])
    assert raised.value.code == "garbage"


async def test_one_failed_batch_fails_the_call_and_stops_the_others(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer
) -> None:
    openai_server.latency = 2.0
    openai_server.fault("401", on="embeddings")
    started = time.monotonic()
    with pytest.raises(ModelError):
        await make_embedder(batch_size=1).embed(TEXTS[:3])
    assert time.monotonic() - started < 1.5


async def test_a_batch_that_failed_for_a_moment_is_sent_again(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("503", on="embeddings")
    assert len(await make_embedder().embed(TEXTS)) == 10
    assert len(openai_server.requests) == 4


async def test_waiting_for_a_turn_does_not_use_up_the_deadline(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer
) -> None:
    openai_server.latency = 0.2
    embedder = make_embedder(retry_policy=RetryPolicy(0.7, 1, 0.0), max_concurrency=1, batch_size=2)
    async with asyncio.timeout(5):
        assert len(await embedder.embed(TEXTS)) == 10


async def test_a_wrong_length_says_both_numbers(make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer) -> None:
    openai_server.fault("wrong_dimension")
    with pytest.raises(ModelError, match=r"9.+8"):
        await make_embedder(dimensions=8).embed(["eins"])


@pytest.mark.parametrize(
    ("status", "complaint"),
    [
        ("501", "This server does not support embeddings. Start it with `--embeddings`"),
        ("400", "this model does not support embeddings"),
        ("405", ""),
    ],
)
async def test_a_server_without_embeddings_is_named_as_such(
    make_embedder: MakeEmbedder, openai_server: FakeOpenAIServer, status: str, complaint: str
) -> None:
    openai_server.fault(status, message=complaint, on="embeddings")
    with pytest.raises(ModelError, match="EMBEDDING_BASE_URL") as failed:
        await make_embedder().embed(["eins"])
    assert (failed.value.code, failed.value.temporary) == ("no_embeddings", False)


@pytest.mark.parametrize("index", [[0], {"place": 0}, "0", 7])
def test_a_place_that_is_none_is_garbage(index: object) -> None:
    with pytest.raises(ModelError) as error:
        parse_vectors("haus", {"data": [{"index": index, "embedding": [1.0, 0.0]}]}, count=1, dimensions=2)
    assert error.value.code == "garbage"
