"""OCR of one page: render it, turn it upright, recognise its words and map them back to page coordinates."""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.lines_to_markdown import BULLET, CLAUSE, NUMBERED
from apps.documents.parsing.layout.place_tables import (
    bands_between_tables,
    find_gutters,
    table_insertion_index,
    tables_across_columns,
)
from apps.documents.parsing.layout.reading_order import TextLine
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf
from apps.documents.parsing.normalise_text import bracket_note_marks, normalise_text
from apps.documents.parsing.ocr import tesseract
from apps.documents.parsing.ocr.correct_section_signs import restore_section_signs
from apps.documents.parsing.ocr.deskew import (
    STEEPEST,
    STEEPEST_ON_SECOND_LOOK,
    Alignment,
    PageRotation,
    deskew,
    measure_alignment,
    turn_clockwise,
)
from apps.documents.parsing.ocr.erase_checkboxes import erase_checkboxes
from apps.documents.parsing.ocr.erase_dot_leaders import erase_dot_leaders, find_dot_leaders
from apps.documents.parsing.ocr.read_missed_print import add_missed_words
from apps.documents.parsing.ocr.scanned_tables import ScannedTable, extract_scanned_tables
from apps.documents.parsing.ocr.tesseract import OcrWord
from apps.documents.parsing.types import Word

if TYPE_CHECKING:
    import pymupdf
    from PIL.Image import Image

DPI = 200
"""300 dpi found no more words on German scans and took 1.3 to 1.7 times as long."""
MOST_PIXELS = 50_000_000
PAGE_SECONDS = 60.0
SURE = 65.0
"""Mean confidence that only text read the right way up reaches; upside down it stays around 30 to 40."""
CLEAR = 87.0
"""Mean confidence below which a page is in bad shape or in another language, so that all languages are tried too."""
CLEAR_IN_CELLS = 90.0
"""Mean confidence below which a page with tables is read without them, too, which counts when it is much better."""
MUCH_BETTER = 1.25
"""By how much: of tables of ICDAR 2013, scanned, the reading without them was worth 1.19 times as much at most, of a
form that lay aslant 1.28 times."""
LEAST_LINE_CONFIDENCE = 30.0
Box = tuple[float, float, float, float]
LEAST_INK = 10
"""A page with fewer dark points (of about 800,000) is blank; trying it in four directions would cost six seconds."""


class ScannedPage(NamedTuple):
    """A page as a grey Pillow image with `zoom` pixels per point."""

    image: "Image"
    zoom: float


@dataclass(frozen=True, slots=True)
class OcrResult:
    """What OCR read on a page. `words` are in points of the page as a viewer shows it.

    `is_cut_short`: time was up before the page had been tried in all directions.
    """

    text: str
    confidence: float
    rotation: int
    words: tuple[Word, ...]
    is_cut_short: bool = False


@dataclass(frozen=True, slots=True)
class OcrAttempt:
    """The words found at one placement, those of ruled tables apart."""

    words: list[OcrWord]
    placement: PageRotation
    tables: Sequence[ScannedTable] = ()

    @property
    def all_words(self) -> list[OcrWord]:
        return [*self.words, *(word for table in self.tables for word in table.words)]

    @property
    def confidence(self) -> float:
        return mean_confidence(self.all_words)

    @property
    def worth(self) -> float:
        """Letters read with some certainty; comparing means alone would prefer one lucky word to a page of text."""
        return sum((word.confidence - 40) * len(word.text) for word in self.all_words)


def mean_confidence(words: Sequence[OcrWord]) -> float:
    """Returns the mean over the letters, 0 to 100."""
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0


def recognise_page(picture: ScannedPage, seconds: float = PAGE_SECONDS, likely_turn: int = 0) -> OcrResult:
    """OCR of a page. Raises the errors of `tesseract.py`; `seconds` limits the whole page.

    `likely_turn` is how the page before had to be turned: it is tried first where the print allows it.
    """
    image, zoom = picture
    alignment = measure_alignment(image)
    if alignment.ink < LEAST_INK:
        return OcrResult("", 0.0, 0, ())
    attempts = try_placements(image, alignment, round(72 * zoom), time.monotonic() + seconds, likely_turn)
    best = max(attempts.made, key=lambda attempt: attempt.worth)
    parts = build_printed_parts(restore_section_signs(best.words), best.tables, zoom)
    words = [word for part in parts for word in part.words]
    return OcrResult(
        text=join_printed_parts(parts),
        confidence=round(mean_confidence(words), 1),
        rotation=best.placement.turn,
        words=tuple(word_on_page(word, best.placement, zoom) for word in words),
        is_cut_short=attempts.is_cut_short,
    )


