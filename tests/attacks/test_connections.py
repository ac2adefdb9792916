"""Slow, silent and boundless clients, over real connections to uvicorn with our protocols."""

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from config.http.connections.connection_limits import ConnectionLimits
from config.http.connections.count_open_connections import OpenConnections
from config.http.connections.limit_websocket_frames import LimitedWebSocketProtocol
from config.processes.web_server import UVICORN_LIMITS, limited_protocols
from tests.processor_time import at_most
from tests.waiting import until

GREETING = b"GET / HTTP/1.1\r\nHost: x\r\n"


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers a request once its body is there, and says every text of a websocket again."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await asyncio.sleep(0)
            await send({"type": "websocket.send", "text": message["text"]})
        return
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        more = message.get("more_body", False)
    size = int(scope["query_string"] or b"2")
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
    await send({"type": "http.response.body", "body": b"x" * size})


@contextlib.asynccontextmanager
async def served(limits: ConnectionLimits, serving: Any = application) -> AsyncIterator[int]:
    """The port of a server with these limits."""
    config = uvicorn.Config(
        serving, lifespan="off", log_level="critical", timeout_graceful_shutdown=1, **limited_protocols(limits)
    )
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    server = uvicorn.Server(config)
    with contextlib.suppress(AttributeError):
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve([listening]))
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        async with asyncio.timeout(10):
            await task


