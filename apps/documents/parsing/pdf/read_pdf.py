"""Reads a PDF as pages. Runs in a forked child (sandbox/fork_server.py): broken files may crash PyMuPDF's C code."""

import gc
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from apps.documents.parsing.layout.lines_to_markdown import BodySize
from apps.documents.parsing.limits import MOST_CPU_OF_PAGE
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf, mupdf_errors, raise_if_out_of_memory
from apps.documents.parsing.normalise_text import count_readable_characters
from apps.documents.parsing.ocr import recognise_page, tesseract
from apps.documents.parsing.ocr.parallel_pages import PageOrFuture, ParallelOcr, pages_in_order, wait_for_page
from apps.documents.parsing.ocr.recognise_picture_boxes import PictureBoxes
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.parsing.page_parts.recognise_figure_captions import (
    find_caption,
    lines_with_boxes,
)
from apps.documents.parsing.page_parts.repeat_continued_table_headers import PlacedTable
from apps.documents.parsing.pdf.batch_picture_ocr import PictureQueue
from apps.documents.parsing.pdf.needs_ocr import LEAST_CHARACTERS, ReadBackgrounds, may_hide_text
from apps.documents.parsing.pdf.ocr_pictures_beside_text import (
    PageWithPictures,
    boxes_relative_to,
    is_large_area,
    part_with_pictures,
    pictures_worth_reading,
    read_pictures_of_page,
    render_pictures,
)
from apps.documents.parsing.pdf.read_text_layer import read_text_layer
from apps.documents.parsing.pdf.refuse_placeholder_pdfs import refuse_placeholder_pages
from apps.documents.parsing.types import ALL_PAGES, FailureReason, PageRange, ParsedPage, ParseFailure, ParseFlag
from apps.text.comparable_letters import comparable_letters

if TYPE_CHECKING:
    import pymupdf

FORGET_EVERY = 50
"""Pages after which MuPDF's cache is emptied, so that 10,000 pages need no more memory than 50."""


def open_pdf(data: bytes) -> "pymupdf.Document":
    """The opened PyMuPDF document, with at least one page.

    Raises ParseFailure: not_a_pdf, encrypted (opens with a password only), no_pages, unsupported_type.
    """
    mupdf = load_pymupdf()
    try:
        document: pymupdf.Document = mupdf.open(stream=data, filetype="pdf")
    except mupdf_errors() as error:
        raise_if_out_of_memory(error)
        raise ParseFailure(
            FailureReason.NOT_A_PDF, f"The file begins like a PDF, but cannot be opened: {error}"
        ) from error
    # Read once and before authenticate: read afterwards it leaves every later page empty.
    needs_password = bool(document.needs_pass)
    if needs_password and not document.authenticate(""):
        raise ParseFailure(FailureReason.ENCRYPTED, "The PDF opens with a password only. Store a copy without one.")
    if count_pages(document) <= 0:
        raise no_pages_failure()
    refuse_placeholder_pages(document)
    return document


def count_pages(document: "pymupdf.Document") -> int:
    """Returns the number the file states; 0 where it states nonsense."""
    try:
        return int(document.page_count)
    except mupdf_errors() as error:
        raise_if_out_of_memory(error)
        return 0


def no_pages_failure() -> ParseFailure:
    return ParseFailure(
        FailureReason.NO_PAGES, "The PDF has no readable page, it is damaged or cut off. Fetch it again."
    )


def read_pdf_pages(
    document: "pymupdf.Document",
    most_pages: int,
    ocr_seconds: float,
    places: OcrSlots | None = None,
    wanted: PageRange = ALL_PAGES,
    on_begin: Callable[[int], None] | None = None,
) -> Iterator[ParsedPage]:
    """The pages in their order, the first `most_pages` of them. A page that cannot be read comes empty and flagged.

    Scanned pages are read side by side on the processors that `places` stands for; without it, one at a time. A page
    that takes too much of the processor ends this process by SIGPROF: MuPDF is not to be interrupted otherwise.
    """
    with ParallelOcr(places or OcrSlots.create(1)) as recognising:
        reader = PdfReader(recognising, ocr_seconds)
        yield from pages_in_order(reader.pages(document, most_pages, wanted, on_begin))