def render_grey(page: "pymupdf.Page", part: Box | None = None) -> ScannedPage:
    """The PyMuPDF page in grey, or a part of it in points; with fewer dpi where the page would exceed 50 Mpx."""
    from PIL import Image

    mupdf = load_pymupdf()
    zoom = DPI / 72
    area = page.rect.width * page.rect.height
    if area * zoom * zoom > MOST_PIXELS:
        zoom = math.sqrt(MOST_PIXELS / area) * 0.999
    pixmap = page.get_pixmap(matrix=mupdf.Matrix(zoom, zoom), colorspace=mupdf.csGRAY, alpha=False, clip=part)
    return ScannedPage(Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples), zoom)


@dataclass(slots=True)
class Attempts:
    """What was read of a page, at one placement after the other; at least one."""

    made: list[OcrAttempt]
    is_cut_short: bool = False


def try_placements(image: "Image", alignment: Alignment, dpi: int, deadline: float, likely_turn: int = 0) -> Attempts:
    """Reads at the likeliest turn first and stops when sure; else the other turns, then a steeper slant.

    Raises OcrTimeoutError where there was no time for the first one; of a later one it costs no more than that.
    """
    attempts = Attempts([])
    try:
        for attempt in attempts_one_by_one(image, alignment, dpi, deadline, likely_turn):
            attempts.made.append(attempt)
    except tesseract.OcrTimeoutError:
        if not attempts.made:
            raise
        attempts.is_cut_short = True
    return attempts


def attempts_one_by_one(
    image: "Image", alignment: Alignment, dpi: int, deadline: float, likely_turn: int
) -> Iterator[OcrAttempt]:
    last: OcrAttempt | None = None
    for last in attempts_at_turns(image, alignment, dpi, deadline, likely_turn):
        yield last
    if last is not None and last.confidence < CLEAR:
        slanted = measure_alignment(image, STEEPEST_ON_SECOND_LOOK)
        if abs(slanted.skew) > STEEPEST and time.monotonic() < deadline:
            yield from attempts_at_turns(image, slanted, dpi, deadline, likely_turn)


def attempts_at_turns(
    image: "Image", alignment: Alignment, dpi: int, deadline: float, likely_turn: int
) -> Iterator[OcrAttempt]:
    for turn in turns_to_try(alignment, likely_turn):
        skew = alignment.skew if (turn % 180 == 90) == alignment.lines_run_down else 0.0
        yield (attempt := attempt_at(image, dpi, turn, skew, deadline))
        if is_sure(attempt):
            break


def is_sure(attempt: OcrAttempt) -> bool:
    return attempt.confidence >= SURE and len(attempt.words) >= 3


def turns_to_try(alignment: Alignment, likely_turn: int) -> list[int]:
    """All four, first the two along which the lines of print run."""
    turns = (270, 90, 0, 180) if alignment.lines_run_down else (0, 180, 90, 270)
    return sorted(turns, key=lambda turn: (turn not in turns[:2], turn != likely_turn, turns.index(turn)))


@dataclass(frozen=True, slots=True)
class PreparedPage:
    """An upright page as tesseract reads it first. `whole` is the page with the tables that were taken out of it."""

    upright: "Image"
    whole: "Image"
    placement: PageRotation
    tables: Sequence[ScannedTable]
    segmentation: str


@dataclass(frozen=True, slots=True)
class PageReadings:
    """Reads images of one page until `deadline` (monotonic seconds). Raises the errors of `tesseract.py`."""

    dpi: int
    deadline: float

    def read(self, image: "Image", segmentation: str, *, every_language: bool = False) -> list[OcrWord]:
        seconds = self.deadline - time.monotonic()
        return tesseract.recognise(encode_pnm(image), self.dpi, seconds, segmentation, every_language=every_language)


def attempt_at(image: "Image", dpi: int, turn: int, skew: float, deadline: float) -> OcrAttempt:
    """The words at this placement; where they make sense, with those that the first reading left out."""
    readings = PageReadings(dpi, deadline)
    page = prepare_page(image, turn, skew, readings)
    return complete_reading(page, readings.read(page.upright, page.segmentation), readings)


def prepare_page(image: "Image", turn: int, skew: float, readings: PageReadings) -> PreparedPage:
    """Turned upright, without boxes to tick and dot leaders, and with its ruled tables read apart."""
    upright, dpi = deskew(turn_clockwise(image, turn), skew), readings.dpi
    placement = PageRotation(image.width, image.height, turn, skew, upright.width, upright.height)
    if leaders := find_dot_leaders(upright, dpi):
        upright = erase_dot_leaders(upright, leaders)
        # The numbers at the right are no column of their own.
        return PreparedPage(upright, upright, placement, (), tesseract.ONE_COLUMN)
    whole = erase_checkboxes(upright, dpi)
    upright, tables = extract_scanned_tables(whole, dpi, lambda cells: readings.read(cells, tesseract.ONE_BLOCK))
    return PreparedPage(upright, whole, placement, tables, tesseract.AUTOMATIC)


