"""Server-sent events, whatever way they are cut."""

import json

import pytest

from apps.llm.errors import ModelError
from apps.llm.transport.server_sent_events import LONGEST_EVENT, EventReader, StreamedReply, parse_event

STREAM = (
    b': keep-alive\r\n\r\nevent: message\r\ndata: {"choices": [{"delta": {"content": "Gr\xc3\xbc"}}]}\r\n\r\n'
    b'data:{"choices": [{"delta": {"content": "\xc3\x9fe"}, "finish_reason": "stop"}]}\n\n'
    b'data: {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}}\n\ndata: [DONE]\n\n'
)


def read(stream: bytes, size: int) -> StreamedReply:
    reader, reply = EventReader("test"), StreamedReply("test")
    for start in range(0, len(stream), size):
        for event in reader.feed(stream[start : start + size]):
            reply.add(event)
    for event in reader.feed(None):
        reply.add(event)
    return reply


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
def test_pieces_may_end_anywhere_even_within_a_letter(size: int) -> None:
    reply = read(STREAM, size)
    assert reply.written == "Grüße"
    assert reply.is_over
    assert reply.usage is not None
    assert reply.reply().finish_reason == "stop"


def test_the_last_event_may_lack_its_blank_line() -> None:
    reply = read(b'data: {"choices": [{"delta": {"content": "x"}, "finish_reason": "eos"}]}', 1_000)
    assert reply.reply().text == "x"


def test_a_stream_without_a_finish_reason_is_not_whole() -> None:
    reply = read(b'data: {"choices": [{"delta": {"content": "x"}}]}\n\ndata: [DONE]\n\n', 1_000)
    with pytest.raises(ModelError) as raised:
        reply.reply()
    assert raised.value.code == "interrupted"


def test_an_event_without_end_is_not_gathered_for_ever() -> None:
    reader = EventReader("test")
    with pytest.raises(ModelError) as raised:
        reader.feed(b"data: " + b"x" * (LONGEST_EVENT + 1))
    assert raised.value.code == "garbage"


@pytest.mark.parametrize(
    "event", [b"{", b"[]", b'{"choices": {}, "x": 1', b'{"choices": [1]}', b'{"choices": [{"delta": 3}]}', b"\xff"]
)
def test_what_is_no_event_of_a_reply_is_garbage(event: bytes) -> None:
    with pytest.raises(ModelError) as raised:
        StreamedReply("test").add(event)
    assert raised.value.code == "garbage"


def delta(text: str) -> bytes:
    """As servers write it: what is not ASCII in escapes, halves of a character apart."""
    return json.dumps({"choices": [{"delta": {"content": text}, "finish_reason": "stop"}]}).encode()


def test_halves_of_a_character_that_come_apart_are_one() -> None:
    reply = StreamedReply("test")
    assert [reply.add(delta(piece)) for piece in ("Gut \ud83d", "\ude00!")] == ["Gut ", "😀!"]
    assert reply.reply().text == "Gut 😀!"


@pytest.mark.parametrize("pieces", [("a\ud800", "b"), ("a\udc00b",), ("a", "\ud800\ud800b"), ("a\udfff\ud800b",)])
def test_half_a_character_never_reaches_anybody(pieces: tuple[str, ...]) -> None:
    reply = StreamedReply("test")
    shown = "".join(reply.add(delta(piece)) for piece in pieces) + reply.reply().text
    shown.encode()
    assert "\ufffd" in shown


def test_a_reply_that_ends_in_half_a_character_is_whole_without_it() -> None:
    reply = StreamedReply("test")
    reply.add(delta("Drei Euro.\ud800"))
    assert reply.reply().text == "Drei Euro."


@pytest.mark.parametrize(
    "event",
    [
        b'{"a": "\\ud83d"}',
        b'{"a": 1, "a": 2}',
        b' {"a": "\xc3\xa4\\u00e4", "b": [1.10, -0, 1E+2, 12345678901234567890123, true, null]}\n',
        b'{"a": Infinity}',
    ],
)
def test_what_the_fast_parser_reads_or_refuses_is_read_as_by_the_standard_library(event: bytes) -> None:
    assert repr(parse_event(event)) == repr(json.loads(event))


@pytest.mark.parametrize(
    "event", [b"", b"[1", b'{"a": "\xff"}', b'{"a": "\x01"}', b'{"a": 01}', b"null x", b"\xef\xbb\xbf{}"]
)
def test_what_the_standard_library_refuses_is_refused(event: bytes) -> None:
    with pytest.raises((json.JSONDecodeError, UnicodeDecodeError)):
        parse_event(event)
