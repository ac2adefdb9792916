"""The web process: uvicorn with limits that one client cannot exceed at the others' expense.

python -m config.web [--host 127.0.0.1] [--port 8000]
"""

import argparse
import ctypes
import logging
import os
import resource
import sys
import warnings
from contextlib import suppress
from typing import Any

import uvicorn
from django.core.exceptions import ImproperlyConfigured

from config.env import env_int, env_list
from config.http.connections.connection_limits import ConnectionLimits
from config.http.connections.count_open_connections import OpenConnections
from config.http.connections.limit_websocket_frames import LimitedWebSocketProtocol
from config.http.connections.limited_http_protocol import LimitedHttpProtocol

UVICORN_LIMITS: dict[str, Any] = {
    "ws_max_size": 64 * 1024,  # bytes of one message; the longest question is 2,000 characters
    "ws_max_queue": 8,
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
    # Compression costs memory for each connection and lets small frames unfold into big messages.
    "ws_per_message_deflate": False,
    "timeout_graceful_shutdown": 30,
}
MOST_CONNECTIONS_OF_ADDRESS = 250
OPEN_FILES = 65_536
MOST_ARENAS, TRIM_THRESHOLD, MAPPED_THRESHOLD = -8, -1, -3
"""M_ARENA_MAX, M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of <malloc.h>."""
KEPT_FREE = 4 * 1024 * 1024
MAPPED_FROM = 2 * 1024 * 1024
"""Bytes. The arrays of a search have half a megabyte: mapped anew for each question they cost it 10 ms of processor."""

SWITCH_SECONDS = 0.0005
"""Python's own are ten times as many: so long the event loop waits for each thread that computes, be it the proof of
somebody else's answer. The first word of an answer reached its reader 11 ms later for it."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the web process.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    raise_open_files_limit()
    prepare_interpreter()
    logging.getLogger("uvicorn.error").addFilter(drop_client_tracebacks)
    silence_static_file_warnings()
    try:
        serve(arguments.host, arguments.port)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


def serve(host: str, port: int) -> None:
    """Until a signal ends it. Raises ImproperlyConfigured."""
    uvicorn.run(
        "config.asgi:application",
        host=host,
        port=port,
        lifespan="off",
        log_level="warning",
        access_log=False,  # addresses of pages carry quoted text, which has no place in a log
        server_header=False,
        # Without a proxy anybody could claim any address by sending the header.
        proxy_headers="FORWARDED_ALLOW_IPS" in os.environ,
        **limited_protocols(connection_limits()),
        **UVICORN_LIMITS,
    )


def limited_protocols(limits: ConnectionLimits) -> dict[str, Any]:
    """uvicorn's arguments `http` and `ws`: classes with these limits, which count connections together."""
    http = type("LimitedHttp", (LimitedHttpProtocol,), {"limits": limits})
    ws = type("LimitedWebSocket", (LimitedWebSocketProtocol,), {"limits": limits})
    return {"http": http, "ws": ws}


def connection_limits() -> ConnectionLimits:
    """Raises ImproperlyConfigured when the number is none.

    Not counted are proxies, behind which everybody has one address, and networks that stand for many people.
    """
    most = env_int("MOST_CONNECTIONS_OF_ADDRESS", MOST_CONNECTIONS_OF_ADDRESS, least=1)
    uncounted = [*env_list("FORWARDED_ALLOW_IPS"), *env_list("UNLIMITED_ADDRESSES", ["127.0.0.0/8", "::1"])]
    return ConnectionLimits(connections=OpenConnections(most, uncounted))


def raise_open_files_limit() -> None:
    """Every connection is an open file, and many systems allow a process only 1,024 unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def prepare_interpreter() -> None:
    """Sets up an event loop that answers while threads compute and search. Holds for the whole process."""
    return_free_memory()
    sys.setswitchinterval(SWITCH_SECONDS)


def return_free_memory() -> None:
    """One store of free memory, which ends where it is used no more, but for what the next search needs again.

    The C library has up to eight for each processor, for threads that allocate at the same time, and keeps more the
    larger the pieces are that were freed once. Ours take turns at the interpreter anyway. On Linux only.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libc.so.6")
        library.mallopt(MOST_ARENAS, 1)
        library.mallopt(TRIM_THRESHOLD, KEPT_FREE)
        library.mallopt(MAPPED_THRESHOLD, MAPPED_FROM)


def silence_static_file_warnings() -> None:
    """Django warns of every response that is read at once; those of WhiteNoise are small files: it does no harm."""
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators", category=Warning)


def drop_client_tracebacks(record: logging.LogRecord) -> bool:
    """Keep the line, drop the traceback for text frames that are not UTF-8: the client's fault, answered with 1007."""
    if record.exc_info and record.exc_info[0] is UnicodeDecodeError:
        record.exc_info = None
    return True


if __name__ == "__main__":
    main()
