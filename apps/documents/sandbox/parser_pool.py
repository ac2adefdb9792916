"""`ParserPool`, the asynchronous client of the parser's limited child processes.

    pool = ParserPool(size=2)
    document = await pool.parse(data, name="bericht.pdf", on_page=store_page)

Broken and hostile files cost a child process, never the caller: whatever happens to it ends as a ParseFailure.
"""

import asyncio
import json
import signal
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from apps.documents.keywords.postings import Rows, rows_from
from apps.documents.parsing.formats import detect_media_type as media_types
from apps.documents.parsing.limits import MOST_CPU_OF_PAGE, ParseLimits
from apps.documents.parsing.office_source_text.own_paragraph import OwnParagraph
from apps.documents.parsing.pdf import quote_boxes
from apps.documents.parsing.pdf.quote_boxes import Rectangle
from apps.documents.parsing.reading_options import Comments, TrackedChanges
from apps.documents.parsing.types import (
    FailureReason,
    ParsedDocument,
    ParsedPage,
    ParseFailure,
    ParseFlag,
    ParserDeath,
    Word,
)
from apps.documents.sandbox import wire_protocol
from apps.documents.sandbox.fork_server_launcher import ForkServerLauncher
from apps.text.index_terms import Vocabulary

if TYPE_CHECKING:
    from apps.documents.parsing.formats.size_estimate import SizeEstimate

OnPage = Callable[[ParsedPage, int], Awaitable[None] | None]
"""Called with every finished page and the number of pages of the file. While it is awaited the child waits too."""

