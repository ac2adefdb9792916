"""Runs of dialogues under load, killed and taken up again; comparisons of what is the same; verbatim questions.

    python benchmarks/evaluation.py [--data DIR] [--json] [--dialogues 100] [--runs 100] [--small]

`verbatim`: 150 questions, every algorithm, in one command, offline. `dialogues`: 100 dialogues of 3 turns with a judge
against a model server that takes 300 ms for each call, beside the time that 16 calls in flight need at least; then the
same killed three times: calls the server answered twice, and whether the totals are the same. `identical`: 100
comparisons of what is in force with itself, whose answers differ by chance, by a judge who tosses seeded coins.
`first`: `evaluate compare` with a judge who prefers the first answer. All of them ask the server over HTTP.
Works in databases of its own. `--small` takes 400 documents instead of 2,271, for a look.
"""

import argparse
import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_evaluation"
DATA = ROOT.parent / "shared" / "data"
LATENCY = 0.3
AT_ONCE = 16
TURNS = 3
MARKS = {"comment": {"overall": "gut"}, "understanding": 4, "relevance": 4, "completeness": 4, "correctness": 4}
VERDICT = json.dumps({**MARKS, "coherence": 4, "overall": 4})
CRITERIA = ("comprehensiveness", "diversity", "empowerment", "directness")
COMPARED_QUESTIONS = 10
WORDS = ("ja", "gewiss", "durchaus", "im Grunde", "wie folgt", "so ist es", "zum Thema", "der Reihe nach", "dazu dies")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--dialogues", type=int, default=100)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    dialogues, runs = options.dialogues, options.runs
    from tests.fakes.openai_server import FakeOpenAIServer

    server = FakeOpenAIServer()
    server.start()
    # Before Django starts: the first migration makes the rows of the model server.
    os.environ |= {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "none", "CHAT_MODEL": "fake"}
    try:
        with own_database(DATABASE):
            questions = load(options.data / "de-parliament-qa", dialogues, options.small)
            result = {
                "verbatim": verbatim(options.data / "de-parliament-qa"),
                "dialogues": measure_dialogues(server, questions, dialogues),
                "killed": measure_kills(server, questions, dialogues),
                "identical": measure_identical(server, questions, runs),
                "first": measure_first(server, questions),
            }
    finally:
        server.stop()
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def load(qa: Path, dialogues: int, small: bool) -> Path:
    """The collection, imported without the model server, and a file of questions."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.llm.models import ChatModel, ModelOrder

    offline = ChatModel.objects.get(endpoint=None)
    for purpose in ("summarise", "tag"):
        ModelOrder.objects.filter(purpose=purpose).update(model=offline)
    folder = Path(tempfile.mkdtemp())
    records = (qa / "documents_small.jsonl").read_bytes()
    if not small:
        records = gzip.decompress((qa / "documents.jsonl.gz").read_bytes())
    (folder / "documents.jsonl").write_bytes(records)
    assert import_paths([folder / "documents.jsonl"], "qa").as_json()["failed"] == 0
    lines = (qa / "verbatim_questions.jsonl").read_text(encoding="utf-8").splitlines()[:dialogues]
    path = folder / "queries.jsonl"
    texts = [json.loads(line)["question"] for line in lines]
    path.write_text("\n".join(json.dumps({"question": text}) for text in texts), encoding="utf-8")
    return path


def command(*arguments: str) -> list[str]:
    return [sys.executable, "manage.py", "evaluate", *arguments, "--json"]


def environment() -> dict[str, str]:
    from django.db import connection

    from config import localdb

    settings = connection.settings_dict
    if os.environ.get("DATABASE_URL"):
        url = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{settings['NAME']}"
    else:
        from urllib.parse import quote

        host = quote(settings["HOST"] or "localhost", safe="")
        url = f"postgres://{settings['USER']}@{host}:{settings['PORT'] or 5432}/{settings['NAME']}"
    assert localdb
    return os.environ | {"DATABASE_URL": url, "LOG_LEVEL": "ERROR"}


def verbatim(qa: Path) -> dict[str, Any]:
    """The seconds of the whole command, start of the process included; offline, as no model belongs to the method."""
    from apps.llm.models import Endpoint

    Endpoint.objects.update(is_active=False)
    started = time.perf_counter()
    arguments = ["hit-rate", "--questions", str(qa / "verbatim_questions.jsonl"), "--collection", "qa"]
    done = subprocess.run(
        command(*arguments), cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=False
    )
    found = json.loads(done.stdout)
    Endpoint.objects.update(is_active=True)
    return {
        "questions": found["questions"],
        "algorithms": {name: figures["hit_rate"]["3"] for name, figures in found["algorithms"].items()},
        "seconds": round(time.perf_counter() - started, 1),
    }


def speak(request: Any) -> str:
    """What the model says in each of its parts; every visitor's line is new, so that no two calls are the same."""
    if "Sie prüfen die Antwort" in request.system:
        return VERDICT
    if "Sie spielen eine Person" in request.system:
        return f"Und was gilt sonst noch dazu, Nummer {name_of(request)}?"
    if "<quelle" in request.prompt:
        quoted = re.search(r"<quelle[^>]*>\n(.{20,80}?)[.\n]", request.prompt, re.DOTALL)
        quote = quoted[1].strip() if quoted else "Antwort"
        return f'{quote} [1].\n\nBELEGE\n[1] "{quote}"'
    return f"Was gilt sonst noch dazu, Nummer {name_of(request)}?"


