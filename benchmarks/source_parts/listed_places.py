"""Places whose list is one file or folder, or pages by number: a parliament, a committee, a website, a folder."""

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.source_parts.slow_servers import Place, SlowHost, counted
from tests.documents.pardok_exports import export, paper, process
from tests.fakes.document_host import Asked, head
from tests.fakes.oparl import PDF

TOGETHER = 20
LARGE_FILE = 400_000
"""Bytes. A folder is as fast as the disk: its files have to be many or large for a run to take its time."""


@contextmanager
def export_of_parliament(documents: int) -> Iterator[Place]:
    with SlowHost() as host:
        numbers = range(documents)
        host.serve("/export.xml", export(*(process(f"V-{n}", paper(url=host.url(f"/{n}.pdf"))) for n in numbers)))
        yield from with_files(host, "pardok-xml", "/export.xml", documents)


@contextmanager
def committee(documents: int) -> Iterator[Place]:
    with SlowHost() as host:

        def answer(asked: Asked) -> list[bytes]:
            start = (int(asked.form["startIndex"]) - 1) * TOGETHER
            items = [process_of_committee(number) for number in range(start, min(start + TOGETHER, documents))]
            data = json.dumps({"paginator": {"total": documents, "pageSize": TOGETHER}, "items": items}).encode()
            return [head(200, **{"Content-Length": str(len(data))}), data]

        host.answer("/processes", answer)
        yield from with_files(host, "pardok-api", "/processes", documents, suffix="-v.pdf")


def process_of_committee(number: int) -> dict[str, object]:
    papers = [{"name": "Anlage", "href": f"/{number}-v.pdf", "size": 1}]
    description = {"title": f"Bericht {number}", "text": "Es wird berichtet.", "docs": papers}
    return {"processId": f"{number:04}", "status": "Erledigt", "description": description}


@contextmanager
def website(documents: int) -> Iterator[Place]:
    """Its pages, and the next run asks for each of them again."""
    with SlowHost() as host:
        links = "".join(f"<url><loc>{host.url(f'/{number}.html')}</loc></url>" for number in range(documents))
        sitemap = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{links}</urlset>'
        host.serve("/sitemap.xml", sitemap.encode(), media_type="application/xml")
        for number in range(documents):
            page = f"<html><body><h1>Seite {number}</h1><p>Text {number}.</p></body></html>".encode()
            host.serve(f"/{number}.html", page, media_type="text/html")
        host.slow_down()
        pages = counted(host, lambda path: path.endswith(".html"))
        yield Place("cms", host.url("/sitemap.xml"), {}, lambda: len(host.asked), pages)


def with_files(host: SlowHost, kind: str, path: str, documents: int, suffix: str = ".pdf") -> Iterator[Place]:
    for number in range(documents):
        host.serve(f"/{number}{suffix}", PDF + str(number).encode())
    host.slow_down()
    files = counted(host, lambda asked: asked.endswith(".pdf"))
    yield Place(kind, host.url(path), {}, lambda: len(host.asked), files)


@contextmanager
def folder(documents: int) -> Iterator[Place]:
    """Nobody is asked for anything: what a run notes of itself is counted, and documents in place of files."""
    with tempfile.TemporaryDirectory() as made:
        for number in range(documents):
            path = Path(made) / f"{number % 10}" / f"{number}.pdf"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(PDF + os.urandom(LARGE_FILE))
        # Files that changed a moment ago are left for a later run.
        time.sleep(2.1)
        yield Place("folder", made, {}, noted_of_runs, noted_documents)


def noted_of_runs() -> int:
    """Grows with each time that a run is saved."""
    return number("SELECT coalesce(max(xmin::text::bigint), 0) FROM documents_sourcerun")


def noted_documents() -> int:
    return number("SELECT count(*) FROM documents_document")


def number(statement: str) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.fetchone()[0])
