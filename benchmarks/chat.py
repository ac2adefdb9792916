"""What a question costs beside the models: own time, delay of the first token, start, memory; through the real socket.

    python benchmarks/chat.py [--data DIR] [--limit N] [--questions 150] [--json]

A web process answers over its websocket, a model server of our own replies at once (110 pieces and a quote) and notes
when it was asked and when it wrote. Own time is from the question at the client to the last frame there, without what
the model server and the embedding took; the conversation is stored within it. Both clocks are the machine's.
"""

import argparse
import asyncio
import gzip
import json
import multiprocessing
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATA = ROOT.parent / "shared" / "data"
PIECES = 110
WARM_UP = 10
SOURCE = re.compile(r"<quelle [^>]*>\n(.*?)\n</quelle>", re.DOTALL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--limit", type=int, help="documents to import; all by default")
    parser.add_argument("--questions", type=int, default=150)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with own_database("auskunft_benchmark_chat"), model_server() as base_url:
        load(options.data / "de-parliament-qa", options.limit, base_url)
        figures = measure(questions(options.data / "de-parliament-qa", options.questions), base_url)
        figures["steps_ms"] = medians_of_steps(options.questions)
    figures["documents"] = options.limit or 2_271
    print(json.dumps(figures, ensure_ascii=False) if options.json else listing(figures))


def load(folder: Path, limit: int | None, base_url: str) -> None:
    """The documents by the built-in models, then the language model of this benchmark in their place."""
    from apps.documents.lifecycle.import_documents import import_paths

    with tempfile.TemporaryDirectory() as temporary:
        records = Path(temporary) / "documents.jsonl"
        with gzip.open(folder / "documents.jsonl.gz") as packed, records.open("wb") as unpacked:
            shutil.copyfileobj(packed, unpacked)
        import_paths([records], "qa", limit=limit)
    connect(base_url)


def connect(base_url: str) -> None:
    """The model server at this address answers from now on."""
    from apps.llm.models import ChatModel, Endpoint, ModelOrder

    endpoint = Endpoint.objects.create(name="benchmark", base_url=base_url, api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="benchmark")
    ModelOrder.objects.update_or_create(purpose="default", position=1, defaults={"model": model})


def questions(folder: Path, count: int) -> list[str]:
    lines = (folder / "verbatim_questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [str(json.loads(line)["question"]) for line in lines][:count]


def medians_of_steps(count: int) -> dict[str, float]:
    """What the service itself noted of the newest answers: the median of each step, in milliseconds."""
    from apps.chat.models import Turn

    noted = list(Turn.objects.order_by("-created_at")[:count].values_list("seconds", flat=True))
    names = sorted({name for timings in noted for name in timings})
    return {name: round(statistics.median(timings.get(name, 0) for timings in noted) * 1000, 2) for name in names}


def measure(asked: Sequence[str], base_url: str) -> dict[str, Any]:
    started = time.monotonic()
    with web_process() as (process, port):
        first = asyncio.run(until_answered(port, asked[0]))
        figures: dict[str, Any] = {
            "start": {"seconds_to_first_answer": round(first - started, 2), "memory_mb": resident_mb(process.pid)}
        }
        asyncio.run(ask_all(port, asked[:WARM_UP]))
        forget_times(base_url)
        processor = processor_seconds(process.pid)
        answered = asyncio.run(ask_all(port, asked))
        processor = processor_seconds(process.pid) - processor
        figures |= compared(answered, forget_times(base_url))
        figures["processor_ms_per_answer"] = round(processor / len(asked) * 1000, 1)
        figures["memory_mb_at_the_end"] = resident_mb(process.pid)
    return figures


def compared(answered: Sequence[dict[str, Any]], served: Sequence[dict[str, float]]) -> dict[str, Any]:
    """Questions are asked one after the other, so both lists have the same order."""
    assert len(answered) == len(served), f"{len(answered)} answers, {len(served)} calls of the model"
    pairs = list(zip(answered, served, strict=True))
    own = [
        answer["ended"] - answer["asked"] - (call["last"] - call["received"]) - answer["seconds"]["embed"]
        for answer, call in pairs
    ]
    return {
        "answers": len(pairs),
        "cited": sum(1 for answer in answered if answer["citations"]),
        "own_time_ms": percentiles(own),
        "until_the_model_is_asked_ms": percentiles([call["received"] - answer["asked"] for answer, call in pairs]),
        "first_token_added_ms": percentiles([answer["first"] - call["first"] for answer, call in pairs]),
        "after_the_last_token_ms": percentiles([answer["ended"] - call["last"] for answer, call in pairs]),
    }


async def ask_all(port: int, asked: Sequence[str]) -> list[dict[str, Any]]:
    return [await ask(port, question) for question in asked]


async def ask(port: int, question: str) -> dict[str, Any]:
    """One question on a connection of its own: a connection may ask only ten times a minute."""
    from websockets.asyncio.client import connect

    async with connect(f"ws://127.0.0.1:{port}/ws/chat/", origin=f"http://127.0.0.1:{port}") as connection:  # type: ignore[arg-type]
        await connection.recv()
        times = {"asked": time.monotonic()}
        await connection.send(json.dumps({"type": "ask", "id": f"{time.monotonic_ns()}", "text": question}))
        async for message in connection:
            frame = json.loads(message)
            if frame["type"] == "delta":
                times.setdefault("first", time.monotonic())
            if frame["type"] in {"done", "error"}:
                times["ended"] = time.monotonic()
                assert frame["type"] == "done", frame
                # A model that writes within a millisecond has its words read together with the end.
                times.setdefault("first", times["ended"])
                return {**times, "state": frame["state"], "seconds": frame["seconds"], "citations": frame["citations"]}
    raise ConnectionError("The connection was closed before the answer ended.")


async def until_answered(port: int, question: str) -> float:
    """The time at which a server that has just been started has given its first answer."""
    while True:
        try:
            return float((await ask(port, question))["ended"])
        except OSError:
            await asyncio.sleep(0.02)


@contextmanager
def web_process() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    from django.db import connection

    settings = connection.settings_dict
    user, password = quote(settings["USER"], safe=""), quote(settings["PASSWORD"], safe="")
    host = quote(settings["HOST"] or "localhost", safe="")
    url = f"postgres://{user}:{password}@{host}:{settings['PORT'] or 5432}/{settings['NAME']}"
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "config.web", "--port", str(port)],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
    )
    try:
        yield process, port
    finally:
        process.terminate()
        process.wait(timeout=40)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return round(int(status.partition("VmRSS:")[2].split()[0]) / 1024, 1)