def name_of(request: Any) -> int:
    """Another number for every other prompt."""
    return zlib.crc32(key(request).encode())


def measure_dialogues(server: Any, questions: Path, dialogues: int) -> dict[str, Any]:
    prepare(server)
    started = time.perf_counter()
    done = subprocess.run(
        command("dialogues", "--queries", str(questions), "--new"),
        cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    seconds = time.perf_counter() - started
    found = json.loads(done.stdout)
    calls = sum(found["model_calls"].values())
    least = calls * LATENCY / AT_ONCE
    working = seconds_of(found["run"])
    return {
        "dialogues": dialogues,
        "turns": found["turns"],
        "calls": calls,
        "requests": len(server.chat_requests),
        "most_at_once": server.most_at_once,
        "seconds": round(working, 2),
        "seconds_with_start": round(seconds, 2),
        "least_seconds": round(least, 2),
        "times_the_least": round(working / least, 3),
        "totals": totals(found),
    }


def seconds_of(run: str) -> float:
    from apps.evaluation.models import Run

    row = Run.objects.get(pk=run)
    assert row.started_at is not None
    assert row.finished_at is not None
    return (row.finished_at - row.started_at).total_seconds()


def totals(found: dict[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("turns", "mean", "model_calls", "tokens", "cost")}


def measure_kills(server: Any, questions: Path, dialogues: int) -> dict[str, Any]:
    """Killed at three moments, then to the end. Repeated is what was asked again although its reply was stored."""
    prepare(server)
    arguments = command("dialogues", "--queries", str(questions))
    source = random.Random(7)  # noqa: S311 - nothing secret
    stored_before: Counter[str] = Counter()
    repeated = 0
    for _ in range(3):
        asked_before = len(server.chat_requests)
        process = subprocess.Popen(arguments, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL)
        wait_for(server, asked_before + source.randrange(dialogues, 3 * dialogues))
        process.send_signal(signal.SIGKILL)
        process.wait()
        repeated += repeats(server, asked_before, stored_before)
        stored_before = stored()
    asked_before = len(server.chat_requests)
    done = subprocess.run(arguments, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=False)
    repeated += repeats(server, asked_before, stored_before)
    found = json.loads(done.stdout)
    return {
        "kills": 3,
        "repeated_finished_calls": repeated,
        "requests": len(server.chat_requests),
        "calls": sum(found["model_calls"].values()),
        "totals": totals(found),
    }


def wait_for(server: Any, requests: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.chat_requests) < requests and time.monotonic() < deadline:
        time.sleep(0.01)


def stored() -> "Counter[str]":
    """Replies the table holds for the newest run, as texts of what was asked cannot be compared with digests."""
    from django.db import connection

    from apps.evaluation.models import Call, Run

    run = Run.objects.order_by("-pk").first()
    found = Counter(Call.objects.filter(dialogue__run=run).values_list("digest", flat=True))
    connection.close()
    return found


def repeats(server: Any, since: int, before: "Counter[str]") -> int:
    """Requests after `since` whose call was stored before: by purpose-free digests of their messages."""
    asked = Counter(key(request) for request in server.chat_requests[:since])
    again = [key(request) for request in server.chat_requests[since:]]
    lost = sum(asked.values()) - sum(before.values())
    repeated = sum(1 for each in again if asked[each])
    # Calls that were under way when the process was killed were never finished: asking them again is right.
    return max(0, repeated - max(0, lost))


def key(request: Any) -> str:
    # A killed process may have sent half a request.
    return json.dumps(request.body.get("messages"), ensure_ascii=False)


def prepare(server: Any) -> None:
    server.clear()
    server.latency = LATENCY
    server.default_reply = speak


def measure_identical(server: Any, questions: Path, runs: int) -> dict[str, Any]:
    """What is in force beside itself: 10 questions, two answers that differ by chance, four ballots for each pair."""
    from apps.evaluation.comparisons.run_comparison import run_comparison, start_comparison
    from apps.evaluation.planning.question_files import read_opening_questions

    queries = read_opening_questions(questions)[:COMPARED_QUESTIONS]
    prepare(server)
    server.latency = 0.0
    good = calls = 0
    for seed in range(runs):
        coins = random.Random(seed)  # noqa: S311 - nothing secret
        server.default_reply = comparing(coins, partial(drawn_places, coins))
        report = run_comparison(start_comparison("in-force", "in-force", queries)).result
        calls += sum(report["model_calls"].values())
        good += all(
            figures["interval_95"][0] <= 0.5 <= figures["interval_95"][1]
            and figures["verdict"] == "not distinguishable"
            for figures in report["criteria"].values()
        )
    return {"runs": runs, "calls": calls, "not_distinguishable": good, "share": good / runs}


def measure_first(server: Any, questions: Path) -> dict[str, Any]:
    """The whole command, with two algorithms and a judge who always says 1."""
    prepare(server)
    server.latency = 0.0
    server.default_reply = comparing(random.Random(7), lambda: [1] * len(CRITERIA))  # noqa: S311 - nothing secret
    done = subprocess.run(
        command("compare", "in-force", "chunks-only", "--questions", str(questions)),
        cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    report = json.loads(done.stdout)
    ties = sum(figures["ties"] for figures in report["criteria"].values())
    return {
        "questions": report["questions"],
        "ties_share": ties / (report["questions"] * len(CRITERIA)),
        "order_disagreements": report["order_disagreements"],
    }


def drawn_places(source: random.Random) -> list[int]:
    return [source.choice([0, 1, 2]) for _ in CRITERIA]


def comparing(source: random.Random, places: Callable[[], list[int]]) -> Callable[[Any], str]:
    """Answers that are never the same twice, and a judge who names these places."""

    def reply(request: Any) -> str:
        if "Sie vergleichen zwei Antworten" in request.system:
            return json.dumps(dict(zip(CRITERIA, places(), strict=True)))
        said: str = speak(request)
        if "<quelle" not in request.prompt:
            return said
        return f"Kurz gesagt, {source.choice(WORDS)}, {source.choice(WORDS)}: {said}"

    return reply


if __name__ == "__main__":
    main()
