"""`ParserPool`, the asynchronous client of the parser's limited child processes.

    pool = ParserPool(size=2)
    document = await pool.parse(data, name="bericht.pdf", on_page=store_page)

Broken and hostile files cost a child process, never the caller: whatever happens to it ends as a ParseFailure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING

from apps.documents.keywords.build_posting_rows import PostingRows, posting_rows_from_bytes
from apps.documents.parsing.collection_reading_options import Comments, TrackedChanges
from apps.documents.parsing.containers.enclosed_file import EnclosedFile
from apps.documents.parsing.containers.pdf_attachments import PdfAttachments
from apps.documents.parsing.formats import detect_media_type as media_types
from apps.documents.parsing.formats.plain_text import may_hold_html
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.page_parts.running_headers_and_footers import mark_page_bodies
from apps.documents.parsing.pdf import find_quote_boxes
from apps.documents.parsing.pdf.find_quote_boxes import Rectangle
from apps.documents.parsing.types import ParsedDocument, ParsedPage, ParseFailure, ParseFlag, Word
from apps.documents.sandbox.fork_server_launcher import ForkServerLauncher
from apps.documents.sandbox.parse_skipping_crashing_pages import OnPage, ParseRun, announce_pages
from apps.documents.sandbox.talk_to_child_process import ChildSession
from apps.text.index_terms import Vocabulary

if TYPE_CHECKING:
    from apps.documents.parsing.formats.estimate_text_size import SizeEstimate

FOR_OFFICE = "pdf"
"""What serves Office files before and after they are printed: a child of the kind that reads their PDF, so that it can
do all three, and none has to make room for another."""
BRIEF = 20_000
"""Characters of a file up to which its heads and feet are found at once: a child of its own would cost a page a quarter
of its time, and nothing so short takes longer than a few tenths of a second."""
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
        if needs_no_child(kind, data):
            return await announce_pages(parse_text_document(data, kind, self.limits), on_page)
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

    async def find_bodies(self, pages: Sequence[ParsedPage]) -> tuple[ParsedPage, ...]:
        """The pages of a PDF with their `body`: the text without heads, feet and page numbers. Raises ParseFailure."""
        if sum(len(page.text) for page in pages) <= BRIEF:
            return mark_page_bodies(pages)
        request: dict[str, object] = {
            "operation": "find_bodies",
            "pages": [(page.text, *page.margins) for page in pages],
        }
        async with ChildSession(self.launcher, "pdf", self.limits) as session:
            await session.ask(request, b"")
            bodies = (await session.answer())["bodies"]
        return tuple(
            replace(page, body=tuple(body)) if body else page for page, body in zip(pages, bodies, strict=True)
        )

    async def complete_pages(
        self,
        printed: ParsedDocument,
        original: bytes,
        media_type: str,
        comments: Comments = Comments.LEFT_OUT,
    ) -> tuple[ParsedPage, ...]:
        """The pages printed from an Office file, with the text of the original that they lack. Raises ParseFailure.

        `media_type` is that of the original. What it has behind the pages that were read is left out.
        """
        request = {
            "operation": "complete_pages",
            "media_type": media_type,
            "comments": comments,
            "pages": [page.as_json() for page in printed.pages],
            "are_all": ParseFlag.PAGE_LIMIT not in printed.flags,
        }
        async with ChildSession(self.launcher, FOR_OFFICE, self.limits) as session:
            await session.ask(request, original)
            changed = map(ParsedPage.from_json, (await session.answer())["pages"])
        by_number = {page.number: page for page in changed}
        return tuple(by_number.get(page.number, page) for page in printed.pages)

    async def attachments(self, data: bytes) -> PdfAttachments:
        """The files within a PDF. Raises ParseFailure where the PDF ends the process."""
        async with ChildSession(self.launcher, "pdf", RENDER_LIMITS) as session:
            await session.ask({"operation": "attachments"}, data)
            said = await session.answer()
            contents = BytesIO(await session.read_bytes())
        files = [
            EnclosedFile(name, contents.read(size), failure=failure and ParseFailure(**failure))
            for name, size, failure in said["files"]
        ]
        return PdfAttachments(files, said["is_cover"])

    async def find_quote(self, data: bytes, number: int, quote: str) -> list[Rectangle]:
        """Finds the quote in the text layer of this page of the PDF, a rectangle a line. Raises ParseFailure."""
        async with ChildSession(self.launcher, "pdf", RENDER_LIMITS) as session:
            await session.ask({"operation": "find_quote", "number": number, "quote": quote}, data)
            return [Rectangle(*found) for found in (await session.answer())["rectangles"]]

    async def measure(self, data: bytes, *, name: str = "", media_type: str = "") -> "SizeEstimate":
        """How much text the file has. Raises ParseFailure."""
        from apps.documents.parsing.formats.estimate_text_size import SizeEstimate, estimate_size

        kind = media_types.media_type_of(data, name, media_type)
        if needs_no_child(kind, data) or (kind == media_types.RECORD and b'"html"' not in data):
            return estimate_size(data, name, media_type, self.limits)
        async with ChildSession(self.launcher, "pdf" if kind == media_types.PDF else "html", self.limits) as session:
            await session.ask({"operation": "measure", "name": name, "media_type": media_type}, data)
            said = await session.answer()
            return SizeEstimate(said["pages"], said["chunks"], said["tokens"], said["scans"])

    async def weigh(self, texts: Mapping[int, str], vocabulary: Vocabulary | None = None) -> PostingRows:
        """The rows of the keyword index for the texts of chunks, made on another processor. Raises ParseFailure."""
        stems = vocabulary and asdict(vocabulary)
        return posting_rows_from_bytes(
            await self.made_of([*texts.values()], "weigh", chunks=[*texts], vocabulary=stems)
        )

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


def needs_no_child(kind: str, data: bytes) -> bool:
    """Nothing in reading such a text can hang."""
    return kind == media_types.PLAIN or (kind == media_types.MARKDOWN and not may_hold_html(data))


def find_quote_in_words(words: Sequence[Word], quote: str, width: float, height: float) -> list[Rectangle]:
    """Finds the quote where OCR saw it; `words` and sizes are the stored page's. No process is asked."""
    return find_quote_boxes.line_rectangles(find_quote_boxes.find_quote_words(words, quote), width, height)