ENDS_A_PROCESS = frozenset({FailureReason.TIME_LIMIT, FailureReason.MEMORY_LIMIT, FailureReason.CRASHED})
"""What a page can do to the process that reads it."""
FOR_OFFICE = "pdf"
"""What serves Office files before and after they are printed: a child of the kind that reads their PDF, so that it can
do all three, and none has to make room for another."""
RENDER_LIMITS = ParseLimits(cpu_seconds=30, wall_seconds=45.0, silent_seconds=40.0)


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as a picture (WebP), its size in pixels, and where the quote stands on it."""

    data: bytes
    width: int
    height: int
    media_type: str
    rectangles: tuple[Rectangle, ...] = ()


class ParserPool:
    """At most `size` files at a time, each in a child process with `limits`.

    Starts its fork server with the first file, and again if it dies. Not bound to an event loop. With `preload` a
    server loads what these jobs need (preload_libraries.py) before the first of them comes.
    """

    def __init__(self, size: int = 2, limits: ParseLimits | None = None, *, preload: str = "") -> None:
        self.limits = limits or ParseLimits()
        self.launcher = ForkServerLauncher(size, preload)

    async def parse(
        self,
        data: bytes,
        *,
        name: str = "",
        media_type: str = "",
        on_page: OnPage | None = None,
        comments: Comments = Comments.LEFT_OUT,
    ) -> ParsedDocument:
        """The document with all its pages. Raises ParseFailure, and what `on_page` raises.

        `comments` are those on cells of workbooks. Cancelling it kills the child.
        """
        # With it come all readers, which children have: a process that hands out work never reads a file itself.
        from apps.documents.parsing.formats.read_document import parse_text_document, size_failure

        if len(data) > self.limits.size:
            raise size_failure(len(data), self.limits.size)
        kind = media_types.media_type_of(data, name, media_type)
        if kind in (media_types.PLAIN, media_types.MARKDOWN):
            return await announced(parse_text_document(data, kind, self.limits), on_page)
        request = {"operation": "parse", "name": name, "media_type": media_type, "comments": comments}
        run = ParseRun(self.launcher, "pdf" if kind == media_types.PDF else "html", self.limits, on_page)
        return await run.document(request, data)

    async def render_page(self, data: bytes, number: int, *, dpi: int = 110) -> PageImage:
        """The page of a PDF as a viewer shows it. Raises ParseFailure."""
        async with ChildSession(self.launcher, "pdf", RENDER_LIMITS) as session:
            await session.ask({"operation": "render", "number": number, "dpi": dpi}, data)
            message = await session.answer()
            return PageImage(await session.read_bytes(), message["width"], message["height"], message["media_type"])

    async def draw_pdf(self, data: bytes, media_type: str) -> bytes:
        """The PDF of a picture or a book. Raises ParseFailure."""
        async with ChildSession(self.launcher, "pdf", self.limits) as session:
            await session.ask({"operation": "draw", "media_type": media_type}, data)
            await session.answer()
            return await session.read_bytes()

    async def printable(self, data: bytes, media_type: str, changes: TrackedChanges) -> bytes:
        """What is printed in place of a text file of Word or OpenDocument; mostly the same. Raises ParseFailure."""
        async with ChildSession(self.launcher, FOR_OFFICE, self.limits) as session:
            await session.ask({"operation": "printable", "media_type": media_type, "changes": changes}, data)
            await session.answer()
            return await session.read_bytes() or data

    async def own_text(
        self, data: bytes, media_type: str, comments: Comments = Comments.LEFT_OUT
    ) -> list[OwnParagraph]:
        """The paragraphs of an Office file in its own words. Raises ParseFailure."""
        async with ChildSession(self.launcher, FOR_OFFICE, self.limits) as session:
            await session.ask({"operation": "own_text", "media_type": media_type, "comments": comments}, data)
            await session.answer()
            return [OwnParagraph(**each) for each in json.loads(await session.read_bytes())]

    async def find_quote(self, data: bytes, number: int, quote: str) -> list[Rectangle]:
        """Where the PDF's text layer has the quote on this page, a rectangle a line. Raises ParseFailure."""
        async with ChildSession(self.launcher, "pdf", RENDER_LIMITS) as session:
            await session.ask({"operation": "find_quote", "number": number, "quote": quote}, data)
            return [Rectangle(*found) for found in (await session.answer())["rectangles"]]

    async def measure(self, data: bytes, *, name: str = "", media_type: str = "") -> "SizeEstimate":
        """How much text the file has. Raises ParseFailure."""
        from apps.documents.parsing.formats.size_estimate import SizeEstimate, estimate_size

        kind = media_types.media_type_of(data, name, media_type)
        if kind in (media_types.PLAIN, media_types.MARKDOWN) or (kind == media_types.RECORD and b'"html"' not in data):
            return estimate_size(data, name, media_type, self.limits)
        async with ChildSession(self.launcher, "pdf" if kind == media_types.PDF else "html", self.limits) as session:
            await session.ask({"operation": "measure", "name": name, "media_type": media_type}, data)
            said = await session.answer()
            return SizeEstimate(said["pages"], said["chunks"], said["tokens"], said["scans"])

    async def weigh(self, texts: Mapping[int, str], vocabulary: Vocabulary | None = None) -> Rows:
        """The rows of the keyword index for the texts of chunks, made on another processor. Raises ParseFailure."""
        stems = vocabulary and asdict(vocabulary)
        return rows_from(await self.made_of([*texts.values()], "weigh", chunks=[*texts], vocabulary=stems))

    async def made_of(self, texts: Sequence[str], operation: str, **facts: object) -> bytes:
        """What another processor makes of texts (child_operations.py). Raises ParseFailure."""
        async with ChildSession(self.launcher, "words", self.limits) as session:
            encoded = [text.encode("utf-8", "replace") for text in texts]
            request = {"operation": operation, "lengths": [len(text) for text in encoded], **facts}
            await session.ask(request, b"".join(encoded))
            await session.answer()
            return await session.read_bytes()

    def close(self) -> None:
        """Ends the fork server and every child. The pool starts a new one when it is used again."""
        self.launcher.close()


def find_quote_among(words: Sequence[Word], quote: str, width: float, height: float) -> list[Rectangle]:
    """Where OCR saw the quote; `words`, `width` and `height` are the stored page's. No process is asked."""
    return quote_boxes.rectangles(quote_boxes.find_quote_words(words, quote), width, height)


