"""Replies in the shapes in which servers really send them."""

import json
from math import inf
from typing import Any

import pytest

from apps.llm.errors import ModelError
from apps.llm.transport.read_model_responses import has_reasoning, parse_chat_reply, parse_retry_after
from apps.llm.transport.server_sent_events import StreamedReply

OTHER = {"index": 1, "message": {"content": "Andere."}, "delta": {"content": "Andere."}, "finish_reason": "stop"}
CALL = [{"id": "1", "type": "function", "function": {"name": "search", "arguments": "{}"}}]


def whole(message: dict[str, Any], finish_reason: str | None = "stop", *others: dict[str, Any]) -> dict[str, Any]:
    return {"choices": [*others, {"index": 0, "message": message, "finish_reason": finish_reason}]}


def streamed(*choices: dict[str, Any]) -> StreamedReply:
    reply = StreamedReply("haus")
    for choice in choices:
        reply.add(json.dumps({"choices": [choice]}).encode())
    return reply


def test_of_several_choices_the_first_is_ours_wherever_it_stands() -> None:
    assert parse_chat_reply("haus", whole({"content": "Drei Euro."}, "stop", OTHER)).text == "Drei Euro."
    ours = [{"index": 0, "delta": {"content": text}} for text in ("Drei ", "Euro.")]
    reply = streamed(ours[0], OTHER, ours[1], {"index": 0, "delta": {}, "finish_reason": "stop"})
    assert reply.reply().text == "Drei Euro."


@pytest.mark.parametrize(
    ("message", "reason", "code"),
    [
        ({"content": None, "tool_calls": CALL}, "tool_calls", "empty"),
        ({"content": None, "refusal": "I cannot help with that."}, "stop", "content_filter"),
        ({"content": ""}, "SAFETY", "content_filter"),
        ({"content": None, "reasoning_content": "Hm."}, "length", "empty"),
    ],
)
def test_what_holds_no_answer_is_a_typed_error(message: dict[str, Any], reason: str, code: str) -> None:
    with pytest.raises(ModelError) as failed:
        parse_chat_reply("haus", whole(message, reason))
    assert failed.value.code == code
    delta = {name: value for name, value in message.items() if value}
    with pytest.raises(ModelError) as failed:
        streamed({"index": 0, "delta": delta}, {"index": 0, "delta": {}, "finish_reason": reason}).reply()
    assert failed.value.code == code


def test_a_tool_call_nobody_asked_for_takes_nothing_from_the_text() -> None:
    assert (
        parse_chat_reply("haus", whole({"content": "Drei Euro.", "tool_calls": CALL}, "tool_calls")).text
        == "Drei Euro."
    )


@pytest.mark.parametrize(
    ("reason", "known"),
    [("stop", "stop"), ("eos", "stop"), ("end_turn", "stop"), ("MAX_TOKENS", "length"), ("model_length", "length")],
)
def test_servers_have_words_of_their_own_for_the_end(reason: str, known: str) -> None:
    assert parse_chat_reply("haus", whole({"content": "Drei Euro."}, reason)).finish_reason == known


def test_parts_of_a_message_may_come_as_a_list() -> None:
    parts = [{"type": "text", "text": "Drei "}, {"type": "image_url"}, {"type": "text", "text": "Euro."}]
    assert parse_chat_reply("haus", whole({"role": "assistant", "content": parts})).text == "Drei Euro."


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("7", 7.0), ("-7", 0.0), ("bald", None), (f"Mon, 01 Jan {'9' * 25} 00:00:00 GMT", None), ("nan", 0.0)],
)
def test_a_pause_is_a_number_or_a_date_and_nonsense_is_none(said: str, seconds: float | None) -> None:
    assert parse_retry_after({"retry-after": said}) == seconds


@pytest.mark.parametrize(("tokens", "thinks"), [(120, True), (0, False), (None, False), ("many", False), (inf, False)])
def test_thoughts_that_are_only_counted_are_thoughts(tokens: object, thinks: bool) -> None:
    reply = whole({"content": ""}, "length")
    reply["usage"] = {"completion_tokens": 100, "completion_tokens_details": {"reasoning_tokens": tokens}}
    assert has_reasoning(reply) is thinks
    assert not has_reasoning(whole({"content": "Drei Euro."}))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Die Gebühr\x00 beträgt\x1b drei\x85 Euro.\n\tEnde", "Die Gebühr beträgt drei Euro.\n\tEnde"),
        ("Die Steuer beträgt \u202e96\u202c Euro.", "Die Steuer beträgt 96 Euro."),
        ("\u2067Von 3–4 Uhr\u2069", "Von 3–4 Uhr"),
        ("Drei Euro.\U000e0069\U000e0067\U000e007f", "Drei Euro."),
        ('{"reason": "gut\\u0000er Satz"}', '{"reason": "guter Satz"}'),
        ("C:\\\\u0000 bleibt", "C:\\\\u0000 bleibt"),
        ("👨‍👩‍👧 \u200fمرحبا\u200f", "👨‍👩‍👧 \u200fمرحبا\u200f"),
    ],
)
def test_what_nobody_sees_and_no_column_takes_is_not_in_a_reply(written: str, read: str) -> None:
    assert parse_chat_reply("haus", whole({"content": written})).text == read
    reply = StreamedReply("haus")
    shown = [reply.add(json.dumps({"choices": [{"delta": {"content": sign}}]}).encode()) for sign in written]
    reply.add(b'{"choices": [{"delta": {}, "finish_reason": "stop"}]}')
    assert reply.reply().text == read
    # An escape that arrives in pieces stands in no sentence.
    assert "\\u0000" in read or "".join(shown).replace("\\u0000", "") == read


def test_a_reply_of_signs_that_nobody_sees_is_empty() -> None:
    with pytest.raises(ModelError) as failed:
        parse_chat_reply("haus", whole({"content": "\x00\u202e \U000e0069"}))
    assert failed.value.code == "empty"
