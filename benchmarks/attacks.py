"""Attacks on the service: how many of each kind are tried, how many it holds, how long its event loop stood still.

    python benchmarks/attacks.py [--full] [--seed 19] [--only PART,PART] [--json]

`texts`: hostile texts of up to 190,000 characters to the plain language; held are those answered with a text or a
sentence. `patterns`: every regular expression of the product with every kind of hostile text of 100,000 characters.
`requests`: made-up requests to every address of the site and the admin, as a stranger and with every role; held are
those without an answer of 500 and without a traceback in the log. `questions`: hostile texts as long as a question may
be, asked over the socket, as a follow-up and over the interface, with pages of the same kinds in the collection; held
are those that are answered while the loop stands still for no more than 100 ms. `replies`: a model that writes 60,000
characters of such texts, none twice, each sentence with a citation; held as questions are. `sockets`: bytes that no
browser sends, over HTTP and the websocket; held are those beside which a visitor is answered and the loop stands still
for no more than 100 ms. `answers`: links and numbers forged by a model.
`exports`: formulas in tables, opened by LibreOffice where it is installed. `origins`: websockets of foreign pages.
`endpoints`: addresses inside in all notations, and other secrets as keys. `connections`: clients that connect and say
nothing, from forty addresses, while honest visitors ask; held are those that were let go in time. `flood`: ten
attackers send hostile texts to the running web process, to be simplified and as questions, while honest visitors ask;
its stall is the longest way of a ping to the loop and back.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import chat  # noqa: E402 - importable once the folder is on the path
from benchmarks.attack_parts.hostile_questions import hostile_pages, hostile_questions  # noqa: E402
from benchmarks.attack_parts.hostile_replies import HostileModel, hostile_replies  # noqa: E402
from benchmarks.attack_parts.raw_sockets import raw_sockets  # noqa: E402
from benchmarks.attack_parts.silent_connections import silent_connections  # noqa: E402
from benchmarks.attack_parts.visitors import Pings, compared, first_words, percentile  # noqa: E402
from benchmarks.database import own_database  # noqa: E402
from benchmarks.sockets import Clients  # noqa: E402
from tests.attacks.hostile_texts import hostile_texts  # noqa: E402

ATTACKERS = 10
WARM_UP = 5
TICK = 0.005
PAGE = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. Sie ist bar zu zahlen."
QUESTIONS = ["Wie hoch ist die Gebühr für einen Anwohnerparkausweis?", "Wie ist die Gebühr zu zahlen?"]


@dataclass(frozen=True, slots=True)
class Sizes:
    texts: int
    requests: int
    visitors: int
    silent: int


SHORT, FULL = Sizes(30_000, 400, 20, 1_000), Sizes(190_000, 5_000, 200, 10_000)
"""Characters of a text, requests of one caller, questions of honest visitors with and without attackers, silent
connections."""
ANSWERS, ORIGINS = 500, 2_000
DOORS = (("/api/v1/simplify", "text", None), ("/api/v1/ask", "question", 2_000))
"""Where attackers send their texts, as which field, and how much of them."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="20,000 requests, texts of 190,000 characters")
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--only", default="", help="names of parts, separated by commas; all by default")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    sizes = FULL if options.full else SHORT
    with own_database("auskunft_benchmark_attacks"):
        figures = measure(sizes, options.seed, options.only.split(",") if options.only else [])
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def measure(sizes: Sizes, seed: int, only: Sequence[str]) -> dict[str, Any]:
    """Raises SystemExit for a part that there is not."""
    from benchmarks.attack_parts import generated
    from tests import factories

    factories.document([PAGE], title="Gebühren", external_id="gebuehren.txt")
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "texts": lambda: asyncio.run(texts(sizes.texts)),
        "flood": lambda: flood(sizes),
        "questions": questions,
        "replies": replies,
        "sockets": sockets,
        "connections": lambda: connections(sizes),
        "answers": lambda: generated.answers(ANSWERS, seed),
        "exports": generated.exports,
        "patterns": patterns,
        "requests": lambda: requests(sizes.requests, seed),
        # Both change settings that the others need.
        "origins": lambda: generated.origins(ORIGINS, seed),
        "endpoints": generated.endpoints,
    }
    if unknown := set(only) - set(parts):
        sys.exit(f"Unknown part '{unknown.pop()}'. Known: {', '.join(parts)}.")
    found = {}
    for name in only or parts:
        started = time.monotonic()
        found[name] = parts[name]()
        print(f"{name}: {found[name]} in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    surfaces = {name: row(figures) for name, figures in found.items()}
    return {"surfaces": surfaces} | beside(found) | {"failed": failures(found)}


def beside(found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What honest visitors saw meanwhile, and other figures of parts that were run."""
    figures: dict[str, Any] = {}
    if "flood" in found:
        figures["visitors"] = found["flood"]["visitors"]
    if "connections" in found:
        silent = found["connections"]
        figures["visitors_beside_silent"] = silent["visitors"] | {key: silent[key] for key in ("wanted", "opened")}
    if "exports" in found:
        figures["opened_by_libreoffice"] = found["exports"]["libreoffice"]
    return figures


def row(figures: dict[str, Any]) -> dict[str, Any]:
    """Stalls are None where nothing was asked of a process that answers others.

    `worst_stall_ms` is the best of three tries where a stall was tried again, `worst_once_ms` the worst of all.
    """
    tried, held, worst = figures["tried"], figures["held"], figures.get("worst_stall_ms")
    once = figures.get("worst_once_ms", worst)
    return {"tried": tried, "held": held, "not_held": tried - held, "worst_stall_ms": worst, "worst_once_ms": once}


def failures(found: dict[str, dict[str, Any]]) -> list[str]:
    return [str(one)[:200] for figures in found.values() for one in figures.get("failed", [])][:20]


@dataclass(slots=True)
class LoopWatch:
    """The longest time for which the event loop came to nothing else, in milliseconds; of the processor and in all."""

    worst: float = 0.0
    worst_processor: float = 0.0

    async def watch(self) -> None:
        while True:
            begin, used = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            self.worst = max(self.worst, (time.perf_counter() - begin - TICK) * 1000)
            self.worst_processor = max(self.worst_processor, (time.thread_time() - used) * 1000)


@asynccontextmanager
async def watched_loop() -> AsyncIterator[LoopWatch]:
    watch = LoopWatch()
    task = asyncio.create_task(watch.watch())
    try:
        yield watch
    finally:
        task.cancel()


async def texts(length: int) -> dict[str, Any]:
    """Each kind through the whole rewrite, by the built-in rules, in an event loop that is watched."""
    from apps.simplify.errors import SimplifyError
    from apps.simplify.rewriting.rewrite_request import RewriteRequest
    from apps.simplify.rewriting.rewrite_text import rewrite_to_end
    from config.warm_up_web_process import warm_up_language_tables
    from tests.simplify.scripted import setup_with

    # As in the web process, which does so when it starts.
    await asyncio.to_thread(warm_up_language_tables)
    setup, failed, tried = setup_with(), [], 0
    async with watched_loop() as watch:
        for kind, text in [*hostile_texts(length).items(), *hostile_texts(2_000).items()]:
            tried += 1
            try:
                outcome = await rewrite_to_end(
                    RewriteRequest(text=text), setup=replace(setup, writers=(setup.stand_in,))
                )
                json.dumps(outcome.as_json())
            except SimplifyError as refused:
                if not str(refused):
                    failed.append(kind)
    return {
        "tried": tried,
        "held": tried - len(failed),
        "worst_stall_ms": round(watch.worst_processor),
        "failed": failed,
    }


def patterns() -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.attacks.compiled_patterns"]
    lines = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    said = [json.loads(line) for line in lines]
    slow, (total,) = [one for one in said if isinstance(one, list)], [one for one in said if isinstance(one, dict)]
    tried = total["patterns"] * total["texts"]
    failed = [
        f"{', '.join(names)}: {kind}, {length} characters, {taken:.3f} s" for names, kind, length, taken, _ in slow
    ]
    return {"tried": tried, "held": tried - len(slow), "failed": failed}


def requests(number: int, seed: int) -> dict[str, Any]:
    from django.conf import settings

    from apps.documents.models import Document
    from tests.attacks.request_trial import CALLERS, try_requests

    settings.ALLOWED_HOSTS = ["testserver"]
    document = Document.objects.get()
    known = [str(document.pk), str(document.collection_id)]
    trials = [try_requests(caller, number, seed + turn, known) for turn, caller in enumerate(CALLERS)]
    failed = [one for trial in trials for one in {*trial.server_errors, *trial.tracebacks}]
    tried = sum(trial.requests for trial in trials)
    return {"tried": tried, "held": tried - len(failed), "failed": failed}


def flood(sizes: Sizes) -> dict[str, Any]:
    with limited_attackers(), chat.web_process() as (process, port):
        asyncio.run(chat.until_answered(port, QUESTIONS[0]))
        return asyncio.run(flooded(Clients(port, process.pid, QUESTIONS), sizes))


async def flooded(client: Clients, sizes: Sizes) -> dict[str, Any]:
    """Honest visitors one after the other, at first alone, then beside ten attackers."""
    await first_words(client, WARM_UP)
    alone = await first_words(client, sizes.visitors)
    trial, pings = FloodTrial(client.port, hostile(sizes.texts)), Pings()
    tasks = [asyncio.create_task(trial.attack(number)) for number in range(ATTACKERS)]
    tasks.append(asyncio.create_task(pings.send(client)))
    await asyncio.sleep(2)
    beside = await first_words(client, sizes.visitors)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    visitors = {
        **compared(alone, beside),
        "ping_p99_ms_attacked": percentile(pings.milliseconds, 0.99),
        "attackers": ATTACKERS,
        "attacks": trial.tried,
    }
    worst = round(max(pings.milliseconds))
    return {
        "tried": trial.tried,
        "held": trial.held,
        "worst_stall_ms": worst,
        "visitors": visitors,
        "failed": trial.failed,
    }


def questions() -> dict[str, Any]:
    from tests import factories

    hostile = factories.document(hostile_pages(), title="Gebühren und anderes", external_id="hostile.txt")
    try:
        with chat.web_process() as (process, port):
            asyncio.run(chat.until_answered(port, QUESTIONS[0]))
            return asyncio.run(hostile_questions(Clients(port, process.pid, QUESTIONS)))
    finally:
        hostile.delete()


def replies() -> dict[str, Any]:
    from apps.llm.models import ModelOrder

    with chat.model_server(HostileModel()) as base_url:
        chat.connect(base_url)
        try:
            with chat.web_process() as (process, port):
                asyncio.run(chat.until_answered(port, QUESTIONS[0]))
                return asyncio.run(hostile_replies(Clients(port, process.pid, QUESTIONS)))
        finally:
            ModelOrder.objects.filter(model__endpoint__base_url=base_url).delete()


def sockets() -> dict[str, Any]:
    with chat.web_process() as (process, port):
        asyncio.run(chat.until_answered(port, QUESTIONS[0]))
        return asyncio.run(raw_sockets(Clients(port, process.pid, QUESTIONS)))


def connections(sizes: Sizes) -> dict[str, Any]:
    with limited_attackers(), chat.web_process() as (process, port):
        asyncio.run(chat.until_answered(port, QUESTIONS[0]))
        return asyncio.run(held_open(Clients(port, process.pid, QUESTIONS), sizes))


@contextmanager
def limited_attackers() -> Iterator[None]:
    """A stranger's limits hold for every address but the visitors' own, from which two hundred ask one after the other.

    By default the whole network of the machine itself has no limits, and attackers of this benchmark are in it.
    """
    os.environ["UNLIMITED_ADDRESSES"] = "127.0.0.1/32"
    try:
        yield
    finally:
        del os.environ["UNLIMITED_ADDRESSES"]


async def held_open(client: Clients, sizes: Sizes) -> dict[str, Any]:
    questions, pings, refused = sizes.visitors // 3, Pings(), list[str]()
    await first_words(client, WARM_UP)
    alone = await first_words(client, questions)

    async def beside() -> list[float]:
        pinging = asyncio.create_task(pings.send(client))
        try:
            refused.extend(await pages(client.port, questions))
            return await first_words(client, questions)
        finally:
            pinging.cancel()

    figures = await silent_connections(client.port, sizes.silent, beside)
    return figures | {
        "tried": figures["tried"] + questions,
        "held": figures["held"] + questions - len(refused),
        "failed": figures["failed"] + refused,
        "worst_stall_ms": round(max(pings.milliseconds)),
        "visitors": compared(alone, figures["visitors"]),
    }


async def pages(port: int, count: int) -> list[str]:
    """What was wrong with the page as honest visitors got it, each on a connection of its own."""
    import httpx2

    found = []
    for _ in range(count):
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
            answer = await http.get("/healthz")
            if answer.status_code != 200:
                found.append(f"a visitor's page was answered with {answer.status_code}")
    return found


def hostile(length: int) -> list[str]:
    found = hostile_texts(length)
    return [found["German"], found["dots"][:12_000], found["blanks"], found["mixed"], found["digits"]]


@dataclass(slots=True)
class FloodTrial:
    """Held are attacks answered with a text or a sentence: any status but 500.

    Every attacker has an address of its own, so that what it is refused costs nobody else.
    """

    port: int
    texts: Sequence[str]
    tried: int = 0
    held: int = 0
    failed: list[str] = field(default_factory=list)

    async def attack(self, number: int) -> None:
        """Without an end and without a pause: every third attacker asks by websocket, the others call the interface."""
        door = number % (len(DOORS) + 1)
        if door < len(DOORS):
            await self.call(number, *DOORS[door])
        while True:
            with suppress(OSError, TimeoutError, WebSocketException):
                await self.ask(number)

    async def call(self, number: int, address: str, name: str, longest: int | None) -> None:
        import httpx2

        way = httpx2.AsyncHTTPTransport(local_address=address_of(number))
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=300, transport=way) as http:
            while True:
                text = self.texts[number % len(self.texts)]
                number += 1
                with suppress(httpx2.HTTPError):
                    answer = await http.post(address, json={name: text[:longest]})
                    self.note(answer.status_code != 500 and bool(answer.content), f"{answer.status_code} {text[:30]}")

    async def ask(self, number: int) -> None:
        """On one connection, until it is closed. Raises what the websocket client raises."""
        site = f"127.0.0.1:{self.port}"
        async with connect(
            f"ws://{site}/ws/chat/",
            origin=f"http://{site}",  # type: ignore[arg-type]
            local_addr=(address_of(number), 0),
        ) as connection:
            await connection.recv()
            while True:
                question = f"{QUESTIONS[0]} {self.tried}"
                await connection.send(json.dumps({"type": "ask", "id": f"{number}-{self.tried}", "text": question}))
                kind = ""
                while kind not in ("done", "error"):
                    kind = json.loads(await connection.recv())["type"]
                self.note(True, "")

    def note(self, has_held: bool, what: str) -> None:
        self.tried += 1
        self.held += has_held
        if not has_held:
            self.failed.append(what)


def address_of(attacker: int) -> str:
    return f"127.0.9.{attacker + 1}"


if __name__ == "__main__":
    main()
