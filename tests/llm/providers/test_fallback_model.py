"""The next model answers when the first cannot; a half answer stays half."""

import time

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.offline import OfflineLanguageModel
from apps.llm.providers.fallback_model import FallbackLanguageModel
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Completion, Message
from tests.fakes.openai_server import FakeOpenAIServer
from tests.llm.conftest import MakeModel

QUESTION = [Message("user", "Wie hoch ist die Gebühr?")]
ONCE = RetryPolicy(3.0, 1, 0.0)


async def test_the_next_model_answers_and_is_named(
    make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.fault("500")
    offline = OfflineLanguageModel("answer", ledger=ledger)
    model = FallbackLanguageModel([make_model(retry_policy=ONCE), offline], deadline=3.0)
    completion = await model.complete(QUESTION)
    assert completion.model == "offline-extractive"
    assert [record.outcome for record in ledger.records] == ["server_error", "ok"]


async def test_a_stream_falls_back_before_the_first_piece(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("reset", after=-1)
    openai_server.reply("Zweiter Versuch.")
    model = FallbackLanguageModel([make_model(retry_policy=ONCE), make_model(retry_policy=ONCE)], deadline=3.0)
    items = [item async for item in model.stream(QUESTION)]
    assert isinstance(items[-1], Completion)
    assert items[-1].text == "Zweiter Versuch."


async def test_a_stream_does_not_fall_back_after_the_first_piece(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("cut", after=4)
    openai_server.pace = 0.02
    model = FallbackLanguageModel([make_model(retry_policy=ONCE), make_model(retry_policy=ONCE)], deadline=3.0)
    stream = model.stream(QUESTION)
    assert await anext(stream)
    with pytest.raises(ModelError):
        _ = [item async for item in stream]
    assert len(openai_server.requests) == 1


async def test_the_last_error_is_raised_when_no_model_can(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("500")
    openai_server.fault("401")
    model = FallbackLanguageModel([make_model(retry_policy=ONCE), make_model(retry_policy=ONCE)], deadline=3.0)
    with pytest.raises(ModelError) as raised:
        await model.complete(QUESTION)
    assert raised.value.code == "unauthorised"


async def test_one_deadline_covers_all_models(make_model: MakeModel, openai_server: FakeOpenAIServer) -> None:
    openai_server.fault("hang", times=2, seconds=10)
    model = FallbackLanguageModel([make_model(), make_model()], deadline=1.2)
    started = time.monotonic()
    with pytest.raises(ModelError) as raised:
        await model.complete(QUESTION)
    assert raised.value.code == "timeout"
    assert time.monotonic() - started < 1.6
    assert len(openai_server.requests) == 2, "the first model must leave time for the second"


async def test_with_an_open_circuit_the_next_model_answers_at_once(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("503", times=5)
    first = make_model(retry_policy=ONCE)
    for _ in range(5):
        with pytest.raises(ModelError):
            await first.complete(QUESTION)
    started = time.monotonic()
    completion = await FallbackLanguageModel([first, OfflineLanguageModel("answer")], deadline=3.0).complete(QUESTION)
    assert completion.model == "offline-extractive"
    assert time.monotonic() - started < 1.5
    assert len(openai_server.requests) == 5


def test_the_smallest_context_window_counts(make_model: MakeModel) -> None:
    model = FallbackLanguageModel([OfflineLanguageModel("answer"), make_model()], deadline=1.0)
    assert model.context_window == 16_385
    assert model.name == "offline-extractive"


async def test_a_stream_that_does_not_begin_leaves_time_for_the_next_model(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("hang", seconds=30)
    model = FallbackLanguageModel([make_model(retry_policy=ONCE), OfflineLanguageModel("answer")], deadline=2.0)
    items = [item async for item in model.stream(QUESTION)]
    assert isinstance(items[-1], Completion)
    assert items[-1].model == "offline-extractive"
