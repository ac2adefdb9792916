"""Processes of the running service are killed at random moments while it imports; then the database is restarted.

    python benchmarks/kills.py [--documents 200] [--kills 100] [--restarts 10] [--seed 1] [--json]

What it looks at: documents lost, rows that are there twice or missing, model calls made again, the longest time
without a finished step, and tracebacks in the log. Each kill comes soon after the first step that was finished since
the one before. The supervisor is killed as well; it is started again as the system's own supervision would.
"""

import argparse
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from os import kill
from pathlib import Path
from typing import Any

import psutil
import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.running_service import MARK, Service, running_service
from config import localdb

LATENCY = 0.2
"""Seconds of each model call."""
PORTION = 10
"""Documents of one import: the next begins when the last is nearly done, so that there is always something to read."""
LONGEST_PAUSE = 180.0
"""Seconds without a finished step after which the run is given up: somebody waits for ever."""
LOOK_EVERY = 0.05
STAGES = 6

PROGRESS = """
    SELECT (SELECT count(*) FROM documents_step WHERE state = 'done'),
           (SELECT count(*) FROM documents_document WHERE status IN ('ready', 'ready_partial', 'failed', 'quarantined')
             AND NOT 'text_first' = ANY(flags))
"""
COUNTS = """
    SELECT (SELECT count(*) FROM documents_document),
           (SELECT count(*) FROM documents_document WHERE status = 'ready'),
           (SELECT count(*) FROM documents_document WHERE status = 'quarantined'),
           (SELECT count(*) FROM documents_revision) - (SELECT count(*) FROM documents_document),
           (SELECT count(*) - count(DISTINCT (revision_id, number)) FROM documents_page),
           (SELECT count(*) - count(DISTINCT (revision_id, kind, page_number, position, text)) FROM documents_chunk),
           (SELECT count(*) - count(DISTINCT revision_id) FROM documents_chunk WHERE kind = 'summary'),
           (SELECT count(*) - count(DISTINCT (chunk_id, model_id)) FROM documents_embedding),
           (SELECT count(*) FROM documents_document document WHERE NOT EXISTS (
                SELECT FROM documents_page page WHERE page.revision_id = document.current_revision_id)),
           (SELECT count(*) FROM documents_document document WHERE NOT EXISTS (
                SELECT FROM documents_chunk chunk WHERE chunk.document_id = document.id AND chunk.kind = 'content')),
           (SELECT count(*) FROM documents_document document WHERE NOT EXISTS (
                SELECT FROM documents_chunk chunk WHERE chunk.document_id = document.id AND chunk.kind = 'summary')),
           (SELECT count(*) FROM documents_chunk chunk WHERE NOT EXISTS (
                SELECT FROM documents_embedding WHERE chunk_id = chunk.id)),
           (SELECT coalesce(max(attempts), 0) FROM documents_step),
           (SELECT coalesce(max(lost_leases), 0) FROM documents_step),
           (SELECT count(*) FROM documents_step WHERE state <> 'done')
"""
NAMES = (
    "documents", "ready", "quarantined", "revisions_twice", "pages_twice", "chunks_twice", "summaries_twice",
    "embeddings_twice", "pages_missing", "contents_missing", "summaries_missing", "embeddings_missing", "most_attempts",
    "most_lost_leases", "steps_open",
)  # fmt: skip


@dataclass
class Import:
    """Documents on their way through the service, and how long it stood still."""

    service: Service
    waiting: list[Path]
    registered: int = 0
    """Documents handed over so far, those of earlier imports included."""
    finished: int = 0
    """Steps of all documents."""
    since: float = field(default_factory=time.monotonic)
    longest: float = 0.0
    """Seconds between two finished steps, while there was something to do."""

    def look(self) -> bool:
        """Counts the finished steps and hands over the next portion; True when all documents have ended."""
        if self.waiting and self.registered * STAGES - self.finished < PORTION * STAGES // 2:
            folder = self.waiting.pop(0)
            self.service.queue_import(folder)
            self.registered += len(list(folder.iterdir()))
        self.service.start_again_if_dead()
        self.service.repeat_failed_imports()
        try:
            ((finished, ended),) = self.service.ask(PROGRESS)
        except psycopg.OperationalError:
            finished, ended = self.finished, 0
        now = time.monotonic()
        if finished > self.finished:
            self.longest = max(self.longest, now - self.since)
            self.finished, self.since = finished, now
        elif now - self.since > LONGEST_PAUSE:
            raise RuntimeError(f"No step was finished for {LONGEST_PAUSE:.0f} s.\n{self.service.log[-4000:]}")
        return not self.waiting and ended >= self.registered

    def until_progress(self) -> bool:
        """Waits for the next finished step; False when all documents have ended."""
        before = self.finished
        while not (ended := self.look()) and self.finished == before:
            time.sleep(LOOK_EVERY)
        return not ended

    def until_end(self) -> None:
        while not self.look():
            time.sleep(LOOK_EVERY)


