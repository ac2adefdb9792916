"""Answers of servers that hang, drip, flood, pack or lie: each ends in time, with a reason."""

import asyncio
import time

import pytest

from apps.outbound_network.read_bounded_response import (
    LONGEST_ANSWER,
    BoundedAnswer,
    UnusableAnswer,
    read_bounded_answer,
)
from tests.fakes.document_host import DocumentHost

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: Application/JSON; charset=utf-8\r\n"
CASES = {
    "drip of a header": ([HEAD, b"X: ", *[b"x"] * 100], "TimeoutError"),
    "drip of a body": ([HEAD, b"Content-Length: 200\r\n\r\n", *[b"x"] * 100], "TimeoutError"),
    "silence": ([b"", *[b""] * 100], "TimeoutError|ReadTimeout"),
    "packed": ([HEAD, b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"], "packed"),
    "endless": ([HEAD, b"\r\n", b"x" * (LONGEST_ANSWER + 1)], "does not come to an end"),
    "refusal": ([b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"], "status 403"),
    "redirect": ([b"HTTP/1.1 302 No\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"], "status 302"),
    "no HTTP": ([b"SSH-2.0-x\r\n\r\n"], "cannot be asked"),
}


def ask(url: str) -> BoundedAnswer:
    return asyncio.run(read_bounded_answer("GET", url, part_seconds=1.5, seconds=2))


@pytest.mark.parametrize("case", CASES)
def test_it_ends_in_time_with_a_reason(case: str) -> None:
    parts, reason = CASES[case]
    with DocumentHost() as host:
        host.script("/x", *parts, pause=0.1)
        started = time.monotonic()
        with pytest.raises(UnusableAnswer, match=reason):
            ask(host.url("/x"))
        assert time.monotonic() - started < 8


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b'"x"', b"{", b"[" * 100_000, b"\xff"])
def test_what_is_no_object_is_none(body: bytes) -> None:
    with pytest.raises(UnusableAnswer, match=r"no JSON|no JSON object"):
        BoundedAnswer("https://x.example", "application/json", body).json_object()


def test_an_honest_answer_is_read() -> None:
    with DocumentHost() as host:
        host.script("/x", HEAD + b'Content-Length: 8\r\n\r\n{"a": 1}')
        answer = ask(host.url("/x"))
    assert (answer.media_type, answer.json_object()) == ("application/json", {"a": 1})


@pytest.mark.parametrize("address", ["", "x", "file:///etc/passwd", "http://127.0.0.1:1/"])
def test_an_address_that_leads_nowhere_is_told(address: str) -> None:
    with pytest.raises(UnusableAnswer, match="cannot be asked"):
        ask(address)
