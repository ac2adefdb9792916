"""Two databases asked in turn: each by a process of its own that holds it, as the web process would.

What a search takes changes with the machine by a factor of two within an hour. So the small and the large database are
asked the same question one right after the other, and only one of the two processes works at a time. On a busy machine
most of a search is waiting for a processor, so the processor time is told as well: of the process that searches and of
its connections to the database.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[2]
ANSWERER = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
from benchmarks.scale_parts.alternating import answer
answer(sys.argv[1])
"""
ROUNDS = 3
"""Of each question, after one that warms the caches; the middle one counts."""
ONE_MORE = 15


def in_turn(names: Sequence[str], asked: Sequence[str], algorithms: Sequence[str]) -> list[dict[str, Any]]:
    """What each of the databases takes for the questions, and for importing one more document."""
    from benchmarks.retrieval import percentiles

    with ExitStack() as stack:
        answerers = [stack.enter_context(answerer(name)) for name in names]
        found: list[dict[str, Any]] = [{"search_ms": {}, "processor_ms": {}} for _ in names]
        for slug in algorithms:
            for figures, taken in zip(found, searches(answerers, asked, slug), strict=True):
                figures["search_ms"][slug] = percentiles([seconds for seconds, _ in taken])
                figures["processor_ms"][slug] = percentiles([processor for _, processor in taken])
        imports = [[each.ask({"import": number})[0] for each in answerers] for number in range(ONE_MORE)]
        for place, figures in enumerate(found):
            figures["one_more_document_ms"] = round(1_000 * median(row[place] for row in imports), 1)
    return found


def searches(answerers: "Sequence[Answerer]", asked: Sequence[str], slug: str) -> list[list[tuple[float, float]]]:
    """By database, the seconds of each question, and those of the processor."""
    rounds = [
        [[each.ask({"question": question, "algorithm": slug}) for each in answerers] for question in asked]
        for _ in range(1 + ROUNDS)
    ]
    return [
        [middle([each[question][place] for each in rounds[1:]]) for question in range(len(asked))]
        for place in range(len(answerers))
    ]


def middle(taken: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return median(seconds for seconds, _ in taken), median(processor for _, processor in taken)


class Answerer:
    """A process with one of the databases: a line of JSON in, the seconds that it took out, and the processor's."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, request: dict[str, Any]) -> tuple[float, float]:
        """Raises RuntimeError when the process has ended."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(request), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The process that holds the database has ended; what it said stands above.")
        seconds, processor = json.loads(line)
        return seconds, processor


@contextmanager
def answerer(name: str) -> Iterator[Answerer]:
    process = subprocess.Popen(
        [sys.executable, "-c", ANSWERER, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        yield Answerer(process)
    finally:
        process.communicate()


def answer(name: str) -> None:
    """Until nobody asks any more. Settings are remembered, as in every process that answers."""
    from benchmarks.database import as_the_web_process, kept_database

    with kept_database(name, keep=True):
        from apps.database.settings_cache import use_settings_cache

        with as_the_web_process(), use_settings_cache():
            for line in sys.stdin:
                request = json.loads(line)
                before = seconds_of_connections(name)
                since = time.process_time()
                seconds = imported(request["import"]) if "import" in request else own_time(**request)
                own = time.process_time() - since
                print(json.dumps([seconds, own + seconds_of_connections(name) - before]), flush=True)


def seconds_of_connections(name: str) -> float:
    """Processor time of all connections to the database, to the nanosecond."""
    nanoseconds = 0
    for child in server().children():
        try:
            if f" {name} " in " ".join(child.cmdline()):
                nanoseconds += int(Path(f"/proc/{child.pid}/schedstat").read_text(encoding="ascii").split()[0])
        except (psutil.NoSuchProcess, OSError):
            continue
    return nanoseconds / 1e9


@cache
def server() -> psutil.Process:
    from django.conf import settings

    from config import localdb

    return psutil.Process(int(str(localdb.status(settings.AUSKUNFT_DATA)["pid"])))


def own_time(question: str, algorithm: str) -> float:
    """Of a search, without the embedding call."""
    from asgiref.sync import async_to_sync

    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    result = async_to_sync(search)(question, SearchRequest(algorithm=algorithm), ledger=Ledger())
    return result.seconds - sum(step.seconds for step in result.steps if step.name == "embed")


def imported(number: int) -> float:
    """A document of one page, with all that belongs to it."""
    from apps.documents.lifecycle.import_documents import import_paths

    page = {
        "id": f"one-more-{time.time_ns()}",
        "title": f"Nachtrag {number}",
        "text": f"Absatz {number} gilt ab 2027.",
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{number}.jsonl"
        path.write_text(json.dumps(page), encoding="utf-8")
        started = time.perf_counter()
        assert import_paths([path], "laws").as_json()["ready"] == 1
        return time.perf_counter() - started
