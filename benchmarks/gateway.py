"""What the gateway adds to a streamed answer: CPU time and time to the first token, against a bare read and the client.

    python benchmarks/gateway.py [--answers 200] [--base-url http://127.0.0.1:8900/v1] [--json]

Without --base-url a server of our own speaks in a process of its own: 110 pieces at once, no waiting. The ways are
interleaved, so that a busy machine is busy for all of them. CPU is this process's (user and system); the first token
is the median. Run it from the project's folder with its own interpreter.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import socket
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("MODEL_HOSTS", "127.0.0.0/8")

PIECES = 110
QUESTION = "Was kostet das? " * 27
"""A server that echoes makes an answer of about 110 tokens of it."""
ROUND = 20
Way = Callable[[int], Awaitable[list[float]]]


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers every request with the same stream, as fast as it can."""
    while (await receive()).get("more_body"):
        pass
    start = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]}
    await send(start)
    for part in EVENTS:
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def event(**choice: Any) -> bytes:
    data = {
        "id": "x",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, **choice}],
    }
    return b"data: " + json.dumps(data).encode() + b"\n\n"


EVENTS = [
    *(event(delta={"content": "Wort"}, finish_reason=None) for _ in range(PIECES)),
    event(delta={}, finish_reason="stop"),
    b"data: [DONE]\n\n",
]


def serve(listening: socket.socket) -> None:
    import uvicorn

    config = uvicorn.Config(application, log_level="critical", lifespan="off", interface="asgi3", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


def gateway_way(base_url: str) -> Way:
    from apps.llm.call_ledger import Ledger
    from apps.llm.providers.gateway_language_model import GatewayLanguageModel
    from apps.llm.transport.endpoint_connections import EndpointAddress
    from apps.llm.transport.gateway import Gateway
    from apps.llm.transport.timeouts_and_retries import RetryPolicy
    from apps.llm.types import Message

    model = GatewayLanguageModel(
        gateway=Gateway(EndpointAddress("bench", base_url, "x")),
        name="m",
        context_window=16_385,
        max_output_tokens=2_048,
        purpose="answer",
        retry_policy=RetryPolicy(60.0, 2, 5.0),
        ledger=Ledger(),
    )

    async def way(count: int) -> list[float]:
        return [await first_of(model.stream([Message("user", QUESTION)])) for _ in range(count)]

    return way


def client_way(base_url: str) -> Way:
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=base_url, api_key="x", max_retries=0)

    async def stream() -> AsyncIterator[Any]:
        messages: Any = [{"role": "user", "content": QUESTION}]
        async for chunk in await client.chat.completions.create(model="m", stream=True, messages=messages):
            yield chunk

    async def way(count: int) -> list[float]:
        return [await first_of(stream()) for _ in range(count)]

    return way


def bare_way(base_url: str) -> Way:
    """The HTTP library below the client, bytes thrown away: what no gateway can go below."""
    import httpx2

    client = httpx2.AsyncClient(timeout=60)
    body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": QUESTION}]}

    async def stream() -> AsyncIterator[bytes]:
        async with client.stream("POST", f"{base_url}/chat/completions", json=body) as response:
            async for received in response.aiter_bytes():
                yield received

    async def way(count: int) -> list[float]:
        return [await first_of(stream()) for _ in range(count)]

    return way


async def first_of(stream: AsyncIterator[Any]) -> float:
    """Reads the whole stream; seconds until its first item."""
    started = time.perf_counter()
    first = 0.0
    async for _ in stream:
        first = first or time.perf_counter() - started
    return first


async def measure(base_url: str, answers: int) -> dict[str, dict[str, float]]:
    ways = {"bare": bare_way(base_url), "gateway": gateway_way(base_url), "client": client_way(base_url)}
    firsts: dict[str, list[float]] = {name: [] for name in ways}
    cpu = dict.fromkeys(ways, 0.0)
    for way in ways.values():
        await way(5)
    for _ in range(max(1, answers // ROUND)):
        for name, way in ways.items():
            before = time.process_time()
            firsts[name] += await way(ROUND)
            cpu[name] += time.process_time() - before
    return {
        name: {
            "cpu_ms_per_answer": round(1000 * cpu[name] / len(firsts[name]), 2),
            "first_token_ms_p50": round(1000 * statistics.median(firsts[name]), 2),
            "first_token_ms_p95": round(1000 * statistics.quantiles(firsts[name], n=20)[-1], 2),
        }
        for name in ways
    }


def own_server() -> tuple[BaseProcess, str]:
    listening = socket.create_server(("127.0.0.1", 0))
    process = multiprocessing.get_context("fork").Process(target=serve, args=(listening,), daemon=True)
    process.start()
    return process, f"http://127.0.0.1:{listening.getsockname()[1]}/v1"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--base-url", default="")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    process, base_url = (None, options.base_url) if options.base_url else own_server()
    import django

    django.setup()
    ways = asyncio.run(measure(base_url, options.answers))
    if process:
        process.terminate()
    added = round(ways["gateway"]["first_token_ms_p50"] - ways["bare"]["first_token_ms_p50"], 2)
    result = {"answers": options.answers, "ways": ways, "first_token_added_ms": added}
    if options.json:
        print(json.dumps(result))
        return
    for name, figures in ways.items():
        print(f"{name:8}", *(f"{key} {value:7.2f}" for key, value in figures.items()), sep="  ")
    print(f"The gateway adds {added} ms to the first token.")


if __name__ == "__main__":
    main()