def measure(*, documents: int, kills: int, restarts: int, restart_documents: int, seed: int) -> dict[str, Any]:
    """Both parts, one after the other, in one service. Raises RuntimeError when it stands still."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    with running_service(LATENCY) as service:
        files = portions(service.folder / "files", documents + restart_documents)
        parts = documents // PORTION
        first = Import(service, files[:parts])
        killed = kill_processes(first, kills, chance)
        killing = {
            "kills": len(killed),
            "killed": dict(Counter(kind for kind, _ in killed)),
            "longest_pause_seconds": round(first.longest, 1),
            **state(service, documents),
            **repeated(service, [at for _, at in killed]),
        }
        service.models.requests.clear()
        second = Import(service, files[parts:], first.registered, first.finished)
        restarted = restart_database(second, restarts, chance)
        restarting = {
            "restarts": len(restarted),
            "longest_seconds_to_next_step": round(max((seconds for _, seconds in restarted), default=0.0), 1),
            **state(service, documents + restart_documents),
            **repeated(service, [at for at, _ in restarted]),
        }
        tracebacks = service.log.count("Traceback")
    return {"kills": killing, "restarts": restarting, "latency_ms": 1000 * LATENCY, "tracebacks_in_log": tracebacks}


def kill_processes(work: Import, kills: int, chance: random.Random) -> list[tuple[str, float]]:
    """What was killed and when (monotonic seconds); fewer than asked for when the import ends before."""
    killed: list[tuple[str, float]] = []
    while len(killed) < kills and work.until_progress():
        time.sleep(chance.uniform(0.0, 3 * LATENCY))
        if kind := kill_one(work.service, chance):
            killed.append((kind, time.monotonic()))
            print(f"{len(killed)} kills, {work.finished} steps", end="\r", file=sys.stderr)
    work.until_end()
    return killed


def kill_one(service: Service, chance: random.Random) -> str:
    """One process of a kind drawn by lot, or the worker with all below it; empty when it ended by itself first."""
    kinds = service.kinds()
    if not kinds:
        return ""  # killed by the one before, not yet started again
    kinds["supervisor"] = [psutil.Process(service.process.pid)]
    kind = chance.choice([*sorted(kinds), *(["worker group"] if "worker" in kinds else [])])
    doomed = [chance.choice(kinds[kind])] if kind in kinds else group_of(kinds["worker"][0])
    for process in doomed:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            kind = ""
    return kind


def group_of(worker: psutil.Process) -> list[psutil.Process]:
    """It alone when it has just ended by itself."""
    with suppress(psutil.NoSuchProcess):
        return [worker, *worker.children(recursive=True)]
    return [worker]


def restart_database(work: Import, restarts: int, chance: random.Random) -> list[tuple[float, float]]:
    """When the database was ended (SIGQUIT: immediate, without a checkpoint), and seconds to the next finished step."""
    ended: list[tuple[float, float]] = []
    while len(ended) < restarts and work.until_progress():
        time.sleep(chance.uniform(0.0, 3 * LATENCY))
        work.look()
        if process := localdb.status(work.service.data)["pid"]:
            at = time.monotonic()
            assert isinstance(process, int)
            kill(process, signal.SIGQUIT)
            work.until_progress()
            ended.append((at, time.monotonic() - at))
    work.until_end()
    return ended


def state(service: Service, documents: int) -> dict[str, Any]:
    found = dict(zip(NAMES, service.ask(COUNTS)[0], strict=True))
    sums = {
        f"rows_{end}": sum(value for name, value in found.items() if name.endswith(f"_{end}"))
        for end in ("twice", "missing")
    }
    return {"lost": documents - found["ready"], **sums, **found}


def repeated(service: Service, kills: Sequence[float]) -> dict[str, float]:
    """Model calls for what had been asked before: answered in vain, or cut off by the kill while under way."""
    seen: dict[str, float] = {}
    in_vain = cut_off = 0
    by_kill: Counter[float] = Counter()
    for request in service.models.requests:
        texts = request.body.get("input") or [request.body["messages"][0]["content"][:200] + marks(request.prompt)]
        earlier = [seen[text] for text in texts if text in seen]
        if earlier and any(0 <= kill - max(earlier) <= LATENCY for kill in kills):
            cut_off += 1
        elif earlier:
            in_vain += 1
        if earlier:
            by_kill[next((kill for kill in kills if kill >= max(earlier)), 0.0)] += 1
        seen |= dict.fromkeys(texts, request.at)
    calls = in_vain + cut_off
    return {
        "model_calls": len(service.models.requests),
        "calls_repeated": calls,
        "calls_cut_off": cut_off,
        "calls_repeated_per_kill": round(calls / max(1, len(kills)), 2),
        "most_calls_repeated_after_one_kill": max(by_kill.values(), default=0),
    }


def marks(prompt: str) -> str:
    return " ".join(sorted(set(MARK.findall(prompt))))


def portions(folder: Path, count: int) -> list[Path]:
    """Folders of small files, one half PDFs and one half texts, each with a mark of its own."""
    made: list[Path] = []
    for number in range(count):
        if number % PORTION == 0:
            made.append(folder / f"{number:04}")
            made[-1].mkdir(parents=True)
        text = f"Vorgang-{number}: Die Gebühr für die Akte {number} beträgt {number % 90 + 3} Euro."
        place = made[-1] / f"vorgang-{number:04}"
        place.with_suffix(".pdf").write_bytes(pdf(text)) if number % 2 else place.with_suffix(".txt").write_text(text)
    return made


def pdf(text: str) -> bytes:
    import pymupdf

    document: Any = pymupdf.open()
    document.new_page().insert_text((72, 72), text)
    return bytes(document.tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--restarts", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measure(
        documents=options.documents,
        kills=options.kills,
        restarts=options.restarts,
        restart_documents=max(PORTION, options.restarts * PORTION // 2),
        seed=options.seed,
    )
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
