"""A council of many papers, imported twice and once more after one paper changed: changes and requests of each run."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.fakes.oparl import OParlServer

PROGRAM = Path(__file__).with_name("one_run.py")


def measure_council(database: str, papers: int) -> dict[str, Any]:
    """Each paper has one file; their last changes lie in ten different years."""
    with OParlServer() as council:
        for number in range(papers):
            council.add_paper(number, modified=f"{2014 + number % 10}-{number % 12 + 1:02}-03T10:00:00+01:00")
        first = counted_run(council, database)
        second = counted_run(council, database)
        council.add_paper(papers // 2, modified="2026-01-01T10:00:00+01:00", name="Neue Fassung")
        change = counted_run(council, database)
    return {
        "papers": papers,
        "first": first,
        "second": second,
        "one_change": change,
        "second_requests_share": round(second["requests"] / first["requests"], 4),
    }


def counted_run(council: OParlServer, database: str) -> dict[str, Any]:
    before, started = len(council.asked), time.perf_counter()
    command = [sys.executable, str(PROGRAM), database, "oparl", council.location(), "{}"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    requests = len(council.asked) - before
    council.asked.clear()
    print(f"a council: {figures}, {requests} requests", file=sys.stderr, flush=True)
    return figures | {"requests": requests, "seconds": round(time.perf_counter() - started, 1)}
