"""The gateway against a real HTTP server: replies, JSON, what servers can and cannot do."""

import time
from dataclasses import replace
from typing import Any

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Message, ShortenableMessages
from tests.fakes.openai_server import FakeOpenAIServer
from tests.llm.conftest import KEY, MakeModel
from tests.llm.providers.streams import QUESTION, collect, collect_until_error

TAGS: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
    "required": ["tags"],
}
ONCE = RetryPolicy(deadline=3.0, attempts=1, longest_wait=0.0)


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


@pytest.mark.parametrize("reason", ["length", "content_filter"])
@pytest.mark.parametrize("streamed", [False, True])
async def test_the_reason_for_a_short_answer_is_kept(
    reason: str, streamed: bool, make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault(reason)
    model = make_model()
    completion = (await collect(model))[1] if streamed else await model.complete(QUESTION)
    assert completion.finish_reason == reason


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
