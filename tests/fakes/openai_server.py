"""A server that speaks OpenAI's protocol over HTTP, says what a test tells it to and fails as a test tells it to.

    def test_it_answers(openai_server):
        openai_server.reply("Die Gebühr beträgt drei Euro [1].")        # the next chat request gets this
        openai_server.fault("429", retry_after=1)                       # the one after it gets that
        ...
        assert openai_server.requests[0].prompt.startswith("<quelle")

Replies and faults of chat requests are used up in the order they were given; then `default_reply` answers. Embeddings
always work, unless a fault of theirs waits.

Chat faults       "400" … "503" (retry_after=, message=) · "hang" · "html" · "not_json" · "no_choices" ·
                  "null_content" · "wrong_type" · "empty" · "whitespace" · "no_finish" · "length" · "content_filter"
Stream faults     "cut" (clean end) · "reset" · "broken_chunk" · "error_chunk" · "drip" (one piece each `seconds`);
                  `after` pieces of the default reply come first
Embedding faults  "wrong_dimension" · "nan" · "infinity" · "zero" · "wrong_count" · "not_base64" · any status with
                  on="embeddings"
Rerank faults     "wrong_index" · any status, each with on="rerank"; else the more words of the query, the more relevant
"""

import asyncio
import json
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn

from tests.fakes import openai_replies as replies

