"""Ten thousand clients that connect and say nothing, or next to nothing, while honest visitors ask."""

import asyncio
import resource
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

OF_ONE_ADDRESS = 250
"""As many as the product lets one address hold."""
SAID = [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\n"] * 3
SAID += [b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nabc"]
LET_GO = 45.0
"""Seconds within which all of them must be let go; 15 for headers, 30 for a body."""


def affordable(wanted: int) -> int:
    """So many connections as this process may hold, after its limit was raised as far as it may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + 500:
        new = wanted + 500 if hard == resource.RLIM_INFINITY else min(hard, wanted + 500)
        resource.setrlimit(resource.RLIMIT_NOFILE, (new, hard))
        soft = new
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft - 500)


async def silent_connections(port: int, wanted: int, beside: Callable[[], Awaitable[Any]]) -> dict[str, Any]:
    """From as many addresses as it takes, each with as many as it may hold; `beside` runs while they are held.

    `held` counts those that were let go in time, or not even let in.
    """
    number = affordable(wanted)
    connections = await asyncio.gather(*(connect(port, turn) for turn in range(number)), return_exceptions=True)
    begin = time.monotonic()
    opened = [one for one in connections if isinstance(one, socket.socket)]
    refused = Counter(type(one).__name__ for one in connections if not isinstance(one, socket.socket))
    visitors = await beside()
    ends = await asyncio.gather(*(let_go(one, begin + LET_GO) for one in opened))
    kept = ends.count(False)
    failed = [f"{kept} connections were still open after {LET_GO:.0f} s"] if kept else []
    return {
        "tried": number,
        "held": number - kept,
        "failed": failed,
        "wanted": wanted,
        "opened": len(opened),
        "not_opened": dict(refused),
        "visitors": visitors,
    }


async def connect(port: int, turn: int) -> socket.socket:
    """Raises OSError."""
    place = 1 + turn // OF_ONE_ADDRESS
    one = socket.socket()
    one.setblocking(False)
    try:
        one.bind((f"127.0.1.{place}", 0))
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(30):
            await loop.sock_connect(one, ("127.0.0.1", port))
            await loop.sock_sendall(one, SAID[turn % len(SAID)])
    except BaseException:
        one.close()
        raise
    return one


async def let_go(one: socket.socket, until: float) -> bool:
    """Whether the other side has closed it by then."""
    loop = asyncio.get_running_loop()
    try:
        with suppress(ConnectionError):
            async with asyncio.timeout(max(0.05, until - time.monotonic())):
                while await loop.sock_recv(one, 4096):
                    pass
        return True
    except TimeoutError:
        return False
    finally:
        one.close()
