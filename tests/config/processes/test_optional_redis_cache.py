"""Without the cache's server everything works; nobody waits for it with every page."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from config.processes.optional_redis_cache import OptionalRedisCache


@pytest.fixture
def silent_server() -> Iterator[tuple[str, list[socket.socket]]]:
    """Takes connections and says nothing."""
    taken: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def take() -> None:
            try:
                while True:
                    taken.append(server.accept()[0])
            except OSError:
                return

        threading.Thread(target=take, daemon=True).start()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0", taken
        server.shutdown(socket.SHUT_RDWR)
    for connection in taken:
        connection.close()


def test_a_server_that_is_gone_costs_nothing_but_speed(free_port: int) -> None:
    cache = OptionalRedisCache(f"redis://127.0.0.1:{free_port}/0", {})
    cache.set("page", "picture", 60)
    assert cache.get("page", "none") == "none"
    assert cache.add("page", "picture")
    assert not cache.delete("page")


def test_a_server_that_is_silent_is_waited_for_once(silent_server: tuple[str, list[socket.socket]]) -> None:
    address, taken = silent_server
    cache = OptionalRedisCache(address, {"OPTIONS": {"socket_timeout": 0.2, "socket_connect_timeout": 0.2}})
    assert cache.get("page") is None
    tried, started = len(taken), time.monotonic()
    assert [cache.get("page") for _ in range(50)] == [None] * 50
    assert len(taken) == tried
    assert time.monotonic() - started < 5