def processor_seconds(pid: int) -> float:
    """User and system time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def model_server(application: Any = None) -> Iterator[str]:
    """The address of a model server in a process of its own; by default a ModelServer."""
    listening = socket.create_server(("127.0.0.1", 0))
    served = (listening, application or ModelServer())
    process = multiprocessing.get_context("fork").Process(target=serve, args=served, daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        process.terminate()
        process.join()


def serve(listening: socket.socket, application: Any) -> None:
    import uvicorn

    config = uvicorn.Config(application, log_level="critical", lifespan="off", interface="asgi3", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


class ModelServer:
    """Streams an answer that quotes its first source, and notes its times; reading them empties the list."""

    def __init__(self, pieces: int = PIECES) -> None:
        self.times: list[dict[str, float]] = []
        self._pieces = pieces

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        received = time.monotonic()
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        if scope["path"] == "/times":
            await self.hand_out(send)
        else:
            await self.stream(json.loads(body), received, send)

    def pieces_for(self, prompt: str) -> list[str]:
        return reply(prompt, self._pieces)

    async def hand_out(self, send: Any) -> None:
        times, self.times = self.times, []
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": json.dumps(times).encode()})

    async def stream(self, request: dict[str, Any], received: float, send: Any) -> None:
        head = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        events = [chunk({"content": piece}) for piece in self.pieces_for(request["messages"][-1]["content"])]
        first = time.monotonic()
        for event in events:
            await send({"type": "http.response.body", "body": event, "more_body": True})
        end = chunk({}, finish_reason="stop") + b"data: [DONE]\n\n"
        self.times.append({"received": received, "first": first, "last": time.monotonic()})
        await send({"type": "http.response.body", "body": end})


def reply(prompt: str, pieces: int) -> list[str]:
    found = SOURCE.search(prompt)
    words = found[1].split()[:12] if found else ["nichts"]
    claim = " ".join(words)
    text = [f"{word} " for word in words] + ["[1]. "] + ["Wort "] * (pieces - len(words) - 3)
    return [*text, "\nBELEGE\n", f'[1] "{claim}"']


def chunk(delta: dict[str, str], finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    record = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}
    return b"data: " + json.dumps(record).encode() + b"\n\n"


def forget_times(base_url: str) -> list[dict[str, float]]:
    with urlopen(base_url.removesuffix("/v1") + "/times") as answer:
        times: list[dict[str, float]] = json.load(answer)
    return times


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    ranked = sorted(seconds)
    return {
        "p50": round(statistics.median(ranked) * 1000, 2),
        "p95": round(ranked[int(len(ranked) * 0.95)] * 1000, 2),
    }


def listing(figures: dict[str, Any]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in figures.items())


if __name__ == "__main__":
    main()