def complete_reading(page: PreparedPage, words: list[OcrWord], readings: PageReadings) -> OcrAttempt:
    """`words` are those of the first reading; it is read again where they leave doubt and there is time."""
    upright, attempt = page.upright, OcrAttempt(words, page.placement, page.tables)
    try:
        if page.tables and SURE <= attempt.confidence < CLEAR_IN_CELLS:
            # On a slanted page of a form, frames are taken for tables, and letters beside their lines are lost.
            untabled = OcrAttempt(readings.read(page.whole, page.segmentation), page.placement)
            if untabled.worth > MUCH_BETTER * attempt.worth:
                upright, attempt = page.whole, untabled
        if attempt.confidence < SURE:
            return attempt
        if attempt.confidence < CLEAR and len(tesseract.installed_languages()) > 1:
            in_all = readings.read(upright, page.segmentation, every_language=True)
            attempt = max(attempt, replace(attempt, words=in_all), key=lambda each: each.worth)
        words = add_missed_words(
            upright, readings.dpi, attempt.words, lambda rest: readings.read(rest, tesseract.SPARSE)
        )
    except tesseract.OcrTimeoutError:
        return attempt
    return replace(attempt, words=words)


def encode_pnm(image: "Image") -> bytes:
    """The grey Pillow image without compression, which tesseract would have to undo."""
    return f"P5 {image.width} {image.height} 255\n".encode() + bytes(image.tobytes())


def confident_lines(words: Iterable[OcrWord]) -> list[list[OcrWord]]:
    """Lines of print without what tesseract imagines in pictures and stains."""
    lines = [list(line) for _, line in groupby(words, key=lambda word: word.line)]
    return [line for line in lines if sum(word.confidence for word in line) / len(line) >= LEAST_LINE_CONFIDENCE]


@dataclass(slots=True)
class PrintedPart:
    """A paragraph by its lines, or a table."""

    words: list[OcrWord]
    lines: list[str]
    markdown: str = ""


def join_printed_parts(parts: Iterable[PrintedPart]) -> str:
    return "\n\n".join(part.markdown or join_lines(part.lines) for part in parts)


def build_printed_parts(words: Iterable[OcrWord], tables: Sequence[ScannedTable], zoom: float) -> list[PrintedPart]:
    """Paragraphs as tesseract saw them; a line that begins with a list marker begins anew. Each table stands before the
    first paragraph of its column that begins below its upper edge. `zoom` is pixels per point."""
    lines = confident_lines(words)
    parts = group_into_paragraphs(lines)
    if not tables:
        return parts
    gutters = [gutter * zoom for gutter in find_gutters([printed_line(line, zoom) for line in lines])]
    wide = tables_across_columns([table_box(table) for table in tables], gutters)
    ordered = list(chain(*bands_between_tables(parts, [part.words[0].top for part in parts], wide)))
    boxes = [(line_box(part.words), True) for part in ordered]
    for table in tables:
        place = table_insertion_index(boxes, table_box(table), gutters)
        ordered.insert(place, PrintedPart(table.words, [], table.markdown))
        boxes.insert(place, (table_box(table), False))
    return ordered


def group_into_paragraphs(lines: Iterable[list[OcrWord]]) -> list[PrintedPart]:
    parts: list[PrintedPart] = []
    before: tuple[int, int] | None = None
    for line in lines:
        text = normalise_text(bracket_note_marks(" ".join(word.text for word in line)))
        paragraph = line[0].line[:2]
        if paragraph != before or any(marker.match(text) for marker in (BULLET, NUMBERED, CLAUSE)):
            parts.append(PrintedPart([], []))
        parts[-1].words += line
        parts[-1].lines.append(text)
        before = paragraph
    return parts


def table_box(table: ScannedTable) -> Box:
    return table.box.left, table.box.top, table.box.right, table.box.bottom


def line_box(words: Sequence[OcrWord]) -> Box:
    """Returns the box of the first line, in pixels."""
    first = [word for word in words if word.line == words[0].line]
    return (
        min(word.left for word in first),
        words[0].top,
        max(word.left + word.width for word in first),
        max(word.top + word.height for word in first),
    )


def printed_line(words: Sequence[OcrWord], zoom: float) -> TextLine:
    """Returns the line with its box in points."""
    x0, y0, x1, y1 = (edge / zoom for edge in line_box(words))
    return TextLine(" ".join(word.text for word in words), x0, y0, x1, y1, y1 - y0, bold=False, block=words[0].line[0])


def word_on_page(word: OcrWord, placement: PageRotation, zoom: float) -> Word:
    right, bottom = word.left + word.width, word.top + word.height
    corners = [placement.to_page(x, y) for x in (word.left, right) for y in (word.top, bottom)]
    xs, ys = [x / zoom for x, _ in corners], [y / zoom for _, y in corners]
    box = (round(edge, 1) for edge in (min(xs), min(ys), max(xs), max(ys)))
    return Word(normalise_text(word.text), *box)