class PdfReader:
    """One pass over the pages of a document, with what is learnt on the way."""

    def __init__(self, recognising: ParallelOcr, ocr_seconds: float) -> None:
        self.recognising = recognising
        self.pictures = PictureQueue(recognising, ocr_seconds)
        self.ocr_seconds = ocr_seconds
        self.body = BodySize()
        self.likely_turn = 0
        self.seen_pictures: set[bytes] = set()
        self.backgrounds = ReadBackgrounds()
        self.open_table: PlacedTable | None = None

    def pages(
        self,
        document: "pymupdf.Document",
        most_pages: int,
        wanted: PageRange,
        on_begin: Callable[[int], None] | None,
    ) -> Iterator[PageOrFuture]:
        for index in range(wanted.done, min(document.page_count, most_pages)):
            if on_begin is not None:
                on_begin(index + 1)
            try:
                with limited_processor_time():
                    page = self.page(document[index])
                yield wait_for_page(page) if wanted.one_by_one else page
            except mupdf_errors() as error:
                raise_if_out_of_memory(error)
                # This page is broken; the next one may be sound.
                yield ParsedPage(index + 1, "", method="none", flags=frozenset({ParseFlag.PAGE_UNREADABLE}))
            if (index + 1) % FORGET_EVERY == 0:
                load_pymupdf().TOOLS.store_shrink(100)
                gc.collect()

    def page(self, page: "pymupdf.Page") -> PageOrFuture:
        layer = read_text_layer(page, self.body, self.open_table)
        self.open_table = layer.open_table
        parsed, blocks = layer.page, layer.blocks
        if not may_hide_text(page, parsed.text, blocks, self.backgrounds):
            return self.with_pictures(page, parsed, blocks)
        return self.recognising.begin(
            lambda: recognise_page.render_grey(page), lambda picture: self.with_ocr(picture, parsed)
        )

    def with_pictures(self, page: "pymupdf.Page", parsed: ParsedPage, blocks: list[dict[str, Any]]) -> PageOrFuture:
        """Returns the page with the text of its pictures, read in another thread, or as it is."""
        boxes = pictures_worth_reading(page, blocks, self.seen_pictures)
        if not boxes:
            return parsed
        lines = lines_with_boxes(blocks)
        captions = [find_caption(box, lines) for box in boxes]
        part = part_with_pictures(boxes, page.rect)
        inside = boxes_relative_to(part, boxes)

        def asked(picture: recognise_page.ScannedPage) -> PageWithPictures:
            return PageWithPictures(parsed, PictureBoxes(picture, inside), captions)

        if is_large_area(part):
            return self.recognising.begin(
                lambda: render_pictures(page, inside, part),
                lambda picture: read_pictures_of_page(asked(picture), self.ocr_seconds),
            )
        return self.pictures.put(lambda: asked(render_pictures(page, inside, part)))

    def with_ocr(self, picture: recognise_page.ScannedPage, parsed: ParsedPage) -> ParsedPage:
        """The page as OCR reads it, or as it was, flagged, where OCR did not work or found less."""
        try:
            found = recognise_page.recognise_page(picture, self.ocr_seconds, self.likely_turn)
        except tesseract.OcrTimeoutError:
            return replace(parsed, flags=parsed.flags | {ParseFlag.OCR_TIMEOUT})
        except tesseract.OcrUnavailableError:
            return replace(parsed, flags=parsed.flags | {ParseFlag.OCR_UNAVAILABLE})
        except tesseract.OcrFailedError:
            return replace(parsed, flags=parsed.flags | {ParseFlag.OCR_FAILED})
        if found.is_cut_short:
            parsed = replace(parsed, flags=parsed.flags | {ParseFlag.OCR_TIMEOUT})
        if found.confidence >= recognise_page.SURE:
            self.likely_turn = found.rotation
        known = count_readable_characters(parsed.text)
        if count_readable_characters(found.text) <= known or (
            known >= LEAST_CHARACTERS and found.confidence < recognise_page.SURE
        ):
            return parsed
        return replace(
            parsed,
            text="\n\n".join([*unrecognised_paragraphs(parsed.text, found.text), found.text]),
            method="ocr",
            ocr_confidence=found.confidence,
            rotation=found.rotation,
            words=found.words,
            margins=(0, 0),
        )


def unrecognised_paragraphs(known: str, seen: str) -> list[str]:
    """Paragraphs of the text layer that text recognition has not seen as such: beside a picture it may part lines."""
    letters = comparable_letters(seen)
    return [part for part in known.split("\n\n") if comparable_letters(part) not in letters]


@contextmanager
def limited_processor_time() -> Iterator[None]:
    """The kernel ends the process when the block takes more of the processor than a page may."""
    signal.setitimer(signal.ITIMER_PROF, MOST_CPU_OF_PAGE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
