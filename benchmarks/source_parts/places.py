"""Where each kind of source is while its runs are killed: slow servers that speak its protocol."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.source_parts.listed_places import committee, export_of_parliament, folder, website
from benchmarks.source_parts.slow_servers import (
    PAUSE,
    AnyPath,
    Place,
    SlowHost,
    SlowLine,
    SlowStore,
    counted,
    free_port,
)
from tests.fakes.dip import KEY, Documentation
from tests.fakes.document_host import Asked, DocumentHost, head
from tests.fakes.feeds import record, reply, rss, token
from tests.fakes.graph import DRIVE, SECRET, Library
from tests.fakes.mail_server import DOVECOT, MailServer
from tests.fakes.mail_server import PASSWORD as MAIL_PASSWORD
from tests.fakes.mail_server import USER as MAIL_USER
from tests.fakes.oparl import PDF, OParlServer
from tests.fakes.s3_server import S3Server, is_there
from tests.fakes.webdav_server import PASSWORD, USER, WebDAVServer
from tests.fakes.wikis import TOKEN, Confluence, XWiki

VARIABLE = "SOURCE_BENCHMARK_PASSWORD"
MAIL_PAUSE = 0.02
"""Seconds for each piece of what a mail server says; a mail is about two."""


def places(documents: int, kinds: Sequence[str]) -> Iterator[Place]:
    """One after the other; of these kinds, or without any of each whose server this machine has."""
    by_kind: dict[str, Callable[[int], AbstractContextManager[Place]]] = {
        "oparl": council, "webdav": share, "graph": library, "dip": documentation, "feed": feed,
        "oai-pmh": repository, "confluence": partial(wiki, "confluence"), "xwiki": partial(wiki, "xwiki"),
        "pardok-xml": export_of_parliament, "pardok-api": committee, "cms": website, "folder": folder,
        **({"s3": bucket} if is_there() else {}), **({"imap": mailbox} if DOVECOT is not None else {}),
    }  # fmt: skip
    for kind in kinds or by_kind:
        with by_kind[kind](documents) as made:
            yield made


@contextmanager
def library(documents: int) -> Iterator[Place]:
    os.environ[VARIABLE] = SECRET
    with DocumentHost() as host, DocumentHost() as blobs:
        made = Library(host)
        host.answers = blobs.answers = made
        made.blobs, made.page_size, made.pause = blobs, 20, PAUSE
        # Files come from another host.
        os.environ["IMPORT_HOSTS"] = blobs.entry
        for number in range(documents):
            made.file(f"i{number}", f"{number}.pdf")
        options = {"tenant": "tenant", "client_id": "wir", "secret_variable": VARIABLE, "login": host.url("")}
        files = counted(blobs, lambda path: path.startswith("/blobs/"))
        yield Place("graph", host.url(f"{DRIVE}/root"), options, lambda: len(host.asked), files)


@contextmanager
def documentation(documents: int) -> Iterator[Place]:
    os.environ[VARIABLE] = KEY
    with DocumentHost() as host:
        made = Documentation(host)
        host.answers = made
        made.page_size, made.pause = 20, PAUSE
        for number in range(documents):
            made.add(number, updated="2026-03-04T10:00:00+01:00")
        files = counted(host, lambda path: path.startswith("/btd/"))
        yield Place("dip", host.url("/api/v1"), {"key_variable": VARIABLE}, lambda: len(host.asked), files)


@contextmanager
def feed(documents: int) -> Iterator[Place]:
    """Items with a link alone: each of them is a page that is fetched."""
    with SlowHost() as host:
        host.serve("/feed.xml", rss(*range(documents), text=False))
        for number in range(documents):
            page = f"<html><body><p>Meldung {number} im Ganzen.</p></body></html>".encode()
            host.serve(f"/meldung/{number}", page, media_type="text/html")
        host.slow_down()
        pages = counted(host, lambda path: path.startswith("/meldung/"))
        yield Place("feed", host.url("/feed.xml"), {"fetch_pages": True}, lambda: len(host.asked), pages)


@contextmanager
def repository(documents: int) -> Iterator[Place]:
    """Ten records a page; each names a file."""
    with SlowHost() as host:
        # Of what changed later there is nothing.
        host.answers = Nothing(reply())
        address = "/oai?verb=ListRecords&metadataPrefix=oai_dc"
        for first in range(0, documents, 10):
            numbers = range(first, min(first + 10, documents))
            some = [record(number, identifier=host.url(f"/{number}.pdf")) for number in numbers]
            ends = first + 10 >= documents
            host.serve(address, reply(*some, rest=token("" if ends else f"ab{first + 10}", documents)))
            address = f"/oai?verb=ListRecords&resumptionToken=ab{first + 10}"
        for number in range(documents):
            host.serve(f"/{number}.pdf", PDF + str(number).encode())
        host.slow_down()
        files = counted(host, lambda path: path.endswith(".pdf"))
        yield Place("oai-pmh", host.url("/oai"), {}, lambda: len(host.asked), files)


class Nothing(dict[str, Any]):
    """What is asked for by a date gets an empty list."""

    def __init__(self, empty: bytes) -> None:
        super().__init__()
        self.empty = empty

    def get(self, path: str, default: Any = None) -> Any:
        if "from=" in path:
            return lambda asked: [head(200, **{"Content-Length": str(len(self.empty))}), self.empty]
        return super().get(path, default)


@contextmanager
def bucket(documents: int) -> Iterator[Place]:
    with S3Server(free_port()) as store, SlowStore() as host:
        os.environ[VARIABLE] = store.secret
        store.make_bucket("akten")
        for number in range(documents):
            store.put("akten", f"{number}.pdf", PDF + str(number).encode())
        host.real = store.port
        host.answers = AnyPath(host.pass_on)
        options = {"access_key": store.access_key, "secret_variable": VARIABLE}
        files = counted(host, lambda path: ".pdf" in path)
        yield Place("s3", host.url("/akten"), options, lambda: len(host.asked), files)


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
    os.environ[VARIABLE] = TOKEN
    with DocumentHost() as host:
        made = Confluence(host) if kind == "confluence" else XWiki(host)
        made.pause = PAUSE
        for number in range(documents):
            made.add(str(number), f"Seite {number}", f"<p>Text {number}</p>")
        options = {"password_variable": VARIABLE}
        asked = lambda: len(host.asked)  # noqa: E731
        pages = lambda: sum("/bin/view/" in one.path or "start=" in one.path for one in host.asked)  # noqa: E731
        yield Place(kind, made.location(), options, asked, pages)


@contextmanager
def mailbox(documents: int) -> Iterator[Place]:
    """A mail server is asked for nothing by HTTP: the pieces of what it says are counted."""
    os.environ[VARIABLE] = MAIL_PASSWORD
    with MailServer() as running, SlowLine(running.encrypted, MAIL_PAUSE) as line:
        os.environ["SSL_CERT_FILE"] = str(running.certificate)
        running.put_all(f"Message-ID: <{number}@x>\r\n\r\nText {number}".encode() for number in range(documents))
        options = {"user": MAIL_USER, "password_variable": VARIABLE}
        try:
            yield Place("imap", f"imaps://{line.entry}/INBOX", options, lambda: line.pieces, lambda: line.pieces // 50)
        finally:
            del os.environ["SSL_CERT_FILE"]


@contextmanager
def share(documents: int) -> Iterator[Place]:
    os.environ[VARIABLE] = PASSWORD
    with tempfile.TemporaryDirectory() as folder, WebDAVServer(Path(folder), pause=PAUSE) as running:
        for number in range(documents):
            path = Path(folder) / f"{number % 10}" / f"{number}.pdf"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(PDF + str(number).encode())
        options = {"user": USER, "password_variable": VARIABLE}
        files = lambda: sum(method == "GET" for method, _path in running.asked)  # noqa: E731
        yield Place("webdav", running.location, options, lambda: len(running.asked), files)
