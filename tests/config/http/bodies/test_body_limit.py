"""A body over the limit reaches no view, whether it was announced or not."""

import asyncio
import errno
from typing import Any

import pytest

from config.http.bodies import body_limit
from config.http.bodies.body_limit import THROWN_AWAY, limit_bodies


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message["body"]), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


def said(status: int) -> list[tuple[bytes, bytes]]:
    return [(b"content-type", str(status).encode())]


async def call(parts: list[bytes], headers: list[tuple[bytes, bytes]], path: str = "/") -> tuple[int, int]:
    """Status, and how many parts were read."""
    sent: list[dict[str, Any]] = []
    read = 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": parts[read - 1], "more_body": read < len(parts)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def may_upload(scope: dict[str, Any]) -> bool:
        return scope["path"].startswith("/upload")

    limited = limit_bodies(echo, 10, 100, may_upload, lambda path, status: (said(status), path.encode()))
    await limited({"type": "http", "path": path, "headers": headers}, receive, send)
    if sent[0]["status"] == 413:
        assert (sent[0]["headers"], sent[1]["body"]) == ([*said(413), (b"connection", b"close")], path.encode())
    return sent[0]["status"], read


@pytest.mark.parametrize(
    ("parts", "length", "expected"),
    [
        ([b"12345", b"67890"], b"10", (200, 2)),
        ([b"12345", b"67890"], None, (200, 2)),
        # Read to its end and forgotten: whoever still sends would see a broken connection and no answer.
        ([b"12345", b"678901"], b"11", (413, 2)),
        ([b"12345", b"678901"], b"%d" % (THROWN_AWAY + 1), (413, 0)),
        ([b"12345", b"678901"], b"%d" % THROWN_AWAY, (413, 2)),
        ([b"12345", b"678901", b"never read"], None, (413, 2)),
        ([b"12345", b"678901"], b"nonsense", (413, 2)),
        # More digits than Python reads as a number.
        ([b"12345"], b"9" * 5_000, (413, 0)),
    ],
)
async def test_what_is_too_large_is_refused(
    parts: list[bytes], length: bytes | None, expected: tuple[int, int]
) -> None:
    assert await call(parts, [(b"content-length", length)] if length else []) == expected


async def test_uploads_may_be_larger() -> None:
    assert await call([b"x" * 60], [], "/upload/now") == (200, 1)
    assert await call([b"x" * 101], [], "/upload/now") == (413, 1)
    assert await call([b"x" * 60], [(b"content-length", b"60")], "/upload/now") == (200, 1)
    assert await call([b"x" * 60], [(b"content-length", b"101")], "/upload/now") == (413, 1)


async def no_room(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """As Django, whose file for the body finds the disk full."""
    await receive()
    raise OSError(errno.ENOSPC, "No space left on device")


async def no_room_later(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await no_room(scope, receive, send)


async def call_without_room(
    parts: list[bytes], headers: list[tuple[bytes, bytes]], application: Any = no_room, uploads: int = 2**30
) -> list[dict[str, Any]]:
    """What is sent. Of `parts` remains what was not read; an empty one never comes to an end."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if not parts[0]:
            await asyncio.sleep(60)
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def may_upload(scope: dict[str, Any]) -> bool:
        return True

    limited = limit_bodies(application, 10, uploads, may_upload, lambda path, status: ([], b"no room"))
    await limited({"type": "http", "path": "/admin/", "headers": headers}, receive, send)
    return sent


MEGABYTE = b"x" * 2**20


@pytest.mark.parametrize("count", [2, 40])
@pytest.mark.parametrize("is_announced", [True, False])
async def test_a_body_that_no_disk_has_room_for_is_answered_with_a_sentence(count: int, is_announced: bool) -> None:
    """What is still sent is read to its end, however much it is: a broken connection shows nothing."""
    parts = [MEGABYTE] * count
    length = [(b"content-length", b"%d" % (count * 2**20))] if is_announced else []
    sent = await call_without_room(parts, length)
    assert (sent[0]["status"], sent[1]["body"], parts) == (507, b"no room", [])


async def test_of_a_body_without_room_no_more_is_read_than_an_upload_may_have() -> None:
    parts = [MEGABYTE] * 9
    sent = await call_without_room(parts, [], uploads=4 * 2**20)
    assert (sent[0]["status"], len(parts)) == (507, 5)


async def test_whoever_stops_sending_is_waited_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "MOST_SECONDS", 0.01)
    sent = await call_without_room([MEGABYTE, b""], [(b"content-length", b"%d" % 2**21)])
    assert sent[0]["status"] == 507


async def test_an_answer_that_has_begun_is_followed_by_no_other() -> None:
    with pytest.raises(OSError, match="No space left"):
        await call_without_room([b"12345"], [], no_room_later)


async def test_nobody_is_asked_about_a_body_within_the_limit() -> None:
    """It costs a look into the database."""
    asked: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"x" * 10}

    async def send(message: dict[str, Any]) -> None: ...

    async def may_upload(scope: dict[str, Any]) -> bool:
        asked.append(scope["path"])
        return True

    limited = limit_bodies(echo, 10, 100, may_upload, lambda path, status: ([], b""))
    await limited({"type": "http", "path": "/", "headers": [(b"content-length", b"10")]}, receive, send)
    assert asked == []
