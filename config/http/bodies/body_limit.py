"""Limits request bodies: Django reads a whole body to disk before a view can refuse it, so it is refused here."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from apps.documents.step_scheduling.postpone_on_full_disk import means_no_space

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

MayUpload = Callable[[Message], Awaitable[bool]]
"""Whether the sender of this request may send as much as an upload."""
Headers = list[tuple[bytes, bytes]]
Refusal = Callable[[str, int], tuple[Headers, bytes]]
"""Headers and body of the answer, by the path that was called and the status."""


MOST_DIGITS = 20
"""Of an announced size: a longer one is too large by its first digits, or begins with zeros and is counted as it comes.
Python reads no number of thousands of digits."""


THROWN_AWAY = 16 * 2**20
"""Bytes of a body that is too large which are read and forgotten before the answer: whoever still sends them would see
a broken connection and no sentence. Of a body that may come, but has no room, all is read: the largest find none."""
MOST_SECONDS = 300.0
"""For which is waited for what is thrown away."""


class BodyTooLarge(Exception):  # noqa: N818 - it is an answer to the client
    """More came than was announced, or allowed."""


def limit_bodies(
    application: Application, usual: int, uploads: int, may_upload: MayUpload, refusal: Refusal
) -> Application:
    """The application, but for requests with a larger body, which are answered with 413 after at most that many bytes.

    The limit is `usual`, and `uploads` where `may_upload` says so: it is asked once a larger body is announced or sent.
    A body for which the disk has no room is answered with 507.
    """

    async def checked(scope: Message, receive: Receive, send: Send) -> None:
        most_bytes, announced, has_begun = usual, announced_bytes(scope), False

        async def is_too_large(size: int) -> bool:
            nonlocal most_bytes
            if size > most_bytes == usual and await may_upload(scope):
                most_bytes = uploads
            return size > most_bytes

        if await is_too_large(announced):
            await discard_body(receive, announced if announced <= THROWN_AWAY else 0)
            return await refuse_request(send, 413, refusal(scope["path"], 413))
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if await is_too_large(read):
                raise BodyTooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await application(scope, counted, watched)
        except BodyTooLarge:
            # Raised while the body is read, so no answer has begun.
            await refuse_request(send, 413, refusal(scope["path"], 413))
        except OSError as error:
            if has_begun or not means_no_space(error):
                raise
            # Django writes a body of some megabytes to a file while it comes. Views answer by themselves.
            await discard_body(receive, most_bytes - read)
            await refuse_request(send, 507, refusal(scope["path"], 507))
        return None

    return checked


async def discard_body(receive: Receive, most_bytes: int) -> None:
    """Reads the body to its end, where it comes within so many bytes and MOST_SECONDS."""
    with suppress(TimeoutError):
        async with asyncio.timeout(MOST_SECONDS):
            while most_bytes > 0:
                message = await receive()
                most_bytes -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def announced_bytes(scope: Message) -> int:
    """What Content-Length says; 0 without one or with nonsense, which the server refuses itself."""
    value = next((value for name, value in scope.get("headers", ()) if name == b"content-length"), b"0")
    return int(value[:MOST_DIGITS]) if value.isdigit() else 0


async def refuse_request(send: Send, status: int, said: tuple[Headers, bytes]) -> None:
    """Ends the connection too: what else waits on it is not read."""
    headers, body = said
    await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": body})
