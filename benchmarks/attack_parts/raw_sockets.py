"""Bytes that no browser sends, over HTTP and the websocket, while an honest visitor asks."""

import asyncio
import json
from contextlib import suppress
from typing import Any

from benchmarks.attack_parts.visitors import Pings
from benchmarks.sockets import Clients, handshake, masked

AT_ONCE = 8
"""Connections of one attack."""
LIMIT = 100.0
"""Milliseconds."""
TRIES = 3
LASTS = 2.0
"""Seconds after which an attacker leaves by itself."""
SLOW = frozenset({"a header byte by byte", "a frame byte by byte"})
MASK = b"\0\0\0\0"
PING, PONG, PART, BEGIN, TEXT = (first + b"\x80" + MASK for first in (b"\x89", b"\x8a", b"\x00", b"\x01", b"\x81"))
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CHUNKED = b"POST /api/v1/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
CHUNKED += b"Transfer-Encoding: chunked\r\n\r\n"


def requests() -> dict[str, bytes]:
    """Of HTTP."""
    return {
        "one header of 4 MB": GET + b"X: " + b"a" * 4_000_000,
        "5,000 headers": GET + b"".join(b"X-%d: y\r\n" % number for number in range(5_000)) + b"\r\n",
        "an address of 4 MB": b"GET /" + b"a" * 4_000_000,
        "500 requests ahead of their answers": (GET + b"\r\n") * 500,
        "chunks of one character": CHUNKED + b"1\r\na\r\n" * 50_000 + b"0\r\n\r\n",
        "chunks of 64 characters": CHUNKED + (b"40\r\n" + b"a" * 64 + b"\r\n") * 20_000 + b"0\r\n\r\n",
        "trailers without end": CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X: y\r\n" * 100_000,
        "an extension of a chunk without end": CHUNKED + b"2;" + b"a" * 2_000_000,
        "two lengths": GET + b"Content-Length: 5\r\nContent-Length: 7\r\n\r\nabcde" * 200,
        "a length and chunks": CHUNKED[:-2] + b"Content-Length: 3\r\n\r\n0\r\n\r\n" + GET * 50,
        "a length that is none": GET + b"Content-Length: -1\r\n\r\n" * 500,
        "folded headers": GET + b"X: y\r\n \t z" * 2_000 + b"\r\n\r\n",
        "zeros": b"\0" * 1_000_000,
        "TLS": b"\x16\x03\x01\x02\x00\x01" + b"\xff" * 100_000,
        "a wrong version": b"GET / HTTP/9.9\r\n\r\n" * 2_000,
        "a header byte by byte": b"GET / HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaa",
    }


def frames(hello: bytes) -> dict[str, bytes]:
    """Of the websocket, after the handshake; some in its place."""
    big = b"\x81\xff" + (2**62).to_bytes(8, "big") + MASK
    nested = masked(json.dumps({"type": "ask", "id": "x", "text": "x"}).encode()[:-1] + b',"a":' + b"[" * 30_000)
    return {
        "pings": hello + PING * 40_000,
        "pongs": hello + PONG * 40_000,
        "empty parts": hello + BEGIN + PART * 40_000,
        "empty texts": hello + TEXT * 40_000,
        "parts of no message": hello + PART * 10_000,
        "half a frame": hello + masked(b"a" * 60_000)[:3_000],
        "a frame of 2^62 bytes": hello + big + b"a" * 200_000,
        "no UTF-8": hello + masked(b'{"type": "ask", "id": "\xff\xfe"}') * 500,
        "half a character": hello + masked(b"\xf0\x9f\x98") * 500,
        "no mask": hello + (b"\x81\x05hello") * 2_000,
        "reserved bits": hello + (b"\xf1\x80" + MASK) * 2_000,
        "an unknown kind": hello + (b"\x83\x80" + MASK) * 2_000,
        "a ping of 60,000 bytes": hello + b"\x89\xfe" + (60_000).to_bytes(2, "big") + MASK + b"a" * 60_000,
        "an end with a wrong reason": hello + b"\x88\x84" + MASK + b"\x00\x01\xff\xfe",
        "an end of one byte": hello + b"\x88\x81" + MASK + b"\x03",
        "nested without end": hello + nested * 20,
        "frames before the handshake": PING * 2_000 + hello,
        "frames beside the handshake": hello + TEXT + b"\xff\x80" + MASK + TEXT,
        "handshakes ahead of each other": hello * 200,
        "an unknown version": hello.replace(b"Version: 13", b"Version: 99") * 50,
        "a key that is none": hello.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"x" * 4_000) * 20,
        "a frame byte by byte": hello + masked(b'{"type": "ask"}')[:20],
    }


async def raw_sockets(client: Clients) -> dict[str, Any]:
    """Held: the visitor beside it is answered and the loop stands still for 100 ms at most, in one of three tries."""
    pings, failed = Pings(pause=0.01), list[str]()
    stalls: dict[str, float] = {}
    worst_once = 0.0
    pinging = asyncio.create_task(pings.send(client))
    try:
        for name, sent in (requests() | frames(handshake(client.port))).items():
            tried = []
            for number in range(TRIES):
                first = len(pings.milliseconds)
                await beside_a_visitor(client, sent, number, is_slow=name in SLOW)
                tried.append(max(pings.milliseconds[first:], default=0.0))
                if tried[-1] <= LIMIT:
                    break
            stalls[name], worst_once = min(tried), max(worst_once, *tried)
            if min(tried) > LIMIT:
                failed.append(f"{name}: the loop stood still for {min(tried):.0f} ms")
    finally:
        pinging.cancel()
    slowest = sorted(stalls, key=stalls.__getitem__, reverse=True)[:5]
    return {
        "tried": len(stalls),
        "held": len(stalls) - len(failed),
        "worst_stall_ms": round(max(stalls.values())),
        "worst_once_ms": round(worst_once),
        "slowest": {name: round(stalls[name]) for name in slowest},
        "failed": failed,
    }


async def beside_a_visitor(client: Clients, sent: bytes, number: int, *, is_slow: bool) -> None:
    """Raises what the visitor sees who is not answered, such as ConnectionError or TimeoutError."""
    attackers = [asyncio.create_task(attack(client.port, sent, is_slow=is_slow)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0.05)
    async with asyncio.timeout(60):
        await client.answered(number)
    await asyncio.gather(*attackers)


async def attack(port: int, sent: bytes, *, is_slow: bool) -> None:
    """Sends all of it, reads what comes, and leaves when it is sent away or after two seconds."""
    with suppress(OSError, TimeoutError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            async with asyncio.timeout(LASTS):
                await send(writer, sent, is_slow=is_slow)
                while await reader.read(65_536):
                    pass
        finally:
            writer.close()


async def send(writer: asyncio.StreamWriter, sent: bytes, *, is_slow: bool) -> None:
    """Raises OSError when the other side has closed."""
    begin = len(sent) - 20 if is_slow else len(sent)
    writer.write(sent[:begin])
    await writer.drain()
    for place in range(begin, len(sent)):
        writer.write(sent[place : place + 1])
        await writer.drain()
        await asyncio.sleep(0.05)