Send = Callable[[dict[str, Any]], Awaitable[None]]
DEFAULT_REPLY = "Das ist die Antwort des Testservers."
EMBEDDING_FAULTS = {"wrong_dimension", "nan", "infinity", "zero", "wrong_count", "not_base64"}


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """What a client asked."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    transport: Any = None
    query: str = ""
    at: float = field(default_factory=time.monotonic)

    @property
    def prompt(self) -> str:
        """Text of the last message."""
        return str(self.body["messages"][-1]["content"])

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def is_stream(self) -> bool:
        return bool(self.body.get("stream"))


Text = str | Callable[[Request], str]


@dataclass(frozen=True, slots=True)
class Scripted:
    """The next thing to happen: a reply (`kind` is "reply") or a fault."""

    kind: str
    text: Text = ""
    finish_reason: str | None = "stop"
    retry_after: float | str | None = None
    seconds: float = 30.0
    after: int = 3
    message: str = ""


class FakeOpenAIServer:
    """Runs in a thread of its own; everything here may be called from a test at any time."""

    def __init__(self) -> None:
        self.default_reply: Text = DEFAULT_REPLY
        self.dimensions = 8
        self.listed: list[dict[str, Any]] | None = [{"id": "fake", "object": "model"}]
        """The list of models; None: the server has none."""
        self.prelude = b""
        """What comes before the first event of a stream: comments, events without choices."""
        self.counts_tokens = True
        self.latency = 0.0
        """Seconds before the first byte of a chat reply."""
        self.pace = 0.0
        """Seconds between two pieces of a stream."""
        self.requests: list[Request] = []
        self._chat: deque[Scripted] = deque()
        self._embeddings: deque[Scripted] = deque()
        self._reranks: deque[Scripted] = deque()
        self._refused: set[str] = set()
        self._in_progress: set[Request] = set()
        self.most_at_once = 0
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=2048)
        config = uvicorn.Config(
            self._application,
            interface="asgi3",
            lifespan="off",
            ws="none",
            proxy_headers=False,
            log_config=None,
            log_level="critical",
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    @property
    def chat_requests(self) -> list[Request]:
        return [request for request in self.requests if request.path == "/v1/chat/completions"]

    @property
    def embedding_requests(self) -> list[Request]:
        return [request for request in self.requests if request.path == "/v1/embeddings"]

    def reply(self, *texts: Text, finish_reason: str | None = "stop") -> None:
        """The next chat requests get these texts; a function gets the Request and gives the text."""
        self._chat.extend(Scripted("reply", text, finish_reason) for text in texts)

    def fault(self, kind: str, *, times: int = 1, on: str = "chat", **options: Any) -> None:
        """The next chat (embedding) requests fail so. `times=1000` is for ever."""
        scripts = {"chat": self._chat, "embeddings": self._embeddings, "rerank": self._reranks}
        script = self._embeddings if kind in EMBEDDING_FAULTS else scripts[on]
        script.extend([Scripted(kind, **options)] * times)

    def refuse(self, *parameters: str) -> None:
        """From now on requests with one of these parameters get a 400 that names it, as older servers answer."""
        self._refused.update(parameters)

    def recover(self) -> None:
        """Nothing scripted any more, no fault either; what was recorded stays."""
        for script in (self._chat, self._embeddings, self._reranks):
            script.clear()

    def clear(self) -> None:
        """As new: nothing scripted, nothing recorded."""
        self.requests.clear()
        self._chat.clear()
        self._embeddings.clear()
        self._reranks.clear()
        self._refused.clear()
        self._in_progress.clear()
        self.most_at_once = 0
        self.latency = self.pace = 0.0
        self.dimensions = 8
        self.default_reply = DEFAULT_REPLY
        self.listed, self.prelude, self.counts_tokens = [{"id": "fake", "object": "model"}], b"", True

    def start(self) -> None:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(timeout=5)
        self._socket.close()

    async def _application(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        body = json.loads(await read(receive) or b"{}")
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        # uvicorn's own object behind `send` knows the connection.
        transport = send.__self__.transport  # type: ignore[attr-defined]
        request = Request(scope["path"], body, headers, transport, scope["query_string"].decode())
        self.requests.append(request)
        self._in_progress.add(request)
        self.most_at_once = max(self.most_at_once, len(self._in_progress))

        async def counted(message: dict[str, Any]) -> None:
            # The client may send its next request as soon as it has the end of this reply.
            if message["type"] == "http.response.body" and not message.get("more_body"):
                self._in_progress.discard(request)
            await send(message)

        try:
            await self._answer(request, counted)
        finally:
            self._in_progress.discard(request)

    async def _answer(self, request: Request, send: Send) -> None:
        named = sorted(self._refused & request.body.keys())
        if named:
            message = f"Unsupported parameter: '{named[0]}'"
            await answer(send, replies.error(400, message=message), status=400)
        elif request.path.endswith("/chat/completions"):
            await self._chat_reply(request, send)
        elif request.path == "/v1/embeddings":
            await self._embedding_reply(request, send)
        elif request.path == "/v1/rerank":
            await self._rerank_reply(request, send)
        elif request.path.endswith("/models") and self.listed is not None:
            await answer(send, replies.dumps({"object": "list", "data": self.listed}))
        else:
            await answer(send, replies.error(404), status=404)

    async def _chat_reply(self, request: Request, send: Send) -> None:
        scripted = self._chat.popleft() if self._chat else Scripted("reply", self.default_reply)
        await asyncio.sleep(self.latency)
        if scripted.kind.isdigit():
            await refuse(send, scripted)
        elif scripted.kind == "hang":
            await asyncio.sleep(scripted.seconds)
        elif scripted.kind in {"html", "not_json"}:
            await answer(send, replies.HTML if scripted.kind == "html" else b'{"choices": [', kind=b"text/html")
        elif request.is_stream:
            await self._stream(request, scripted, send)
        else:
            await answer(send, replies.dumps(self._whole(request, scripted)))

    def _whole(self, request: Request, scripted: Scripted) -> dict[str, Any]:
        text, finish_reason = self._said(request, scripted)
        whole = replies.completion(request.body, text, finish_reason)
        if not self.counts_tokens:
            del whole["usage"]
        if scripted.kind == "no_choices":
            whole["choices"] = []
        return whole

    def _said(self, request: Request, scripted: Scripted) -> tuple[Any, str | None]:
        """Text and finish reason, wrong ones for the faults that are about them."""
        wanted = scripted.text if scripted.kind == "reply" else scripted.text or self.default_reply
        text = wanted(request) if callable(wanted) else wanted
        wrong: dict[str, tuple[Any, str | None]] = {
            "null_content": (None, "stop"),
            "wrong_type": (42, "stop"),
            "empty": ("", "stop"),
            "whitespace": (" \n\t ", "stop"),
            "no_finish": (text, None),
            "length": (text, "length"),
            "content_filter": (text, "content_filter"),
        }
        return wrong.get(scripted.kind, (text, scripted.finish_reason))

    async def _stream(self, request: Request, scripted: Scripted, send: Send) -> None:
        await begin(send, kind=b"text/event-stream")
        if self.prelude:
            await send({"type": "http.response.body", "body": self.prelude, "more_body": True})
        async for part in self._parts(request, scripted):
            if part is None:
                reset(request.transport)
                return
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _parts(self, request: Request, scripted: Scripted) -> AsyncIterator[bytes | None]:
        """Events of the stream; None stands for a connection that breaks."""
        text, finish_reason = self._said(request, scripted)
        if scripted.kind in {"no_choices", "wrong_type", "null_content"}:
            yield replies.event(broken(request, scripted.kind))
            text = ""
        breaks = scripted.kind in {"cut", "reset", "broken_chunk", "error_chunk"}
        for count, part in enumerate(replies.deltas(request.body, text or "")):
            if breaks and count > scripted.after:
                break
            await asyncio.sleep(scripted.seconds if scripted.kind == "drip" else self.pace)
            yield part
        if scripted.kind == "broken_chunk":
            yield b'data: {"choices": [{"delta": {"content": "hal\n\n'
        elif scripted.kind == "error_chunk":
            yield replies.event({"error": {"message": replies.PROVIDER_TEXT, "code": "server_error"}})
        elif scripted.kind == "reset":
            yield None
        if not breaks:
            body = request.body if self.counts_tokens else {**request.body, "stream_options": None}
            for part in replies.stream_end(body, text or "", finish_reason):
                yield part

    async def _embedding_reply(self, request: Request, send: Send) -> None:
        scripted = self._embeddings.popleft() if self._embeddings else Scripted("reply")
        if scripted.kind.isdigit():
            await refuse(send, scripted)
            return
        dimensions = request.body.get("dimensions") or self.dimensions
        vectors = [replies.vector(text, dimensions) for text in request.body["input"]]
        if scripted.kind == "wrong_dimension":
            vectors = [[*values, 0.5] for values in vectors]
        elif scripted.kind in {"nan", "infinity"}:
            vectors[-1][0] = float(scripted.kind)
        elif scripted.kind == "zero":
            vectors[-1] = [0.0] * dimensions
        elif scripted.kind == "wrong_count":
            vectors = vectors[:-1]
        body = replies.embeddings(request.body, vectors)
        await asyncio.sleep(self.latency)
        await answer(
            send, body.replace(b'"embedding": "', b'"embedding": "!') if scripted.kind == "not_base64" else body
        )

    async def _rerank_reply(self, request: Request, send: Send) -> None:
        scripted = self._reranks.popleft() if self._reranks else Scripted("reply")
        if scripted.kind.isdigit():
            await refuse(send, scripted)
            return
        words = set(request.body["query"].lower().split())
        scores = [len(words & set(text.lower().split())) for text in request.body["documents"]]
        first = 1 if scripted.kind == "wrong_index" else 0
        listed = [{"index": place, "relevance_score": score} for place, score in enumerate(scores, first)]
        await answer(send, replies.dumps({"results": sorted(listed, key=lambda each: -each["relevance_score"])}))


def broken(request: Request, kind: str) -> dict[str, Any]:
    """One event of a stream with the shape that the fault is about."""
    wrong = replies.chunk(request.body, {"content": 42 if kind == "wrong_type" else None})
    return {**wrong, "choices": []} if kind == "no_choices" else wrong


async def read(receive: Any) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


async def begin(send: Send, *, status: int = 200, kind: bytes, retry_after: float | str | None = None) -> None:
    headers = [(b"content-type", kind)]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def answer(send: Send, body: bytes, *, kind: bytes = b"application/json", status: int = 200) -> None:
    await begin(send, status=status, kind=kind)
    await send({"type": "http.response.body", "body": body})


async def refuse(send: Send, scripted: Scripted) -> None:
    status = int(scripted.kind)
    await begin(send, status=status, kind=b"application/json", retry_after=scripted.retry_after)
    await send({"type": "http.response.body", "body": replies.error(status, message=scripted.message)})


def reset(transport: Any) -> None:
    """Break the connection as a crashed server does."""
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


@pytest.fixture(scope="session")
def _openai_server() -> Iterator[FakeOpenAIServer]:
    server = FakeOpenAIServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def openai_server(_openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """The fake server with a clean slate, and a gateway that remembers no failure of an earlier test."""
    from apps.llm.transport.circuit_breaker import reset_circuit_breakers
    from apps.llm.transport.server_capabilities import forget_all_capabilities

    _openai_server.clear()
    reset_circuit_breakers()
    forget_all_capabilities()
    return _openai_server
