"""One conversation with a limited child process: a request, its messages, and why it ended without an answer."""

import asyncio
import json
import signal
import socket
from contextlib import suppress
from typing import Any

from apps.documents.parsing.limits import MOST_CPU_OF_PAGE, ParseLimits
from apps.documents.parsing.types import FailureReason, ParseFailure, ParserDeath
from apps.documents.sandbox import wire_protocol
from apps.documents.sandbox.fork_server_launcher import ForkServerLauncher


class ChildSession:
    """One conversation with one child. Leaving the block early kills the child."""

    def __init__(self, launcher: ForkServerLauncher, preload: str, limits: ParseLimits) -> None:
        self.limits = limits
        self.answered = False
        self.writer: asyncio.StreamWriter | None = None
        self.connection, self.status = launcher.submit(preload, limits)
        self.connection.setblocking(False)
        self.status.setblocking(False)

    async def __aenter__(self) -> "ChildSession":
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.answered:
            with suppress(OSError):
                self.status.send(b"+")  # the child goes on by itself; replacing it would cost far more
        (self.writer or self.connection).close()
        self.status.close()

    async def ask(self, request: dict[str, object], data: bytes) -> None:
        """Sends the request, which its child finds when it starts; however long it waits for its turn."""
        loop = asyncio.get_running_loop()
        try:
            await loop.sock_sendall(
                self.connection, wire_protocol.encode_message(request) + wire_protocol.LENGTH.pack(len(data))
            )
            if data:  # without it the child has all it needs, and may have answered and gone
                await loop.sock_sendall(self.connection, data)
            self.reader, self.writer = await asyncio.open_connection(sock=self.connection)
            await self.read_message()
        except (EOFError, ConnectionError):
            raise await self.failure_of_child() from None

    async def answer(self) -> dict[str, Any]:
        """The next message. Raises ParseFailure when the child says so, is silent for too long, or dies."""
        try:
            async with asyncio.timeout(self.limits.silent_seconds):
                message = await self.read_message()
        except TimeoutError:
            seconds = self.limits.silent_seconds
            raise time_failure(f"One page took longer than {seconds:.0f} s.", seconds) from None
        except (EOFError, ConnectionError):
            raise await self.failure_of_child() from None
        self.answered = message["kind"] in ("done", "failure")
        if message["kind"] == "failure":
            raise ParseFailure(message["reason"], message["detail"], **message["facts"])
        return message

    async def say(self, message: dict[str, Any]) -> None:
        """One more message to the child, while it works. Raises ConnectionError when it is gone."""
        if self.writer is not None:
            self.writer.write(wire_protocol.encode_message(message))
            await self.writer.drain()

    async def read_message(self) -> dict[str, Any]:
        return wire_protocol.decode_message(await self.read_bytes())

    async def read_bytes(self) -> bytes:
        (length,) = wire_protocol.LENGTH.unpack(await self.reader.readexactly(wire_protocol.LENGTH.size))
        return await self.reader.readexactly(length)

    async def failure_of_child(self) -> ParseFailure:
        """Why the connection ended without an answer, as the server saw it."""
        try:
            async with asyncio.timeout(10):
                frame = await receive_all(self.status)
            ended = json.loads(frame[wire_protocol.LENGTH.size :])
        except (TimeoutError, OSError, ValueError):
            return ParserDeath(
                FailureReason.CRASHED, "The parser itself was stopped while it read the file. Try again."
            )
        return failure_from_exit(ended["cause"], ended["exit"], self.limits)


async def receive_all(connection: socket.socket) -> bytes:
    loop, data = asyncio.get_running_loop(), b""
    while part := await loop.sock_recv(connection, 4096):
        data += part
    return data


def failure_from_exit(cause: str, exit_code: int, limits: ParseLimits) -> ParseFailure:
    """The failure that a child's end means. A negative exit code is the signal that ended it."""
    if cause == "wall":
        return time_failure(f"Reading the file took longer than {limits.wall_seconds:.0f} s.", limits.wall_seconds)
    if exit_code == -signal.SIGPROF:
        return time_failure(f"One page took more than {MOST_CPU_OF_PAGE:.0f} s of CPU.", MOST_CPU_OF_PAGE)
    if exit_code == -signal.SIGXCPU:
        return time_failure(f"Reading the file took more than {limits.cpu_seconds} s of CPU.", limits.cpu_seconds)
    if exit_code == -signal.SIGKILL:
        limit = limits.memory // 2**20
        detail = "The system stopped the parser, most likely for want of memory."
        return ParserDeath(FailureReason.MEMORY_LIMIT, detail, limit=limit)
    how = f"signal {-exit_code}" if exit_code < 0 else f"exit status {exit_code}"
    return ParserDeath(FailureReason.CRASHED, f"The file made the parser crash ({how}).", exit=exit_code)


def time_failure(detail: str, limit: float) -> ParseFailure:
    return ParseFailure(FailureReason.TIME_LIMIT, detail, limit=round(limit))
