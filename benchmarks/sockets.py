"""Many clients at one web process: idle sockets, streams, floods, clients that never read, frames of any kind.

    python benchmarks/sockets.py [--data DIR] [--full] [--idle SECONDS] [--json]

Without --full everything is smaller and done within two minutes: 500 idle sockets instead of 5,000, 30 streams instead
of 150, and so on; the figures say how many there were. Memory is that of the web process by the kernel. A bare Channels
consumer (bare_consumer.py) proxies the same streams of the same model server for comparison.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import chat  # noqa: E402 - importable once the folder is on the path
from benchmarks.database import own_database  # noqa: E402

TOKENS_A_SECOND = 50
STREAMED_PIECES = 500
"""Ten seconds: with answers of two seconds, 150 streams at once would be 68 new questions a second, and what a machine
can do at most would be measured instead of the delay beside running streams."""
FRAMES_OF_A_CONNECTION = 25
HELD_OPEN = 64
"""Questions asked at once where answers a second are counted."""


@dataclass(frozen=True, slots=True)
class Sizes:
    idle: int
    idle_seconds: float
    streams: int
    answers: int
    burst: int
    visits: int
    frames: int
    documents: int | None


SMALL = Sizes(500, 5, 30, 120, 200, 1_000, 2_000, 200)
FULL = Sizes(5_000, 600, 150, 600, 1_000, 10_000, 50_000, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=chat.DATA)
    parser.add_argument("--full", action="store_true", help="the sizes that were asked for; takes half an hour")
    parser.add_argument("--idle", type=float, help="seconds for which the idle sockets are held after the streams")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    sizes = FULL if options.full else SMALL
    if options.idle is not None:
        sizes = replace(sizes, idle_seconds=options.idle)
    raise_open_files_limit()
    folder = options.data / "de-parliament-qa"
    with (
        own_database("auskunft_benchmark_sockets"),
        model_server(0.0) as fast,
        model_server(1 / TOKENS_A_SECOND) as paced,
    ):
        chat.load(folder, sizes.documents, fast)
        figures = measure(chat.questions(folder, 100), sizes, fast, paced)
    print(json.dumps(figures, ensure_ascii=False) if options.json else chat.listing(figures))


def raise_open_files_limit() -> None:
    from config.processes.web_server import raise_open_files_limit as raise_limit

    raise_limit()


def measure(asked: Sequence[str], sizes: Sizes, fast: str, paced: str) -> dict[str, Any]:
    with chat.web_process() as (process, port):
        asyncio.run(chat.until_answered(port, asked[0]))
        client = Clients(port, process.pid, asked)
        parts: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
            "throughput": lambda: client.throughput(sizes.answers),
            "burst": lambda: client.burst(sizes.burst),
            "visits": lambda: client.visits(sizes.visits),
            "never_reads": client.never_reads,
            "fuzz": lambda: client.fuzz(sizes.frames),
        }
        figures = {name: timed(name, part) for name, part in parts.items()}
        ask_model(paced)
        figures["idle"] = timed("idle", lambda: client.idle_and_streams(sizes))
    with bare_process(paced) as (process, port):
        bare = asyncio.run(Clients(port, process.pid, asked).streams(sizes.streams, hello=False))
    ours = figures["idle"]["streams"]
    figures["bare"] = bare | {
        "delay_ratio": round(ours["stream_delay_ms"]["p50"] / max(bare["stream_delay_ms"]["p50"], 0.1), 2),
        "delay_ratio_with_search_and_proof": round(ours["delay_ms"]["p50"] / max(bare["delay_ms"]["p50"], 0.1), 2),
        "processor_ratio": round(ours["processor_ms_per_stream"] / bare["processor_ms_per_stream"], 2),
    }
    return figures


def timed(name: str, part: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    started = time.monotonic()
    figures = asyncio.run(part())
    print(f"{name}: {figures} in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return figures


def ask_model(base_url: str) -> None:
    from apps.llm.models import Endpoint

    Endpoint.objects.filter(name="benchmark").update(base_url=base_url)


class Clients:
    """People at one server."""

    def __init__(self, port: int, pid: int, asked: Sequence[str]) -> None:
        self.port, self.pid, self.asked = port, pid, asked

    @asynccontextmanager
    async def connected(self, *, hello: bool = True) -> AsyncIterator[Any]:
        from websockets.asyncio.client import connect

        address, origin = f"ws://127.0.0.1:{self.port}/ws/chat/", f"http://127.0.0.1:{self.port}"
        async with connect(address, origin=origin, compression=None, open_timeout=60) as connection:  # type: ignore[arg-type]
            if hello:
                await connection.recv()
            yield connection

    async def answered(self, number: int, *, hello: bool = True) -> dict[str, float]:
        """Times of one answer; raises when it does not come or is no answer."""
        async with self.connected(hello=hello) as connection:
            times = {"asked": time.monotonic()}
            times["begun"] = times["asked"]
            question = {"type": "ask", "id": f"{number}-{time.monotonic_ns()}"}
            await connection.send(json.dumps({**question, "text": self.asked[number % len(self.asked)]}))
            async for message in connection:
                frame = json.loads(message)
                if frame.get("step") == "answering":
                    times["begun"] = time.monotonic()
                if frame["type"] == "delta":
                    times["last"] = time.monotonic()
                    times.setdefault("first", times["last"])
                if frame["type"] in {"done", "error"}:
                    assert frame["type"] == "done", frame
                    return times | {"ended": time.monotonic()}
        raise ConnectionError("The connection was closed before the answer ended.")

    async def throughput(self, count: int) -> dict[str, float]:
        """Answers a second with as many asked at once as one process can use."""
        turns = asyncio.Semaphore(HELD_OPEN)

        async def in_turn(number: int) -> None:
            async with turns:
                await self.answered(number)

        processor, started = chat.processor_seconds(self.pid), time.monotonic()
        await asyncio.gather(*(in_turn(number) for number in range(count)))
        seconds = time.monotonic() - started
        used = chat.processor_seconds(self.pid) - processor
        return {
            "answers": count,
            "per_second": round(count / seconds, 1),
            "processor_ms_per_answer": round(used / count * 1000, 1),
        }

    async def burst(self, count: int) -> dict[str, float]:
        """All ask within one second."""

        async def after(number: int) -> dict[str, float]:
            await asyncio.sleep(number / count)
            return await self.answered(number)

        started = time.monotonic()
        ended = await asyncio.gather(*(after(number) for number in range(count)), return_exceptions=True)
        lost = [one for one in ended if isinstance(one, BaseException)]
        return {"asked": count, "lost": len(lost), "seconds": round(time.monotonic() - started, 1)}

    async def visits(self, count: int) -> dict[str, float]:
        """Connects and disconnects; the first tenth warms up what stays anyway."""

        async def visit(_number: int) -> None:
            async with self.connected():
                pass

        await in_batches(visit, count // 10)
        before = chat.resident_mb(self.pid)
        await in_batches(visit, count)
        await asyncio.sleep(1)
        return {"visits": count, "grown_mb": round(chat.resident_mb(self.pid) - before, 2)}

    async def never_reads(self) -> dict[str, float]:
        """Asks on, as fast as allowed, and takes nothing from the socket; the highest growth meanwhile."""
        before = chat.resident_mb(self.pid)
        most = before
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1_024)
        writer.write(handshake(self.port))
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        for number in range(80):
            frame = {"type": "ask", "id": f"never-{number}", "text": self.asked[number % len(self.asked)]}
            writer.write(masked(json.dumps(frame).encode()))
            await asyncio.sleep(0.1)
            most = max(most, chat.resident_mb(self.pid))
        writer.transport.abort()
        return {"grown_mb": round(most - before, 2)}

    async def fuzz(self, count: int) -> dict[str, Any]:
        """Frames of any kind, most of them broken; after all of them the server answers as before."""
        choose = random.Random(7)  # noqa: S311 - the same frames each time
        frames = [fuzzed(choose) for _ in range(count)]
        batches = [frames[start : start + FRAMES_OF_A_CONNECTION] for start in range(0, count, FRAMES_OF_A_CONNECTION)]
        codes: list[int | None] = []

        async def send(number: int) -> None:
            codes.append(await self.sent(batches[number]))

        await in_batches(send, len(batches), size=20)
        await self.answered(0)
        # 1011 is what a server says after an exception that nobody handled.
        closed = sum(code is not None for code in codes)
        return {"frames": count, "connections_closed": closed, "failures": codes.count(1011)}

    async def sent(self, frames: Sequence[str | bytes]) -> int | None:
        """Sends the frames and reads whatever comes; the code with which the server closed, None if it did not."""
        from websockets.exceptions import ConnectionClosed

        async with self.connected() as connection:
            reading = asyncio.create_task(read_all(connection))
            try:
                for frame in frames:
                    await connection.send(frame)
                await asyncio.sleep(0.2)
            except ConnectionClosed:
                pass
            finally:
                reading.cancel()
            return None if connection.close_code is None else int(connection.close_code)

    async def idle_and_streams(self, sizes: Sizes) -> dict[str, Any]:
        """Memory of an idle socket, and streams beside all of them."""
        before = chat.resident_mb(self.pid)
        async with AsyncExitStack() as stack:
            held: list[Any] = []

            async def open_one(_number: int) -> None:
                held.append(await stack.enter_async_context(self.connected()))

            await in_batches(open_one, sizes.idle)
            memory = (chat.resident_mb(self.pid) - before) * 1024 / sizes.idle
            streams = await self.streams(sizes.streams)
            await asyncio.sleep(sizes.idle_seconds)
            dropped = sum(connection.close_code is not None for connection in held)
        return {
            "sockets": sizes.idle,
            "held_seconds": sizes.idle_seconds,
            "kb_each": round(memory, 1),
            "dropped": dropped,
            "streams": streams,
        }

    async def streams(self, count: int, *, hello: bool = True) -> dict[str, Any]:
        """Answers at 50 tokens a second; how much later than the model they begin and end.

        They are begun over the time that one of them takes, so that at its end all are under way.

        `stream_delay_ms` is that of the stream alone, from the moment the model is asked (a bare consumer does that
        at once, ours says "answering" then) to the last piece of text; `delay_ms` is that of search and proof too.
        """
        processor = chat.processor_seconds(self.pid)
        length = STREAMED_PIECES / TOKENS_A_SECOND

        async def one(number: int) -> dict[str, float]:
            await asyncio.sleep(length * number / count)
            return await self.answered(number, hello=hello)

        ended = await asyncio.gather(*(one(number) for number in range(count)))
        used = chat.processor_seconds(self.pid) - processor
        return {
            "streams": count,
            "first_token_ms": chat.percentiles([one["first"] - one["asked"] for one in ended]),
            "delay_ms": chat.percentiles([one["ended"] - one["asked"] - length for one in ended]),
            "stream_delay_ms": chat.percentiles([one["last"] - one["begun"] - length for one in ended]),
            "processor_ms_per_stream": round(used / count * 1000, 1),
        }


async def read_all(connection: Any) -> None:
    async for _message in connection:
        pass


async def in_batches(work: Any, count: int, size: int = 100) -> None:
    for start in range(0, count, size):
        await asyncio.gather(*(work(number) for number in range(start, min(start + size, count))))


def fuzzed(choose: random.Random) -> str | bytes:
    """A frame as agreed with something wrong in it, or no frame at all."""
    kind = choose.choice(["ask", "stop", "resume", "feedback", "", "hello", None, 7, ["ask"], {"a": 1}])
    values = ["", "x", "\0", "\ud7ff", "a" * 5_000, None, 1, -1, 2**70, 1.5, True, [], {}, [[["x"]]], {"type": "ask"}]
    names = ["id", "text", "conversation", "language", "after", "turn", "rating", "reasons", "comment", "role", "model"]
    record = {"type": kind} | {name: choose.choice(values) for name in choose.sample(names, choose.randint(0, 6))}
    text = json.dumps(record)
    match choose.randint(0, 9):
        case 0:
            return choose.randbytes(choose.randint(0, 200))
        case 1:
            return text[: choose.randint(0, len(text))]
        case 2:
            place = choose.randint(0, len(text))
            return text[:place] + choose.choice(["\0", "{", "]", '"', "\u202e", "😀", "NaN"]) + text[place:]
        case 3:
            return "[" * choose.randint(1, 20_000)
        case _:
            return text


def handshake(port: int) -> bytes:
    lines = [
        "GET /ws/chat/ HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", f"Origin: http://127.0.0.1:{port}",
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode()


def masked(payload: bytes) -> bytes:
    """A text frame as clients send it; a mask of zeros leaves the payload as it is."""
    return b"\x81" + bytes([0x80 | 126]) + len(payload).to_bytes(2, "big") + b"\0\0\0\0" + payload


@contextmanager
def model_server(pause: float) -> Iterator[str]:
    listening = socket.create_server(("127.0.0.1", 0), backlog=2_048)
    process = multiprocessing.get_context("fork").Process(target=serve, args=(listening, pause), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        process.terminate()
        process.join()


def serve(listening: socket.socket, pause: float) -> None:
    import uvicorn

    app = PacedModelServer(pause)
    config = uvicorn.Config(app, log_level="critical", lifespan="off", interface="asgi3", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


class PacedModelServer(chat.ModelServer):
    """Waits before each piece, as models do."""

    def __init__(self, pause: float) -> None:
        super().__init__(STREAMED_PIECES if pause else chat.PIECES)
        self._pause = pause

    async def stream(self, request: dict[str, Any], received: float, send: Any) -> None:
        async def slowly(message: dict[str, Any]) -> None:
            if self._pause and message.get("more_body"):
                await asyncio.sleep(self._pause)
            await send(message)

        await super().stream(request, received, slowly)


@contextmanager
def bare_process(model: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    port = chat.free_port()
    # As a module: beside this file lies another one that is called like the library.
    command = [sys.executable, "-m", "benchmarks.bare_consumer", "--port", str(port), "--model", model]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"DJANGO_SETTINGS_MODULE": ""})
    try:
        wait_for(port)
        yield process, port
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("The bare consumer did not start.")


if __name__ == "__main__":
    main()