async def answer_to(port: int, sent: bytes, *, seconds: float = 10) -> bytes:
    """All that comes back until the other side closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        with contextlib.suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
        async with asyncio.timeout(seconds):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def seconds_for_an_answer(port: int) -> float:
    begin = time.monotonic()
    assert (await answer_to(port, GREETING + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200")
    return time.monotonic() - begin


def uncounted(**limits: Any) -> ConnectionLimits:
    return ConnectionLimits(connections=OpenConnections(1, ["127.0.0.0/8"]), **limits)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (GREETING + b"X: " + b"a" * 40_000 + b"\r\n\r\n", b"431"),
        (GREETING + b"".join(b"X-%d: y\r\n" % number for number in range(5_000)) + b"\r\n", b"431"),
        (GREETING + b"X: " + b"a" * 4_000_000, b"431"),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"414"),
        (b"GET /" + b"a" * 4_000_000, b"4"),
        (b"\x16\x03\x01 is no request\r\n\r\n", b"400"),
    ],
)
async def test_what_is_too_large_is_refused_with_its_reason(sent: bytes, status: bytes) -> None:
    async with served(uncounted()) as port:
        said = await answer_to(port, sent)
        # A client that goes on sending may find the connection reset before it has read why.
        assert said[9:].startswith(status) or (not said and len(sent) > 1_000_000)
        assert await seconds_for_an_answer(port) < 5


async def test_headers_of_a_usual_size_are_read() -> None:
    async with served(uncounted()) as port:
        request = GREETING + b"Cookie: " + b"a" * 8_000 + b"\r\nConnection: close\r\n\r\n"
        assert (await answer_to(port, request)).startswith(b"HTTP/1.1 200")
        assert b" 4" not in await answer_to(port, b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nConnection: close\r\n\r\n")


@pytest.mark.parametrize("sent", [b"", b"G", GREETING, GREETING + b"Content-Length: 100000\r\n\r\nabc"])
async def test_who_sends_nothing_more_is_let_go(sent: bytes) -> None:
    limits = uncounted(header_seconds=0.3, body_seconds=0.3)
    async with served(limits) as port:
        assert b" 408 " in await answer_to(port, sent, seconds=5)


async def test_who_sends_a_header_byte_by_byte_is_let_go_all_the_same() -> None:
    async with served(uncounted(header_seconds=0.5)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        begin = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while not reader.at_eof() and time.monotonic() - begin < 5:
                writer.write(b"a")
                await asyncio.sleep(0.05)
                if reader._buffer:  # type: ignore[attr-defined]
                    break
        assert time.monotonic() - begin < 4
        writer.close()


async def test_the_second_request_of_a_connection_has_its_time_as_well() -> None:
    async with served(uncounted(header_seconds=0.3)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GREETING + b"\r\n")
        assert b" 200 " in await reader.readuntil(b"xx")
        writer.write(b"GET")
        async with asyncio.timeout(5):
            assert b" 408 " in await reader.read()
        writer.close()


@pytest.mark.parametrize(("uncounted", "answers"), [([], 1), (["127.0.0.0/8"], 2)])
async def test_an_idle_connection_is_kept_longer_for_a_proxy(uncounted: list[str], answers: int) -> None:
    limits = ConnectionLimits(
        idle_seconds=0, idle_seconds_of_proxies=1, connections=OpenConnections(5, uncounted)
    )  # fmt: skip
    async with served(limits) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(5):
            for _ in range(answers):
                writer.write(GREETING + b"\r\n")
                assert b" 200 " in await reader.readuntil(b"xx")
                await asyncio.sleep(0.05)  # longer than the connection of anybody else is kept
            assert await reader.read() == b""
        writer.close()


def test_no_usual_client_or_proxy_keeps_a_connection_as_long_as_the_web_process() -> None:
    limits = ConnectionLimits()
    assert limits.idle_seconds > 15  # aiohttp; httpx has 5
    assert limits.idle_seconds_of_proxies > 120  # Caddy; nginx has 60, Traefik 90
    assert "timeout_keep_alive" not in UVICORN_LIMITS


async def test_a_body_that_comes_steadily_may_take_long() -> None:
    async with served(uncounted(body_seconds=0.2, least_body=1)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\n")
        for _ in range(10):
            await asyncio.sleep(0.1)
            writer.write(b"a")
        async with asyncio.timeout(5):
            assert b" 200 " in await reader.read()
        writer.close()


async def test_who_does_not_read_an_answer_is_let_go() -> None:
    limits = ConnectionLimits(write_seconds=0.3, connections=OpenConnections(5))
    async with served(limits) as port:
        connection = socket.create_connection(("127.0.0.1", port), timeout=10)
        connection.sendall(b"GET /?50000000 HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: bool(limits.connections.held_by("127.0.0.1")))
        async with asyncio.timeout(4):  # after twenty seconds it would be closed as one that asks nothing more
            await until(lambda: not limits.connections.held_by("127.0.0.1"))
        received = 0
        with contextlib.suppress(ConnectionError):
            while part := await asyncio.to_thread(connection.recv, 1_000_000):
                received += len(part)
        assert received < 50_000_000
        connection.close()


async def test_one_address_holds_so_many_connections_and_no_more() -> None:
    limits = ConnectionLimits(connections=OpenConnections(20))
    async with served(limits) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        await until(lambda: limits.connections.held_by("127.0.0.1") == 20)
        assert b" 429 " in await answer_to(port, GREETING + b"\r\n")
        for _, writer in held:
            writer.close()
        await until(lambda: limits.connections.held_by("127.0.0.1") == 0)
        assert await seconds_for_an_answer(port) < 5


async def test_a_websocket_is_counted_until_it_closes() -> None:
    limits = ConnectionLimits(connections=OpenConnections(5))
    async with served(limits) as port:
        async with connect(f"ws://127.0.0.1:{port}/") as one:
            await one.send("hello")
            assert await one.recv() == "hello"
            assert limits.connections.held_by("127.0.0.1") == 1
        await until(lambda: limits.connections.held_by("127.0.0.1") == 0)


async def test_a_websocket_outlives_the_time_for_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    call_later, timers = loop.call_later, list[tuple[float, asyncio.TimerHandle]]()

    def noting(seconds: float, work: Any, *arguments: Any, **named: Any) -> asyncio.TimerHandle:
        timers.append((seconds, call_later(seconds, work, *arguments, **named)))
        return timers[-1][1]

    monkeypatch.setattr(loop, "call_later", noting)
    limits = uncounted(header_seconds=1234, body_seconds=2345)
    async with served(limits) as port, connect(f"ws://127.0.0.1:{port}/") as one:
        deadlines = [timer for seconds, timer in timers if seconds in (limits.header_seconds, limits.body_seconds)]
        assert deadlines
        assert all(timer.cancelled() for timer in deadlines)
        await one.send("still here")
        assert await one.recv() == "still here"


async def test_a_thousand_silent_clients_cost_the_others_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    limits = ConnectionLimits(connections=OpenConnections(100))
    async with served(limits) as port:
        silent = [asyncio.open_connection("127.0.0.1", port) for _ in range(1_000)]
        held = [one for one in await asyncio.gather(*silent, return_exceptions=True) if isinstance(one, tuple)]
        assert limits.connections.held_by("127.0.0.1") <= 100
        # Another address of this machine.
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
        begin = time.monotonic()
        writer.write(GREETING + b"Connection: close\r\n\r\n")
        async with asyncio.timeout(5):
            assert b" 200 " in await reader.read()
        assert time.monotonic() - begin < 1
        for _, one in held:
            one.close()
        writer.close()


async def test_silent_clients_of_many_addresses_are_no_reason_to_refuse_anybody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL)
    async with served(uncounted(requests=3)) as port:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        assert await seconds_for_an_answer(port) < 5
        unfinished = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        for _reader, writer in unfinished:
            writer.write(GREETING + b"Content-Length: 9\r\n\r\n")
        async with asyncio.timeout(5):
            while b" 503 " not in await answer_to(port, GREETING + b"Connection: close\r\n\r\n"):
                pass
        for _reader, writer in silent + unfinished:
            writer.close()


async def test_what_follows_a_body_has_a_size_as_well() -> None:
    chunked = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2"
    async with served(uncounted()) as port:
        for more in (b"\r\n{}\r\n0\r\nX: ", b"\r\n{}\r\n0\r\nX: y\r\nZ: ", b";"):
            said = await answer_to(port, chunked + more + b"a" * 200_000)
            assert not said or said[9:].startswith(b"431")
        many = await answer_to(port, chunked + b"\r\n{}\r\n0\r\n" + b"X: y\r\n" * 30_000)
        assert not many or many[9:].startswith(b"431")
        few = b"\r\n{}\r\n0\r\nX: y\r\n\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\n"
        assert (await answer_to(port, chunked + few)).count(b"HTTP/1.1 200") == 2


async def test_a_body_in_tiny_parts_has_few_of_them_and_others_as_many_as_they_like() -> None:
    chunked = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with served(uncounted()) as port:
        refused = await answer_to(port, chunked + b"1\r\na\r\n" * 200_000 + b"0\r\n\r\n")
        assert not refused or b" 413 " in refused
        few = chunked + b"1\r\na\r\n" * 900 + b"0\r\n\r\n"
        usual = chunked + (b"80\r\n" + b"a" * 128 + b"\r\n") * 5_000 + b"0\r\n\r\n"
        assert b" 200 " in await answer_to(port, few)
        assert b" 200 " in await answer_to(port, usual)
        assert await seconds_for_an_answer(port) < 5


async def test_requests_that_wait_for_no_answer_have_a_number(caplog: pytest.LogCaptureFixture) -> None:
    one = b"GET /?300000 HTTP/1.1\r\nHost: x\r\n\r\n"
    async with served(uncounted()) as port:
        few = await answer_to(port, one * 9 + one.replace(b"Host: x", b"Connection: close"))
        assert few.count(b"HTTP/1.1 200") == 10
        refused = await answer_to(port, one * 500)
        assert not refused or b" 429 " in refused
        assert refused.count(b"HTTP/1.1") <= 20
    assert not any("Traceback" in record.message or record.exc_info for record in caplog.records)


HANDSHAKE = (
    GREETING + b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING, TEXT, PART, NONSENSE = (first + b"\x80\0\0\0\0" for first in (b"\x89", b"\x81", b"\x00", b"\xff"))


@pytest.mark.parametrize("sent", [PING, TEXT, b"\x8a" + PING[1:], b"\x01" + TEXT[1:] + PART])
async def test_frames_that_no_application_sees_have_a_number(sent: bytes) -> None:
    many = sent[:6] + sent[-6:] * 40_000
    async with served(uncounted(frames_at_once=500, frames_per_second=10)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        # All 40,000 take seconds: the parser alone has a generator for each.
        with at_most(0.5), contextlib.suppress(ConnectionError):
            writer.write(many)
            async with asyncio.timeout(10):
                await reader.read()
        writer.close()
        assert await seconds_for_an_answer(port) < 5


async def test_a_message_in_parts_and_pings_as_clients_send_them_are_answered() -> None:
    async with served(uncounted()) as port, connect(f"ws://127.0.0.1:{port}/") as one:
        for _ in range(50):
            await (await one.ping())
        await one.send(["a" * 600] * 100)
        assert await one.recv() == "a" * 60_000


@pytest.mark.parametrize("early", [NONSENSE, PING, TEXT, b"\x88" + PING[1:], b"\x88\x81\0\0\0\0\0"])
@pytest.mark.parametrize("is_late", [False, True])
async def test_frames_before_the_handshake_or_beside_nonsense_leave_no_traceback(
    is_late: bool, early: bytes, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: list[bytes] = []
    read = LimitedWebSocketProtocol.data_received

    def noting(protocol: LimitedWebSocketProtocol, data: bytes) -> None:
        received.append(data)
        read(protocol, data)

    async def accepting(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_late:
            await until(lambda: len(received) > 1)
        await application(scope, receive, send)

    monkeypatch.setattr(LimitedWebSocketProtocol, "data_received", noting)
    async with served(uncounted(), accepting) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE)
        if not is_late:
            await reader.readuntil(b"\r\n\r\n")
        await until(lambda: bool(received))
        writer.write(TEXT + early + TEXT)
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(0.5):
                await reader.read()
        writer.close()
        await asyncio.sleep(0.1)
    assert [record.exc_info for record in caplog.records if record.exc_info] == []


def test_the_web_process_counts_what_is_under_way_and_not_who_is_connected() -> None:
    assert "limit_concurrency" not in UVICORN_LIMITS


def test_addresses_are_counted_as_people_have_them() -> None:
    connections = OpenConnections(3, ["10.0.0.0/8", "/run/proxy.sock", " 192.0.2.7"])
    assert connections.place_of("2001:db8::1") == connections.place_of("2001:db8::ffff") != ""
    assert connections.place_of("::ffff:198.51.100.4") == "198.51.100.4"
    assert [connections.place_of(one) for one in ("10.1.2.3", "192.0.2.7", "", "nonsense")] == ["", "", "", ""]
    assert OpenConnections(3, ["*"]).place_of("198.51.100.4") == ""
