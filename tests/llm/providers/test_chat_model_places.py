"""The gateway's places: how many calls at once, who waits for whom."""

import asyncio

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.transport.endpoint_connections import endpoint_connection
from apps.llm.transport.priority_semaphore import PERSON, call_rank
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.llm.conftest import MakeModel
from tests.llm.providers.streams import QUESTION


async def test_no_more_calls_at_once_than_the_endpoint_allows(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.latency = 0.05
    model = make_model(max_concurrency=3)
    await asyncio.gather(*(model.complete(QUESTION) for _ in range(12)))
    assert openai_server.most_at_once == 3


async def test_people_who_read_along_do_not_wait_for_one_another(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.pace = 0.02
    model = make_model(max_concurrency=1)
    streams = [model.stream(QUESTION) for _ in range(3)]
    async with asyncio.timeout(5):
        first = await asyncio.gather(*(anext(stream) for stream in streams))
    assert all(first)
    assert openai_server.most_at_once == 3
    for stream in streams:
        await stream.aclose()


async def test_work_in_the_background_takes_a_place_for_its_streams_too(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.latency = 0.05
    model = make_model(max_concurrency=1)

    async def in_the_background() -> None:
        call_rank.set(PERSON + 1)
        async for _ in model.stream(QUESTION):
            pass

    await asyncio.gather(*(in_the_background() for _ in range(3)))
    assert openai_server.most_at_once == 1


async def test_a_reader_who_leaves_ends_the_stream_and_frees_the_slot(
    make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.pace = 0.02
    model = make_model(max_concurrency=1)
    stream = model.stream(QUESTION)
    await anext(stream)
    await stream.aclose()
    assert [record.outcome for record in ledger.records] == ["interrupted"]
    assert ledger.records[0].usage.output_tokens > 0
    async with asyncio.timeout(2):
        await model.complete(QUESTION)


async def test_in_the_background_the_clock_starts_at_the_place(
    make_model: MakeModel, openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    real_time, passed = loop.time, 0.0

    def slow(request: Request) -> str:
        nonlocal passed
        passed += 4.0
        return "Ja."

    openai_server.default_reply = slow
    monkeypatch.setattr(loop, "time", lambda: real_time() + passed)
    model = make_model(retry_policy=RetryPolicy(deadline=15.0, attempts=1, longest_wait=0.0), max_concurrency=1)
    call_rank.set(LAST_RANK)
    replies = await asyncio.gather(*(model.complete(QUESTION) for _ in range(6)))
    assert [reply.text for reply in replies] == ["Ja."] * 6


async def test_a_server_that_bears_one_call_at_a_time_is_asked_so_after_some_timeouts(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("hang", times=4)
    model = make_model(retry_policy=RetryPolicy(deadline=0.6, attempts=2, longest_wait=1.0), max_concurrency=8)
    call_rank.set(LAST_RANK)
    await asyncio.gather(*(model.complete(QUESTION) for _ in range(8)), return_exceptions=True)
    assert (await endpoint_connection(model.gateway.address)).slots.limit < 8
