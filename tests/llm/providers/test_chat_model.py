"""The gateway against a real HTTP server: replies, faults, retries, deadlines."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

from apps.documents.resources.document_priority import LAST
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.providers.chat_model import GatewayLanguageModel
from apps.llm.transport.connections import connect
from apps.llm.transport.priority_slots import PERSON, rank
from apps.llm.transport.timeouts import RetryPolicy
from apps.llm.types import Completion, Message, ShortenableMessages
from tests.fakes.openai_replies import PROVIDER_TEXT
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.llm.conftest import KEY, MakeModel

QUESTION = [Message("system", "Antworten Sie knapp."), Message("user", "Wie hoch ist die Gebühr?")]
TAGS: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
    "required": ["tags"],
}
ONCE = RetryPolicy(deadline=3.0, attempts=1, longest_wait=0.0)


async def collect(model: GatewayLanguageModel) -> tuple[list[str], Completion]:
    items = [item async for item in model.stream(QUESTION)]
    assert isinstance(items[-1], Completion)
    return [item for item in items[:-1] if isinstance(item, str)], items[-1]


async def collect_until_error(model: GatewayLanguageModel) -> tuple[list[str], ModelError]:
    pieces: list[str] = []
    try:
        async for item in model.stream(QUESTION):
            assert isinstance(item, str), "a broken stream must not end in a Completion"
            pieces.append(item)
    except ModelError as error:
        return pieces, error
    pytest.fail("a broken stream must end in a ModelError")


async def test_it_gives_the_reply_with_the_tokens_the_server_counted(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.reply("Die Gebühr beträgt drei Euro [1].")
    completion = await make_model().complete(QUESTION)
    assert completion.text == "Die Gebühr beträgt drei Euro [1]."
    assert completion.finish_reason == "stop"
    assert completion.usage.output_tokens == 9
    assert not completion.usage.estimated


async def test_it_sends_what_it_was_given(make_model: MakeModel, openai_server: FakeOpenAIServer) -> None:
    await make_model().complete(QUESTION)
    request = openai_server.requests[0]
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body["model"] == "some-model"
    assert request.body["temperature"] == 0.0
    assert request.body["max_tokens"] == 500
    assert (request.system, request.prompt) == ("Antworten Sie knapp.", "Wie hoch ist die Gebühr?")


async def test_it_streams_pieces_and_ends_with_the_completion(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.pace = 0.025
    openai_server.reply("Die Gebühr beträgt drei Euro. " * 2)
    pieces, completion = await collect(make_model())
    assert len(pieces) > 5
    assert "".join(pieces) == completion.text == "Die Gebühr beträgt drei Euro. " * 2
    assert completion.usage.output_tokens == 16
    assert not completion.usage.estimated


async def test_what_a_fast_server_sends_is_handed_out_in_fewer_pieces_and_whole(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.pace = 0.001
    openai_server.reply("Die Gebühr beträgt drei Euro. " * 20)
    pieces, completion = await collect(make_model())
    assert len(pieces) < 60
    assert "".join(pieces) == completion.text


async def test_the_first_piece_arrives_while_the_server_still_speaks(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.pace = 0.1
    openai_server.reply("x" * 40)
    model = make_model()
    started = time.monotonic()
    stream = model.stream(QUESTION)
    await anext(stream)
    assert time.monotonic() - started < 2
    await stream.aclose()


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


async def test_an_empty_answer_is_asked_for_once_more_and_no_oftener(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("whitespace", times=5)
    with pytest.raises(ModelError) as raised:
        await make_model(retry_policy=RetryPolicy(5.0, 5, 1.0)).complete(QUESTION)
    assert raised.value.code == "empty"
    assert len(openai_server.requests) == 2


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


@pytest.mark.parametrize("reason", ["length", "content_filter"])
@pytest.mark.parametrize("streamed", [False, True])
async def test_the_reason_for_a_short_answer_is_kept(
    reason: str, streamed: bool, make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault(reason)
    model = make_model()
    completion = (await collect(model))[1] if streamed else await model.complete(QUESTION)
    assert completion.finish_reason == reason


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


async def test_refused_parameters_are_left_out_from_then_on(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.refuse("max_tokens", "temperature", "stream_options")
    await collect(make_model())
    first_round = len(openai_server.requests)
    await collect(make_model())
    assert first_round == 4
    assert len(openai_server.requests) == first_round + 1
    last = openai_server.requests[-1].body
    assert last["max_completion_tokens"] == 500
    assert "temperature" not in last


async def test_tokens_are_counted_here_when_the_server_does_not_say(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.refuse("stream_options")
    _, completion = await collect(make_model())
    assert completion.usage.estimated
    assert completion.usage.output_tokens > 3


@pytest.mark.parametrize(
    "reply",
    [
        '{"tags": ["Hundesteuer", "Satzung"]}',
        '["Hundesteuer", "Satzung"]',
        '```json\n{"tags": ["Hundesteuer", "Satzung"]}\n```',
        'Gern: {{"tags": ["Hundesteuer", "Satzung"]}} Ich hoffe, das hilft.',
    ],
)
async def test_json_is_read_from_what_models_write(
    reply: str, make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.reply(reply)
    completion = await make_model().complete(QUESTION, schema=TAGS)
    assert completion.data == {"tags": ["Hundesteuer", "Satzung"]}


async def test_unreadable_json_is_asked_for_once_more_with_the_reason(
    make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    openai_server.reply('{"tags": "Hundesteuer"}', '{"tags": ["Hundesteuer"]}')
    completion = await make_model().complete(QUESTION, schema=TAGS)
    assert completion.data == {"tags": ["Hundesteuer"]}
    repair = openai_server.requests[1].body["messages"]
    assert [message["role"] for message in repair] == ["system", "user", "assistant", "user"]
    assert "'tags' must be of type array" in repair[-1]["content"]
    assert [(record.attempts, record.outcome) for record in ledger.records] == [(2, "ok")]


async def test_json_that_stays_unreadable_is_garbage_and_not_an_empty_result(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.reply("Leider nein.", "Immer noch nicht.")
    with pytest.raises(ModelError) as raised:
        await make_model().complete(QUESTION, schema=TAGS)
    assert raised.value.code == "garbage"
    assert len(openai_server.requests) == 2


async def test_a_server_without_schemas_is_asked_for_an_object_and_then_for_plain_text(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.refuse("response_format")
    openai_server.default_reply = '{"tags": ["Hundesteuer"]}'
    completion = await make_model().complete(QUESTION, schema=TAGS)
    forms = [(request.body.get("response_format") or {}).get("type") for request in openai_server.requests]
    assert forms == ["json_schema", "json_object", None]
    assert completion.data == {"tags": ["Hundesteuer"]}


async def test_an_endpoint_set_to_know_no_schemas_gets_the_schema_in_words(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.reply('{"tags": []}')
    await make_model(supports_json_schema=False).complete(QUESTION, schema=TAGS)
    assert openai_server.requests[0].body["response_format"] == {"type": "json_object"}
    assert '"required": ["tags"]' in openai_server.requests[0].prompt


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
        rank.set(PERSON + 1)
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


async def test_each_call_leaves_one_line_in_the_ledger(
    make_model: MakeModel, openai_server: FakeOpenAIServer, ledger: Ledger
) -> None:
    await collect(make_model())
    (record,) = ledger.records
    assert (record.purpose, record.model, record.endpoint) == ("answer", "some-model", "test")
    assert record.prompt_version == "answer/1"
    assert record.first_token_seconds is not None
    assert 0 < record.first_token_seconds <= record.seconds
    assert record.usage.output_tokens == 10


@pytest.mark.parametrize("is_stream", [False, True])
async def test_a_prompt_that_is_too_long_is_tried_once_more_in_a_shorter_form(
    make_model: MakeModel, openai_server: FakeOpenAIServer, is_stream: bool
) -> None:
    async def replied() -> list[str]:
        shorter = iter([[Message("user", "kürzer")], [Message("user", "noch kürzer")], None])
        prompt, model = ShortenableMessages([Message("user", "lang " * 99)], lambda: next(shorter)), make_model()
        if is_stream:
            _ = [piece async for piece in model.stream(prompt)]
        else:
            await model.complete(prompt)
        return [request.prompt for request in openai_server.chat_requests][1:]

    complaint = "This model's maximum context length is 16 tokens."
    openai_server.fault("400", message=complaint)
    assert await replied() == ["kürzer"]
    openai_server.fault("400", times=2, message=complaint)
    with pytest.raises(ModelError) as raised:
        await replied()
    assert raised.value.code == "context_too_long"
    assert len(openai_server.chat_requests) == 4


THOUGHT = "<think>Die Antwort steht auf Seite 4 [1].</think>"


async def test_thoughts_are_neither_handed_out_nor_part_of_the_reply(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.reply(f"{THOUGHT}\n\nDrei Euro.")
    pieces, completion = await collect(make_model())
    assert "".join(pieces).strip() == completion.text.strip() == "Drei Euro."
    openai_server.reply(f"{THOUGHT}Drei Euro.")
    assert (await make_model().complete(QUESTION)).text == "Drei Euro."


async def test_who_only_thinks_has_said_nothing(make_model: MakeModel, openai_server: FakeOpenAIServer) -> None:
    for _ in range(2):
        openai_server.reply(THOUGHT)
    pieces, error = await collect_until_error(make_model(retry_policy=ONCE))
    assert (pieces, error.code) == ([], "empty")


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


async def test_in_the_background_the_clock_starts_at_the_place(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    def slow(request: Request) -> str:
        time.sleep(0.4)
        return "Ja."

    openai_server.default_reply = slow
    model = make_model(retry_policy=RetryPolicy(deadline=1.5, attempts=1, longest_wait=0.0), max_concurrency=1)
    rank.set(LAST)
    replies = await asyncio.gather(*(model.complete(QUESTION) for _ in range(6)))
    assert [reply.text for reply in replies] == ["Ja."] * 6


async def test_a_server_that_bears_one_call_at_a_time_is_asked_so_after_some_timeouts(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("hang", times=4)
    model = make_model(retry_policy=RetryPolicy(deadline=0.6, attempts=2, longest_wait=1.0), max_concurrency=8)
    rank.set(LAST)
    await asyncio.gather(*(model.complete(QUESTION) for _ in range(8)), return_exceptions=True)
    assert (await connect(model.gateway.address)).slots.limit < 8


@pytest.mark.parametrize(("purpose", "tokens"), [("summarise", 600), ("tag", 300), ("answer", 2_000)])
async def test_a_reply_may_become_as_long_as_its_purpose_asks(
    make_model: MakeModel, openai_server: FakeOpenAIServer, purpose: str, tokens: int
) -> None:
    model = replace(make_model(), purpose=purpose, max_output_tokens=2_000)
    await model.complete(QUESTION)
    assert openai_server.requests[0].body["max_tokens"] == tokens


async def test_a_model_that_thinks_gets_room_for_it(make_model: MakeModel, openai_server: FakeOpenAIServer) -> None:
    openai_server.reply("<think>Hm.")
    openai_server.reply("Kurz gesagt.")
    model = replace(make_model(), purpose="summarise", max_output_tokens=2_000)
    assert (await model.complete(QUESTION)).text == "Kurz gesagt."
    assert [request.body["max_tokens"] for request in openai_server.requests] == [600, 2_000]


LLAMA_CPP = "request (8131 tokens) exceeds the available context size (2048 tokens), try increasing it"
VLLM = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."


@pytest.mark.parametrize(("complaint", "size"), [(LLAMA_CPP, 2048), (VLLM, 4096), ('"n_ctx":2048', 2048)])
async def test_the_size_of_the_context_is_read_from_the_servers_refusal(
    make_model: MakeModel, openai_server: FakeOpenAIServer, complaint: str, size: int
) -> None:
    openai_server.fault("400", message=f"{complaint} (context size)")
    model = make_model()
    with pytest.raises(ModelError) as failed:
        await model.complete(QUESTION)
    assert failed.value.code == "context_too_long"
    assert model._dialect.context_window == size


@pytest.mark.parametrize(
    ("status", "complaint"),
    [
        ("500", "Jinja Exception: System role not supported"),
        ("400", "Conversation roles must alternate user/assistant/user/assistant/..."),
        ("400", "Unsupported role: system"),
    ],
)
async def test_a_server_that_knows_no_system_messages_gets_them_within_the_question(
    make_model: MakeModel, openai_server: FakeOpenAIServer, status: str, complaint: str
) -> None:
    openai_server.fault(status, message=complaint)
    assert (await make_model().complete(QUESTION)).text
    system, user = QUESTION
    assert openai_server.requests[-1].body["messages"] == [{"role": "user", "content": f"{system.text}\n\n{user.text}"}]


async def test_a_server_that_cannot_stream_is_asked_for_the_whole(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("400", message="Streaming is not supported for this model.")
    openai_server.reply("Drei Euro.", "Vier Euro.")
    model = make_model()
    assert (await collect(model))[0] == ["Drei Euro."]
    assert (await collect(model))[0] == ["Vier Euro."]
    assert [request.is_stream for request in openai_server.requests] == [True, False, False]


@pytest.mark.parametrize(("window", "tokens"), [(1_000, 250), (16_385, 500)])
async def test_a_reply_leaves_room_for_its_prompt(
    make_model: MakeModel, openai_server: FakeOpenAIServer, window: int, tokens: int
) -> None:
    await replace(make_model(), context_window=window).complete(QUESTION)
    assert openai_server.requests[0].body["max_tokens"] == tokens
