"""The gateway and servers that fail: typed errors, retries, deadlines, nothing said twice."""

import time

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from tests.fakes.openai_replies import PROVIDER_TEXT
from tests.fakes.openai_server import FakeOpenAIServer
from tests.llm.conftest import MakeModel
from tests.llm.providers.streams import QUESTION, collect, collect_until_error

ONCE = RetryPolicy(deadline=3.0, attempts=1, longest_wait=0.0)


@pytest.mark.parametrize(
    ("fault", "code", "temporary"),
    [
        ("html", "garbage", True),
        ("not_json", "garbage", True),
        ("no_choices", "garbage", True),
        ("wrong_type", "garbage", True),
        ("null_content", "empty", True),
        ("empty", "empty", True),
        ("whitespace", "empty", True),
        ("no_finish", "interrupted", True),
        ("400", "bad_request", False),
        ("401", "unauthorised", False),
        ("403", "forbidden", False),
        ("404", "bad_request", False),
        ("413", "context_too_long", False),
        ("429", "rate_limited", True),
        ("500", "server_error", True),
        ("502", "server_error", True),
        ("503", "server_error", True),
    ],
)
async def test_every_odd_reply_becomes_one_typed_error(
    fault: str, code: str, temporary: bool, make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.fault(fault)
    with pytest.raises(ModelError) as raised:
        await make_model(retry_policy=ONCE).complete(QUESTION)
    assert (raised.value.code, raised.value.temporary) == (code, temporary)
    assert [record.outcome for record in ledger.records] == [code]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("html", "interrupted"),
        ("cut", "interrupted"),
        ("reset", "interrupted"),
        ("no_finish", "interrupted"),
        ("broken_chunk", "garbage"),
        ("error_chunk", "server_error"),
        ("wrong_type", "garbage"),
        ("no_choices", "empty"),
        ("null_content", "empty"),
        ("empty", "empty"),
        ("whitespace", "empty"),
        ("503", "server_error"),
    ],
)
async def test_a_stream_that_is_not_whole_never_ends_in_a_completion(
    fault: str, code: str, make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.fault(fault)
    _, error = await collect_until_error(make_model(retry_policy=ONCE))
    assert error.code == code
    assert [record.outcome for record in ledger.records] == [code]


@pytest.mark.parametrize("fault", ["cut", "reset", "broken_chunk", "error_chunk"])
async def test_what_was_shown_before_the_cut_stays_and_the_call_is_not_repeated(
    fault: str, make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.pace = 0.02
    openai_server.fault(fault, after=5)
    started = time.monotonic()
    pieces, _ = await collect_until_error(make_model())
    assert openai_server.default_reply.startswith("".join(pieces))  # type: ignore[union-attr]
    assert pieces
    assert len(openai_server.requests) == 1
    assert time.monotonic() - started < 2.0


async def test_a_server_that_drips_is_stopped_at_the_deadline(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("drip", seconds=0.2)
    openai_server.default_reply = "x" * 400
    started = time.monotonic()
    pieces, error = await collect_until_error(make_model(retry_policy=RetryPolicy(1.0, 2, 1.0)))
    assert error.code == "timeout"
    assert pieces
    assert time.monotonic() - started < 1.5


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_server_that_hangs_is_given_up_at_the_deadline(
    streamed: bool, make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("hang", times=2, seconds=5)
    model = make_model(retry_policy=RetryPolicy(1.0, 2, 1.0))
    started = time.monotonic()
    with pytest.raises(ModelError) as raised:
        await (collect(model) if streamed else model.complete(QUESTION))
    assert raised.value.code == "timeout"
    assert time.monotonic() - started < 1.5


async def test_an_address_where_nobody_listens_is_unreachable(make_model: MakeModel, free_port: int) -> None:
    model = make_model(base_url=f"http://127.0.0.1:{free_port}/v1", retry_policy=ONCE)
    with pytest.raises(ModelError) as raised:
        await model.complete(QUESTION)
    assert raised.value.code == "unreachable"


@pytest.mark.parametrize("streamed", [False, True])
async def test_it_tries_again_when_that_helps(
    streamed: bool, make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.fault("503")
    openai_server.reply("Nun geht es.")
    model = make_model()
    completion = (await collect(model))[1] if streamed else await model.complete(QUESTION)
    assert completion.text == "Nun geht es."
    assert [(record.outcome, record.attempts) for record in ledger.records] == [("ok", 2)]


async def test_it_does_not_try_again_when_that_is_useless(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("401")
    with pytest.raises(ModelError):
        await make_model().complete(QUESTION)
    assert len(openai_server.requests) == 1


async def test_an_empty_answer_is_asked_for_once_more_and_no_oftener_and_both_are_paid_for(
    make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.fault("whitespace", times=5)
    with pytest.raises(ModelError) as raised:
        await make_model(retry_policy=RetryPolicy(5.0, 5, 1.0)).complete(QUESTION)
    assert raised.value.code == "empty"
    assert len(openai_server.requests) == 2
    assert ledger.records[0].usage.input_tokens > 0


async def test_it_waits_as_long_as_the_server_wishes(make_model: MakeModel, openai_server: FakeOpenAIServer) -> None:
    openai_server.fault("429", retry_after=1)
    await make_model().complete(QUESTION)
    first, second = openai_server.requests
    assert 1.0 <= second.at - first.at < 1.5


async def test_it_does_not_wait_longer_than_a_reader_would(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("429", retry_after=30)
    started = time.monotonic()
    with pytest.raises(ModelError) as raised:
        await make_model().complete(QUESTION)
    assert raised.value.retry_after == 30.0
    assert time.monotonic() - started < 3
    assert len(openai_server.requests) == 1


async def test_a_context_that_is_too_long_is_told_from_other_refusals(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("400", message="This model's maximum context length is 4096 tokens, see max_tokens")
    with pytest.raises(ModelError) as raised:
        await make_model().complete(QUESTION)
    assert (raised.value.code, len(openai_server.requests)) == ("context_too_long", 1)


@pytest.mark.parametrize("fault", ["html", "500", "401", "429"])
async def test_neither_key_nor_the_servers_words_reach_an_error_or_a_log(
    fault: str, make_model: MakeModel, openai_server: FakeOpenAIServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="apps")
    openai_server.fault(fault)
    model = make_model(retry_policy=ONCE)
    with pytest.raises(ModelError) as raised:
        await model.complete(QUESTION)
    shown = f"{raised.value} {raised.value!r} {raised.value.__cause__} {model!r} {caplog.text}"
    assert PROVIDER_TEXT not in shown
    assert "sk-" not in shown
    assert raised.value.__suppress_context__


async def test_while_the_circuit_is_open_calls_fail_at_once_and_reach_neither_the_server_nor_the_ledger(
    make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.fault("500", times=100)
    model = make_model(retry_policy=ONCE)
    for _ in range(5):
        with pytest.raises(ModelError) as raised:
            await model.complete(QUESTION)
        assert raised.value.code == "server_error"
    started = time.monotonic()
    with pytest.raises(ModelError) as raised:
        await model.complete(QUESTION)
    assert raised.value.code == "circuit_open"
    assert time.monotonic() - started < 1
    assert len(openai_server.requests) == len(ledger.records) == 5


async def test_a_call_that_opens_the_circuit_itself_stands_in_the_ledger_as_its_attempt_failed(
    make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    """The attempts of the ledger say when a server counts as down: none may hide behind the circuit."""
    openai_server.fault("500", times=100)
    model = make_model(retry_policy=RetryPolicy(deadline=10.0, attempts=2, longest_wait=5.0))
    for _ in range(3):
        with pytest.raises(ModelError) as raised:
            await model.complete(QUESTION)
    assert raised.value.code == "circuit_open"
    assert [(one.outcome, one.attempts) for one in ledger.records] == [("server_error", n) for n in (2, 2, 1)]


async def test_a_slow_machine_may_read_the_prompt_as_long_as_the_call_lasts(
    make_model: MakeModel, openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.llm.providers.stream_attempt.READ_GAP", 0.3)
    openai_server.latency = 1.2
    openai_server.reply("Drei Euro.")
    _pieces, completion = await collect(make_model())
    assert completion.text == "Drei Euro."


async def test_a_stream_that_has_begun_is_given_up_when_it_falls_silent(
    make_model: MakeModel, openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.llm.providers.stream_attempt.READ_GAP", 0.3)
    openai_server.fault("drip", seconds=1.0, text="Drei Euro und mehr, und zwar für jeden Tag, an dem das Amt öffnet.")
    begun = time.monotonic()
    pieces, error = await collect_until_error(make_model(retry_policy=RetryPolicy(30.0, 1, 0.0)))
    assert pieces
    assert error.code == "timeout"
    assert time.monotonic() - begun < 6.0
