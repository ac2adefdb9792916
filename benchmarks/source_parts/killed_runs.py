"""Each kind of source, killed at random moments of its runs: is anything lost, doubled or withdrawn in the end?"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fakes.document_host import Asked, DocumentHost
from tests.fakes.mail_server import DOVECOT, MailServer
from tests.fakes.mail_server import PASSWORD as MAIL_PASSWORD
from tests.fakes.mail_server import USER as MAIL_USER
from tests.fakes.oparl import PDF, OParlServer
from tests.fakes.webdav_server import PASSWORD, USER, WebDAVServer
from tests.fakes.wikis import TOKEN, Confluence, XWiki

PROGRAM = Path(__file__).with_name("one_run.py")
PAUSE = 0.08
"""Seconds for each file, so that there is something to kill."""
LONGEST_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a kind of source is; `asked` counts its requests so far, `fetched` those for files."""

    kind: str
    location: str
    options: dict[str, Any]
    asked: Callable[[], int]
    fetched: Callable[[], int]


def measure_kills(database: str, documents: int, kills: int, seed: int) -> dict[str, Any]:
    chance = random.Random(seed)  # noqa: S311 - moments of kills
    return {place.kind: killed(place, database, documents, kills, chance) for place in places(documents)}


def killed(place: Place, database: str, documents: int, kills: int, chance: random.Random) -> dict[str, Any]:
    """Kills come soon after the first request of a run, every second time after its first file."""
    hit = sum(
        kill_once(place.fetched if number % 2 else place.asked, place, database, chance) for number in range(kills)
    )
    last = finished(place, database)
    again = finished(place, database)
    return {
        "kills_in_a_run": hit, "last": last, "again": again, **stored(database, place, documents),
        "withdrawn": last["withdrawn"] + again["withdrawn"], "changed_again": again["new"] + again["changed"],
    }  # fmt: skip


def started(place: Place, database: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(PROGRAM), database, place.kind, place.location, json.dumps(place.options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def kill_once(counted: Callable[[], int], place: Place, database: str, chance: random.Random) -> bool:
    """At most half a second after what is counted has grown. Whether the process was still at work."""
    before, process = counted(), started(place, database)
    end = time.monotonic() + LONGEST_SECONDS
    while counted() == before and process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(chance.uniform(0.0, 0.5))
    was_at_work = process.poll() is None
    process.kill()
    process.wait()
    return was_at_work


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


def places(documents: int) -> Iterator[Place]:
    with council(documents) as place:
        yield place
    with share(documents) as place:
        yield place
    for kind in ("confluence", "xwiki"):
        with wiki(kind, documents) as place:
            yield place
    if DOVECOT is not None:
        with mailbox(documents) as place:
            yield place


@contextmanager
def council(documents: int) -> Iterator[Place]:
    class SlowCouncil(OParlServer):
        page_size = 20
        downloads = 0

        def reply(self, asked: Asked) -> list[bytes]:
            self.downloads += asked.path.startswith("/download/")
            time.sleep(PAUSE)
            return super().reply(asked)

    with SlowCouncil() as running:
        for number in range(documents):
            running.add_paper(number, modified="2024-01-02T03:04:05+01:00")
        yield Place("oparl", running.location(), {}, lambda: len(running.asked), lambda: running.downloads)


@contextmanager
def wiki(kind: str, documents: int) -> Iterator[Place]:
    os.environ["SOURCE_BENCHMARK_PASSWORD"] = TOKEN
    with DocumentHost() as host:
        made = Confluence(host) if kind == "confluence" else XWiki(host)
        made.pause = PAUSE
        for number in range(documents):
            made.add(str(number), f"Seite {number}", f"<p>Text {number}</p>")
        options = {"password_variable": "SOURCE_BENCHMARK_PASSWORD"}
        asked = lambda: len(host.asked)  # noqa: E731
        pages = lambda: sum("/bin/view/" in one.path or "start=" in one.path for one in host.asked)  # noqa: E731
        yield Place(kind, made.location(), options, asked, pages)


@contextmanager
def mailbox(documents: int) -> Iterator[Place]:
    """A mail server is asked for nothing by HTTP: what it writes into its log of the connection is counted."""
    os.environ["SOURCE_BENCHMARK_PASSWORD"] = MAIL_PASSWORD
    with MailServer() as running:
        os.environ["SSL_CERT_FILE"] = str(running.certificate)
        running.put_all(f"Message-ID: <{number}@x>\r\n\r\nText {number}".encode() for number in range(documents))
        options = {"user": MAIL_USER, "password_variable": "SOURCE_BENCHMARK_PASSWORD"}
        try:
            yield Place("imap", running.location(), options, running.sign_ins, running.sign_ins)
        finally:
            del os.environ["SSL_CERT_FILE"]


@contextmanager
def share(documents: int) -> Iterator[Place]:
    os.environ["SOURCE_BENCHMARK_PASSWORD"] = PASSWORD
    with tempfile.TemporaryDirectory() as folder, WebDAVServer(Path(folder), pause=PAUSE) as running:
        for number in range(documents):
            path = Path(folder) / f"{number % 10}" / f"{number}.pdf"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(PDF + str(number).encode())
        options = {"user": USER, "password_variable": "SOURCE_BENCHMARK_PASSWORD"}
        files = lambda: sum(method == "GET" for method, _path in running.asked)  # noqa: E731
        yield Place("webdav", running.location, options, lambda: len(running.asked), files)
