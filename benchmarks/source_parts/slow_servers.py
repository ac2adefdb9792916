"""Servers that take their time, so that there is something to kill."""

import http.client
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from tests.fakes.document_host import Answer, Asked, DocumentHost, head

PAUSE = 0.08
"""Seconds for each answer."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a kind of source is; `asked` counts its requests so far, `fetched` those for files."""

    kind: str
    location: str
    options: dict[str, Any]
    asked: Callable[[], int]
    fetched: Callable[[], int]


def counted(host: DocumentHost, wanted: Callable[[str], bool]) -> Callable[[], int]:
    return lambda: sum(wanted(one.path) for one in host.asked)


def after_pause(answer: Answer) -> Answer:
    def answer_late(asked: Asked) -> Iterable[bytes]:
        time.sleep(PAUSE)
        return answer(asked)

    return answer_late


class SlowHost(DocumentHost):
    """Every answer takes its time."""

    def slow_down(self) -> None:
        for path, answer in list(self.answers.items()):
            self.answers[path] = after_pause(answer)


class SlowStore(DocumentHost):
    """Stands before a real server, takes its time and counts. The name that was signed is passed on."""

    real = 0

    def pass_on(self, asked: Asked) -> list[bytes]:
        time.sleep(PAUSE)
        connection = http.client.HTTPConnection("127.0.0.1", self.real, timeout=60)
        connection.request(asked.method, asked.path, asked.body, asked.headers)
        got = connection.getresponse()
        data = got.read()
        kept = {name: value for name, value in got.getheaders() if name.lower() in ("etag", "content-type", "date")}
        connection.close()
        return [head(got.status, **kept, **{"Content-Length": str(len(data))}), data]


class AnyPath(dict[str, Any]):
    def __init__(self, answer: Callable[[Asked], list[bytes]]) -> None:
        super().__init__()
        self.answer = answer

    def get(self, path: str, default: Any = None) -> Any:
        return self.answer


class SlowLine:
    """Stands before a server that speaks over TLS and passes on what it says, piece by piece."""

    def __init__(self, port: int, pause: float) -> None:
        self.port, self.pause, self.pieces = port, pause, 0

    def __enter__(self) -> "SlowLine":
        line = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with socket.create_connection(("127.0.0.1", line.port)) as real:
                    asking = threading.Thread(target=passed_on, args=(self.request, real), daemon=True)
                    asking.start()
                    passed_on(real, self.request, line.take_time)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def entry(self) -> str:
        return f"127.0.0.1:{self._server.server_address[1]}"

    def take_time(self) -> None:
        self.pieces += 1
        time.sleep(self.pause)


def passed_on(source: socket.socket, target: socket.socket, after_each: Callable[[], None] = lambda: None) -> None:
    """Until one of the two ends."""
    try:
        while data := source.recv(65536):
            after_each()
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        return


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
