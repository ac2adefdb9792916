"""From a fresh checkout to the first proved answer, the second start, and what a question costs in time and memory.

    python benchmarks/first_start.py [--questions 50] [--json]

The committed state is cloned into an empty folder and `make run` is called there: environment, packages from the index
that pip is configured for, database, demo collection. Asked is over the page's websocket until an answer comes with a
proof. Once the built-in model of meaning has taken over, the demo's questions are asked one after the other: `own` is
from the question at the client to the last frame there, without embedding it. Memory is what is resident, of the
processes' own and of what they share. Then hard questions are asked, most of which are refused. Needs git and a package
index; nothing of the user's own installation is touched.
"""

import argparse
import asyncio
import csv
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.chat import ask, free_port, percentiles, resident_mb  # noqa: E402 - once the folder is on the path

FIRST_QUESTION = "Wie hoch ist die Hundesteuer für den zweiten Hund?"
PROCESSES = {"web": "config.web", "worker": "worker", "model": "apps.llm.semantic_embedding.inference_worker"}
"""A word of the command line of each, by its name."""
GIVEN_UP = 900.0
PAUSE = 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        checkout = Path(name) / "auskunft"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(checkout)], check=True)
        with running(checkout) as (port, started):
            first = until_proved(port, started)
            memory_before = {name: memory_of(checkout, word) for name, word in PROCESSES.items()}
            meaning = until_meaning(checkout, started)
            asked = own_times(port, questions(options.questions))
            memory = {name: memory_of(checkout, word) for name, word in PROCESSES.items()}
            asked |= refusal_times(port, hard_questions(options.questions))
        with running(checkout) as (port, started):
            second = until_proved(port, started)
    figures = {
        "seconds_to_first_proved_answer": first,
        "seconds_until_search_understands_meaning": meaning,
        "seconds_of_second_start": second,
        "memory_mb_before": memory_before,
        "memory_mb": memory,
        **asked,
    }
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


@contextmanager
def running(checkout: Path) -> Iterator[tuple[int, float]]:
    """`make run` in the checkout; the port, and when it was started."""
    port = free_port()
    kept = ("DATABASE_URL", "AUSKUNFT_", "MEANING", "OPENAI_", "EMBEDDING_", "DJANGO_", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(kept)}
    started = time.monotonic()
    process = subprocess.Popen(
        ["make", "run", f"PORT={port}"], cwd=checkout, env=environment, stdout=sys.stderr, start_new_session=True
    )
    try:
        yield port, started
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=60)


def until_proved(port: int, started: float) -> float:
    """Seconds until the first answer that cites a page."""
    from websockets.exceptions import WebSocketException

    while time.monotonic() - started < GIVEN_UP:
        try:
            frame = asyncio.run(ask(port, FIRST_QUESTION))
            if frame["citations"]:
                return round(frame["ended"] - started, 1)
        except (OSError, WebSocketException, AssertionError):
            pass
        time.sleep(PAUSE)
    raise TimeoutError(f"No proved answer within {GIVEN_UP:.0f} seconds.")


def until_meaning(checkout: Path, started: float) -> float:
    """Seconds until the vectors of the built-in model of meaning are complete and search uses them."""
    while time.monotonic() - started < GIVEN_UP:
        said = subprocess.run(
            [".venv/bin/python", "manage.py", "status", "--json"], cwd=checkout, capture_output=True, check=True
        )
        embedding = json.loads(said.stdout)["embedding"]
        if embedding["understands_meaning"] and embedding["complete"]:
            return round(time.monotonic() - started, 1)
        time.sleep(10 * PAUSE)
    raise TimeoutError(f"Search does not understand meaning after {GIVEN_UP:.0f} seconds.")


def questions(count: int) -> list[str]:
    lines = (ROOT / "examples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [str(json.loads(line)["question"]) for line in lines][:count]


def hard_questions(count: int) -> list[str]:
    """In other words than the demo's, and in other languages, answered there or not: most of them no rule answers."""
    reworded = (ROOT / "benchmarks" / "reworded_questions.tsv").read_text(encoding="utf-8").splitlines()
    found = [line.partition("\t")[2] for line in reworded if line.startswith("demo\t")]
    with (ROOT / "benchmarks" / "questions_in_languages.tsv").open(encoding="utf-8", newline="") as file:
        found += [row["question"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    return random.Random(5).sample(found, min(count, len(found)))  # noqa: S311 - the same each time


def refusal_times(port: int, asked: Sequence[str]) -> dict[str, Any]:
    """From the question to the last frame, of refusals and of places shown in their stead; all sentences are new."""
    answered = [asyncio.run(ask(port, question)) for question in asked]
    refused = [one["ended"] - one["asked"] for one in answered if one["state"] == "refused"]
    return {
        "refused": len(refused),
        "refused_ms": percentiles(refused),
        "hard_ms": percentiles([one["ended"] - one["asked"] for one in answered]),
    }


def own_times(port: int, asked: Sequence[str]) -> dict[str, Any]:
    """Without embedding; the answer itself is the product's own work here, since no language model is asked."""
    answered = [asyncio.run(ask(port, question)) for question in [FIRST_QUESTION, *asked]][1:]
    whole = [one["ended"] - one["asked"] for one in answered]
    embedded = [one["seconds"]["embed"] for one in answered]
    written = [one["seconds"]["answer"] for one in answered]
    own = [total - model for total, model in zip(whole, embedded, strict=True)]
    return {
        "answers": len(answered),
        "whole_ms": percentiles(whole),
        "embedding_ms": percentiles(embedded),
        "own_ms": percentiles(own),
        "own_without_extracts_ms": percentiles([one - two for one, two in zip(own, written, strict=True)]),
        "mean_citations": round(statistics.mean(len(one["citations"]) for one in answered), 2),
    }


def memory_of(checkout: Path, word: str) -> float:
    """Of the largest process in this folder whose command line has the word; 0 when there is none."""
    return max((resident_mb(pid) for pid in pids_in(checkout, word)), default=0.0)


def pids_in(folder: Path, word: str) -> Iterator[int]:
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if word in command and (process / "cwd").resolve().is_relative_to(folder.resolve()):
                yield int(process.name)
        except OSError:
            continue


if __name__ == "__main__":
    main()
