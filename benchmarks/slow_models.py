"""How well an import uses models that take their time, and what it costs when some of their calls fail.

    python benchmarks/slow_models.py [--quick] [--json]

`use` is calls x latency / allowed calls at once / wall: 1 would be every place at the server taken all the time. The
server is a process of its own, answers every call after the same time and counts how many it had at once. `failing`:
every twentieth call is answered by 500 or 429; its wall stands beside the same import without failures. `throughput`:
three calls for each document, 200 ms each, and the peak of this process's memory. `growth`: seconds for each document
with the built-in models when the database holds 20,000 documents, beside those when it holds 1,000 (only without
--quick). Works in a database of its own, which it makes and drops.
"""

import argparse
import asyncio
import json
import multiprocessing
import resource
import socket
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.database import own_database

DATABASE = "auskunft_benchmark_slow_models"
DIMENSIONS = 1024
SECONDS = 12
"""How long each import should last at best."""
CALLS = 2.1
"""Of each document: summary, tags, and its part of an embedding call."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with own_database(DATABASE), model_server() as address:
        result = measured(address, quick=options.quick)
    print(json.dumps(result, ensure_ascii=False) if options.json else json.dumps(result, ensure_ascii=False, indent=2))


def measured(address: str, *, quick: bool) -> dict[str, Any]:
    imported(address, 20, latency=0.0, at_once=8)  # everything is loaded and connected once
    pairs = [(0.5, 8)] if quick else [(latency, at_once) for latency in (0.05, 0.5) for at_once in (8, 25)]
    use = {f"{1000 * latency:.0f} ms, {at_once} at once": used(address, latency, at_once) for latency, at_once in pairs}
    result: dict[str, Any] = {
        "use": use,
        "lowest_use": min(row["use"] for row in use.values()),
        "most_above_the_limit": max(row["most_at_once"] - row["allowed"] for row in use.values()),
        "failing": failing(address, rounds=1 if quick else 3),
        "throughput": throughput(address, 200 if quick else 600),
    }
    if not quick:
        result["growth"] = growth()
    return result


def used(address: str, latency: float, at_once: int) -> dict[str, float]:
    documents = round(SECONDS * at_once / latency / CALLS)
    row = imported(address, documents, latency=latency, at_once=at_once)
    return row | {"allowed": at_once, "use": round(row["calls"] * latency / at_once / row["seconds"], 3)}


def failing(address: str, rounds: int) -> dict[str, Any]:
    """In turns, so that both see the same machine."""
    runs = [
        [imported(address, 150, latency=0.2, at_once=8, fails_every=every)["seconds"] for every in (0, 20)]
        for _ in range(rounds)
    ]
    good, bad = (statistics.median(run[place] for run in runs) for place in (0, 1))
    return {"seconds_without": round(good, 1), "seconds_with": round(bad, 1), "ratio": round(bad / good, 2)}


def throughput(address: str, documents: int) -> dict[str, float]:
    row = imported(address, documents, latency=0.2, at_once=25)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"documents_per_second": round(documents / row["seconds"], 1), "peak_mb": round(peak), **row}


def growth() -> dict[str, float]:
    """Imports of 500 documents into one collection that grows to 20,000, by the built-in models.

    Means of several, because only some of them also bring the statistics of the tables up to date: those by which a
    tenth of the vectors has changed since that was done last (apps/database/analyze_tables.py).
    """
    from apps.llm.models import ChatModel, EmbeddingModel, ModelOrder

    empty_tables()
    ModelOrder.objects.all().delete()
    ChatModel.objects.filter(endpoint__isnull=False).update(is_active=False)
    EmbeddingModel.objects.filter(endpoint__isnull=False).delete()
    seconds = {start: import_documents(500, start)["seconds"] / 500 for start in range(0, 21_000, 500)}
    few = statistics.mean(each for start, each in seconds.items() if 500 <= start <= 2_500)
    many = statistics.mean(each for start, each in seconds.items() if start >= 18_000)
    return {"ms_at_1000": round(1000 * few, 2), "ms_at_20000": round(1000 * many, 2), "ratio": round(many / few, 3)}


def imported(address: str, documents: int, *, latency: float, at_once: int, fails_every: int = 0) -> dict[str, float]:
    """One import of fresh documents into empty tables. Raises AssertionError when one of them is not ready."""
    from apps.llm.models import Endpoint

    empty_tables()
    set_up_models(address)
    Endpoint.objects.update(max_concurrency=at_once)
    tell(address, {"latency": latency, "fails_every": fails_every})
    row = import_documents(documents)
    said = tell(address, {})
    return row | {"calls": said["calls"], "most_at_once": said["most_at_once"]}


def import_documents(count: int, start: int = 0) -> dict[str, float]:
    from apps.documents.lifecycle.import_documents import import_paths

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "documents.jsonl"
        path.write_text("\n".join(json.dumps(record(number)) for number in range(start, start + count)))
        report = import_paths([path], "benchmark")
    assert report.as_json()["ready"] == count, report.problems[:3]
    return {"documents": count, "seconds": round(report.seconds, 2)}


def record(number: int) -> dict[str, str]:
    """No two are alike: what was embedded before would not be asked for again."""
    sentence = f"Vorgang {number} betrifft die Gebühr Nummer {number * 7919 % 10_007} der Satzung {number % 997}. "
    return {"id": f"vorgang-{number}", "title": f"Vorgang {number}", "text": sentence * 12}


def set_up_models(address: str) -> None:
    from apps.database.settings_cache import invalidate_settings_cache
    from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOrder, Purpose

    endpoint, made = Endpoint.objects.get_or_create(name="benchmark", defaults={"base_url": f"{address}/v1"})
    if made:
        ModelOrder.objects.all().delete()
        model = ChatModel.objects.create(name="slow", endpoint=endpoint)
        ModelOrder.objects.create(purpose=Purpose.DEFAULT, model=model, position=1)
        EmbeddingModel.objects.update(is_default=False)
        EmbeddingModel.objects.create(name="slow", endpoint=endpoint, dimensions=DIMENSIONS, is_default=True)
    invalidate_settings_cache()


def empty_tables() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE documents_collection, documents_blob, llm_modelcall CASCADE")


def tell(address: str, knobs: dict[str, float]) -> dict[str, Any]:
    """Sets what is given and starts counting anew; with nothing given only asks."""
    request = urllib.request.Request(f"{address}/knobs", json.dumps(knobs).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=10) as answer:
        said: dict[str, Any] = json.load(answer)
        return said


@contextmanager
def model_server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(port,), daemon=True)
    process.start()
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                tell(address, {})
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.join()


def serve(port: int) -> None:
    from aiohttp import web

    server = Server()
    application = web.Application(client_max_size=64 * 2**20)
    application.router.add_post("/knobs", server.knobs)
    application.router.add_post("/v1/chat/completions", server.chat)
    application.router.add_post("/v1/embeddings", server.embeddings)
    web.run_app(application, host="127.0.0.1", port=port, print=None)


class Server:
    """Answers every call after `latency` seconds, and every `fails_every`th by 500 and 429 in turns."""

    def __init__(self) -> None:
        self.latency, self.fails_every = 0.0, 0
        self.calls = self.now = self.most = 0

    async def knobs(self, request: Any) -> Any:
        from aiohttp import web

        given = await request.json()
        said = {"calls": self.calls, "most_at_once": self.most}
        if given:
            self.latency, self.fails_every = given["latency"], int(given["fails_every"])
            self.calls = self.most = 0
        return web.json_response(said)

    async def wait(self) -> int:
        """The status of this call."""
        self.calls, self.now = self.calls + 1, self.now + 1
        self.most = max(self.most, self.now)
        number = self.calls
        await asyncio.sleep(self.latency)
        self.now -= 1
        if self.fails_every and number % self.fails_every == 0:
            return 500 if number // self.fails_every % 2 else 429
        return 200

    async def chat(self, request: Any) -> Any:
        from aiohttp import web

        body = await request.json()
        if (status := await self.wait()) != 200:
            return web.json_response({"error": {"message": "busy"}}, status=status)
        text = json.dumps({"tags": ["Gebühr", "Satzung"]}) if "response_format" in body else "Eine Zusammenfassung."
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        return web.json_response({"id": "1", "model": "slow", "choices": [choice], "usage": usage(200, 20)})

    async def embeddings(self, request: Any) -> Any:
        import base64

        import numpy
        from aiohttp import web

        body = await request.json()
        if (status := await self.wait()) != 200:
            return web.json_response({"error": {"message": "busy"}}, status=status)
        texts = body["input"]
        vector = numpy.full(DIMENSIONS, DIMENSIONS**-0.5, dtype="<f4")
        encoded = base64.b64encode(vector.tobytes()).decode()
        value = encoded if body.get("encoding_format") == "base64" else vector.tolist()
        data = [{"object": "embedding", "index": place, "embedding": value} for place in range(len(texts))]
        return web.json_response({"data": data, "model": "slow", "usage": usage(50 * len(texts), 0)})


def usage(read: int, written: int) -> dict[str, int]:
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


if __name__ == "__main__":
    main()