MOST_LOST_PAGES = 5
"""Of one file; each costs two processes and up to the limits of one."""


class ParseRun:
    """One file on its way through one child, or through several: a page that ends its child is left out and named."""

    def __init__(self, launcher: ForkServerLauncher, preload: str, limits: ParseLimits, on_page: OnPage | None) -> None:
        self.launcher, self.preload, self.limits, self.on_page = launcher, preload, limits, on_page
        self.pages: list[ParsedPage] = []
        self.begun, self.count = 0, 0
        self.lost: list[ParseFailure] = []

    async def document(self, request: dict[str, Any], data: bytes) -> ParsedDocument:
        """Raises ParseFailure, and what `on_page` raises."""
        one_by_one = False
        while True:
            wanted = {"done": len(self.pages), "one_by_one": one_by_one}
            try:
                done = await self.read(request | wanted, data)
                break
            except ParseFailure as failure:
                # Whatever the process was at when it ended, it may have been the file's first page.
                if not self.may_be_one_page(failure) or self.is_hopeless(one_by_one):
                    raise
                if one_by_one:
                    await self.leave_out(failure)
                one_by_one = not one_by_one
        if self.lost and not any(page.text.strip() for page in self.pages):
            raise self.lost[0]
        return self.made(done)

    def may_be_one_page(self, failure: ParseFailure) -> bool:
        """Not what ended because the whole file took too long."""
        took_long = failure.facts.get("limit") == round(self.limits.wall_seconds)
        return self.preload == "pdf" and failure.reason_code in ENDS_A_PROCESS and not took_long

    def is_hopeless(self, one_by_one: bool) -> bool:
        """Many pages are lost already, or the process ended before any page."""
        return len(self.lost) >= MOST_LOST_PAGES or (one_by_one and self.begun <= len(self.pages))

    async def read(self, request: dict[str, Any], data: bytes) -> dict[str, Any]:
        """The rest of the pages; returns the last message. Raises ParseFailure."""
        async with ChildSession(self.launcher, self.preload, self.limits) as session:
            await session.ask(request, data)
            while (message := await session.answer())["kind"] != "done":
                self.count = message["count"]
                if message["kind"] == "begun":
                    self.begun = message["number"]
                else:
                    await self.add(ParsedPage.from_json(message["page"]))
        return message

    async def add(self, page: ParsedPage) -> None:
        self.pages.append(page)
        await announce(self.on_page, page, self.count)

    async def leave_out(self, failure: ParseFailure) -> None:
        self.lost.append(failure)
        await self.add(ParsedPage(self.begun, "", method="none", flags=frozenset({ParseFlag.PAGE_UNREADABLE})))

    def made(self, done: dict[str, Any]) -> ParsedDocument:
        flags = {ParseFlag(flag) for flag in done["flags"]}
        if self.lost:
            flags = flags.union(*(page.flags for page in self.pages))
        return ParsedDocument(
            tuple(self.pages),
            done["media_type"],
            title=done["title"],
            page_count=done["page_count"],
            flags=frozenset(flags),
            fields=done["fields"],
            front_matter=done["front_matter"],
        )


async def announced(document: ParsedDocument, on_page: OnPage | None) -> ParsedDocument:
    for page in document.pages:
        await announce(on_page, page, document.page_count)
    return document


async def announce(on_page: OnPage | None, page: ParsedPage, count: int) -> None:
    if on_page is not None and (waiting := on_page(page, count)) is not None:
        await waiting


