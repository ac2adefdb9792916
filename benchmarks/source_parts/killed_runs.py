"""Each kind of source, killed at random moments of its runs: is anything lost, doubled or withdrawn in the end?"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.source_parts.places import places
from benchmarks.source_parts.slow_servers import Place

PROGRAM = Path(__file__).with_name("one_run.py")
LONGEST_SECONDS = 120.0
MOST_TRIES = 3


def measure_kills(database: str, documents: int, kills: int, seed: int, kinds: Sequence[str] = ()) -> dict[str, Any]:
    chance = random.Random(seed)  # noqa: S311 - moments of kills
    figures = {}
    for place in places(documents, kinds):
        figures[place.kind] = killed(place, database, documents, kills, chance)
        print(f"{place.kind}: {figures[place.kind]}", file=sys.stderr, flush=True)
    return figures


def killed(place: Place, database: str, documents: int, kills: int, chance: random.Random) -> dict[str, Any]:
    """Kills come soon after the first request of a run, every second time after its first file.

    One that came too late, because the run had ended, counts for nothing and is tried again.
    """
    hit = tries = 0
    while hit < kills and tries < MOST_TRIES * kills:
        hit += kill_once(place.fetched if tries % 2 else place.asked, place, database, chance)
        tries += 1
    last = finished(place, database)
    again = finished(place, database)
    return {
        "kills_in_a_run": hit, "tries": tries, "last": last, "again": again, **stored(database, place, documents),
        "withdrawn": last["withdrawn"] + again["withdrawn"], "changed_again": again["new"] + again["changed"],
    }  # fmt: skip


def started(place: Place, database: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(PROGRAM), database, place.kind, place.location, json.dumps(place.options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def kill_once(counted: Callable[[], int], place: Place, database: str, chance: random.Random) -> bool:
    """At most half a second after what is counted has grown. Whether it was in the middle: the run stands open."""
    before, process = counted(), started(place, database)
    end = time.monotonic() + LONGEST_SECONDS
    while counted() == before and process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(chance.uniform(0.0, 0.5))
    was_at_work = process.poll() is None
    process.kill()
    process.wait()
    return was_at_work and stands_open(place)


def stands_open(place: Place) -> bool:
    from apps.documents.models import SourceRun

    runs = SourceRun.objects.filter(source__kind=place.kind, source__location=place.location)
    return runs.filter(state__in=SourceRun.OPEN).exclude(started_at=None).exists()


def finished(place: Place, database: str) -> dict[str, Any]:
    process = started(place, database)
    out, _ = process.communicate(timeout=LONGEST_SECONDS)
    return dict(json.loads(out.splitlines()[-1]))


def stored(database: str, place: Place, documents: int) -> dict[str, int]:
    from django.db import connections

    connections["default"].close()
    from apps.documents.models import Document, Revision, Source

    source = Source.objects.get(kind=place.kind, location=place.location)
    mine = Document.objects.filter(listings__source=source)
    with_file = mine.filter(revisions__isnull=False).distinct().count()
    revisions = Revision.objects.filter(document__in=mine).count()
    return {"lost": documents - with_file, "doubled": max(0, mine.count() - documents) + revisions - with_file}
