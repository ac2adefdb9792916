"""A web host for tests, over real HTTP on loopback: files with ETag, redirects, bombs, drips, lies about lengths.

with DocumentHost() as host:
    host.serve("/a.pdf", data, media_type="application/pdf")
    host.redirect("/old", host.url("/a.pdf"))
    host.script("/odd", b"HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\nabc")     # bytes as they go out
    ...
    host.requests("/a.pdf")                                                     # what was asked
"""

import contextlib
import hashlib
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""

    @property
    def form(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode()))


Answer = Callable[[Asked], Iterable[bytes]]


@dataclass
class DocumentHost:
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.host = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def entry(self) -> str:
        """The host as an allow-list names it."""
        return f"127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        return f"http://{self.entry}{path}"

    def requests(self, path: str) -> list[Asked]:
        return [asked for asked in self.asked if asked.path == path]

    def serve(
        self,
        path: str,
        data: bytes,
        *,
        media_type: str = "application/octet-stream",
        encoding: str = "",
        etag: str = "",
    ) -> None:
        """The file with an ETag, 304 to those who have it already."""
        tag = etag or f'"{hashlib.sha256(data).hexdigest()[:16]}"'

        def answer(asked: Asked) -> Iterable[bytes]:
            if asked.headers.get("if-none-match") == tag:
                return [head(304, ETag=tag)]
            facts = {"Content-Type": media_type, "Content-Length": str(len(data)), "ETag": tag}
            return [head(200, **facts, **({"Content-Encoding": encoding} if encoding else {})), data]

        self.answers[path] = answer

    def fail(self, path: str, status: int) -> None:
        self.answers[path] = lambda asked: [head(status, **{"Content-Length": "0"})]

    def redirect(self, path: str, location: str, status: int = 302) -> None:
        self.answers[path] = lambda asked: [head(status, Location=location, **{"Content-Length": "0"})]

    def script(self, path: str, *parts: bytes, pause: float = 0.0) -> None:
        """These bytes, with a pause before each but the first; then the connection is closed."""

        def answer(asked: Asked) -> Iterable[bytes]:
            for number, part in enumerate(parts):
                time.sleep(pause if number else 0)
                yield part

        self.answers[path] = answer

    def answer(self, path: str, given: Answer) -> None:
        self.answers[path] = given


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    host: DocumentHost


class Handler(socketserver.StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        try:
            asked = self.read()
            if asked is None:
                return
            self.server.host.asked.append(asked)
            answer = self.server.host.answers.get(asked.path, lambda _: [head(404, **{"Content-Length": "0"})])
            for part in answer(asked):
                self.wfile.write(part)
                self.wfile.flush()
        except OSError:
            return  # the client has heard enough
        finally:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_WR)

    def read(self) -> Asked | None:
        line = self.rfile.readline().decode("latin-1").split()
        if len(line) != 3:
            return None
        headers: dict[str, str] = {}
        while text := self.rfile.readline().decode("latin-1").strip():
            name, _, value = text.partition(":")
            headers[name.lower()] = value.strip()
        body = self.rfile.read(int(headers.get("content-length", "0")))
        return Asked(line[0], line[1], headers, body)


def head(status: int, **headers: str) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status} Said\r\n{lines}Connection: close\r\n\r\n".encode("latin-1")