class ChildSession:
    """One conversation with one child. Leaving the block early kills the child."""

    def __init__(self, launcher: ForkServerLauncher, preload: str, limits: ParseLimits) -> None:
        self.limits = limits
        self.answered = False
        self.writer: asyncio.StreamWriter | None = None
        self.connection, self.status = launcher.submit(preload, limits)
        self.connection.setblocking(False)
        self.status.setblocking(False)

    async def __aenter__(self) -> "ChildSession":
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.answered:
            with suppress(OSError):
                self.status.send(b"+")  # the child goes on by itself; replacing it would cost far more
        (self.writer or self.connection).close()
        self.status.close()

    async def ask(self, request: dict[str, object], data: bytes) -> None:
        """Sends the request, which its child finds when it starts; however long it waits for its turn."""
        loop = asyncio.get_running_loop()
        try:
            await loop.sock_sendall(
                self.connection, wire_protocol.encode(request) + wire_protocol.LENGTH.pack(len(data))
            )
            await loop.sock_sendall(self.connection, data)
            self.reader, self.writer = await asyncio.open_connection(sock=self.connection)
            await self.read_message()
        except (EOFError, ConnectionError):
            raise await self.failure_of_child() from None

    async def answer(self) -> dict[str, Any]:
        """The next message. Raises ParseFailure when the child says so, is silent for too long, or dies."""
        try:
            async with asyncio.timeout(self.limits.silent_seconds):
                message = await self.read_message()
        except TimeoutError:
            seconds = self.limits.silent_seconds
            raise time_failure(f"One page took longer than {seconds:.0f} s.", seconds) from None
        except (EOFError, ConnectionError):
            raise await self.failure_of_child() from None
        self.answered = message["kind"] in ("done", "failure")
        if message["kind"] == "failure":
            raise ParseFailure(message["reason"], message["detail"], **message["facts"])
        return message

    async def say(self, message: dict[str, Any]) -> None:
        """One more message to the child, while it works. Raises ConnectionError when it is gone."""
        if self.writer is not None:
            self.writer.write(wire_protocol.encode(message))
            await self.writer.drain()

    async def read_message(self) -> dict[str, Any]:
        return wire_protocol.decode(await self.read_bytes())

    async def read_bytes(self) -> bytes:
        (length,) = wire_protocol.LENGTH.unpack(await self.reader.readexactly(wire_protocol.LENGTH.size))
        return await self.reader.readexactly(length)

    async def failure_of_child(self) -> ParseFailure:
        """Why the connection ended without an answer, as the server saw it."""
        try:
            async with asyncio.timeout(10):
                frame = await receive_all(self.status)
            ended = json.loads(frame[wire_protocol.LENGTH.size :])
        except (TimeoutError, OSError, ValueError):
            return ParserDeath(
                FailureReason.CRASHED, "The parser itself was stopped while it read the file. Try again."
            )
        return failure_from(ended["cause"], ended["exit"], self.limits)


async def receive_all(connection: socket.socket) -> bytes:
    loop, data = asyncio.get_running_loop(), b""
    while part := await loop.sock_recv(connection, 4096):
        data += part
    return data


def failure_from(cause: str, exit_code: int, limits: ParseLimits) -> ParseFailure:
    """The failure that a child's end means. A negative exit code is the signal that ended it."""
    if cause == "wall":
        return time_failure(f"Reading the file took longer than {limits.wall_seconds:.0f} s.", limits.wall_seconds)
    if exit_code == -signal.SIGPROF:
        return time_failure(f"One page took more than {MOST_CPU_OF_PAGE:.0f} s of CPU.", MOST_CPU_OF_PAGE)
    if exit_code == -signal.SIGXCPU:
        return time_failure(f"Reading the file took more than {limits.cpu_seconds} s of CPU.", limits.cpu_seconds)
    if exit_code == -signal.SIGKILL:
        limit = limits.memory // 2**20
        detail = "The system stopped the parser, most likely for want of memory."
        return ParserDeath(FailureReason.MEMORY_LIMIT, detail, limit=limit)
    how = f"signal {-exit_code}" if exit_code < 0 else f"exit status {exit_code}"
    return ParserDeath(FailureReason.CRASHED, f"The file made the parser crash ({how}).", exit=exit_code)


def time_failure(detail: str, limit: float) -> ParseFailure:
    return ParseFailure(FailureReason.TIME_LIMIT, detail, limit=round(limit))
