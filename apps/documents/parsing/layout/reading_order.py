"""Brings lines of a PDF page, as PyMuPDF's dict gives them, into reading order."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.symbol_fonts.symbols_to_unicode import symbols_to_unicode
from apps.text.numbers.detect_money_terms import names_money
from apps.text.numbers.distinguish_powers_from_footnote_marks import is_base_of_power, is_power
from apps.text.numbers.raised_minutes import may_be_minutes, write_raised_minutes

BOLD, RAISED = 16, 1
"""Of the flags of a span."""
TEXT, VECTOR = 0, 3
"""Types of blocks."""
SAME_BASELINE = 0.6
WORD_GAP = 0.15
"""Of the size of the letters: what stands closer together is one word."""
THIN = 2.0
"""Points: a line from top to bottom is no wider."""
CELL_GAP = 2.5
"""Of the size of the letters: what stands further apart on one line is told side by side, as label and value are."""
LONGEST_MARKER = 5
"""Letters of what stands before a paragraph, such as "(1)" and "§ 12"."""
COLUMN_GAP = 8.0
DOT_LEADER = re.compile(r"(?:(?<!\s)\s++)?+(?<!\.)\.{5,}+\s*+")
"""Dots between a chapter and its page number, or on a form: a hundred of them say no more than three."""
NOTE_MARK = re.compile(r"(?<!\s)\s*+(\d{1,3}|[*†‡]{1,3}|[ivxl]{1,6})\)?\s*")
"""Of notes: figures, stars, and the small Roman figures with which programs count endnotes."""
FIGURE_MARK = re.compile(r"\s*+(\d{1,3}(?:\)?(?:[,;]\s?|\s)\d{1,3}){0,9})\)?(\s*)")
"""Of a figure: one or several, such as "1, 2)"."""
RAISED_FIGURES = re.compile(
    r"((?<=[0-9])[⁰¹²³⁴-⁹]{1,3}(?:⁾?(?:[,;][ ]?|[ ])[⁰¹²³⁴-⁹]{1,3}){0,9}⁾?(?!/[₀-₉]|[⁄⁰¹²³⁴-⁹])"
    r"|(?<![^\s(|])[⁰¹²³⁴-⁹]{1,3}[⁾)]"
    r"|[⁰¹²³⁴-⁹]{1,3}⁾?(?![-/⁄⁰¹²³⁴-⁹⁾]|[^\W_]))"
)
"""Raised by characters of their own: behind a figure, before a note, and behind a word, but not in "Chi²-Test", and
never the upper half of a fraction such as 3¹⁄₂."""
SMALL_MARK, RAISED_BY = 0.81, 0.1
"""Of the size of the letters beside a mark: its own size, and how far it stands higher."""
METRE = re.compile(r"(?<![^\W\d_])[kcdmµhMNT]?m\Z|(?<![€$])(?<!uro)(?<!EUR)/ ?s\Z")
"""Also of thousands and millions of cubic metres, and seconds below a stroke, of no price; nobody squares an hour."""
EXPONENTS = ("2", "3", "4")
"""Of metres and seconds: a 1 behind "80 m" is the mark of a note."""
FROM_THE_RIGHT = ("R", "AL")
FIRST_FROM_THE_RIGHT = "\u0590"
"""Hebrew begins the blocks of such writing."""
RAISED_BEGINS, RAISED_ENDS = "\ue000", "\ue001"
RAISED_MARK = re.compile(f"{RAISED_BEGINS}([^{RAISED_BEGINS}{RAISED_ENDS}]*){RAISED_ENDS}")
"""A raised mark after a word, kept between two signs for private use until the page is put together."""
ENDS_WITH_WORD = re.compile(r"(?:[^\W\d_]{3}[.,;:!?)\]\"”»’]{0,2}|[€$%]|/ ?[ha]|[o€$]/ ?s)\Z")
LONGEST_END = 8
"""Characters at the end of a text that are looked at: a text with thousands of marks is read once."""
OF_NOTE = re.compile(
    r"(?:(?<=[^\W\d_]{3})([.,;:!?)\]\"”»’]{0,2}+)|(?<=[€$%])|(?<=/[ha])|(?<=/ [ha])|(?<=[o€$]/s)|(?<=[o€$]/ s))"
    r"\ue000[\divxl]+\ue001"
)
OF_FIGURE = re.compile(r"(?<=[0-9])\ue000(\d+)\ue001")
"""A figure after a word that is no sign of a formula, nor of a unit. Where its note is not told beside it, "Satzung1"
would be a word that nobody quotes, and "30 Euro1" another amount."""


@dataclass(slots=True)
class TextLine:
    """One printed line. Coordinates are points from the top left; `bold` when all its letters are.

    `begins_blank` and `ends_blank` when the text was stored with a blank there, which the coordinates include.
    `cell_at` is the left edge of the last part of a line that wide gaps part, 0 of any other. `frame` is the number of
    the drawn box in which it stands, 0 outside of them.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    block: int
    begins_blank: bool = False
    ends_blank: bool = False
    cell_at: float = 0.0
    frame: int = 0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


def extract_text_lines(blocks: Iterable[dict[str, Any]]) -> list[TextLine]:
    """The lines with text, in the order of the file. Empty spans (list markers bring them) are dropped."""
    return [line for raw, number in join_broken_lines(blocks) if (line := build_text_line(raw, number)) is not None]


def join_broken_lines(blocks: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], int]]:
    """Lines as stored, with the number of their block; whole, where a stroke or a marker drawn at a word ended them.

    A sign that the font of its line does not have is written after it: a box before what it stands for.
    """
    last: tuple[dict[str, Any], int] | None = None
    drawn: list[dict[str, Any]] = []
    for number, block in enumerate(blocks):
        if block["type"] == VECTOR:
            drawn.append(block)
        for raw in order_left_to_right(block["lines"]) if block["type"] == TEXT else ():
            if last and drawn and continues_line(last[0], raw) and not any(map(is_vertical_stroke, drawn)):
                last = join_raw_lines(last[0], raw), number
            elif last and is_symbol(raw) and continues_line(raw, last[0]):
                last = join_raw_lines(raw, last[0]), number
            else:
                if last:
                    yield last
                last = raw, number
            drawn = []
    if last:
        yield last


def order_left_to_right(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a block, in the order of their places where one stands in a row before what was written before it.

    Writers put signs that the font of a row lacks after all of the row: every box to tick after all that it stands for.
    """
    if not any(stands_before(after, before) for before, after in pairwise(lines)):
        return lines
    rows: list[list[dict[str, Any]]] = []
    for raw in lines:
        if rows and is_on_same_baseline(rows[-1][0], raw):
            rows[-1].append(raw)
        else:
            rows.append([raw])
    return [raw for row in rows for raw in (row if is_right_to_left(row) else sorted(row, key=left_edge))]


def stands_before(raw: dict[str, Any], other: dict[str, Any]) -> bool:
    (_, top, right, bottom), left = raw["bbox"], other["bbox"][0]
    return bool(right <= left + WORD_GAP * (bottom - top)) and is_on_same_baseline(raw, other)


def is_on_same_baseline(raw: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether both are written from left to right on one baseline."""
    (_, top, _, bottom), (_, other_top, _, other_bottom) = raw["bbox"], other["bbox"]
    height = min(bottom - top, other_bottom - other_top)
    overlap = min(bottom, other_bottom) - max(top, other_top)
    return bool(overlap >= SAME_BASELINE * height) and raw["dir"] == other["dir"] == (1.0, 0.0)


def is_right_to_left(row: list[dict[str, Any]]) -> bool:
    letters = (letter for raw in row for span in raw["spans"] for letter in span["text"])
    return any(
        letter >= FIRST_FROM_THE_RIGHT and unicodedata.bidirectional(letter) in FROM_THE_RIGHT for letter in letters
    )


def left_edge(raw: dict[str, Any]) -> float:
    return float(raw["bbox"][0])


def continues_line(raw: dict[str, Any], following: dict[str, Any]) -> bool:
    """Whether the second begins where the first ends, on its baseline."""
    (_, top, right, bottom), (left, following_top, _, following_bottom) = raw["bbox"], following["bbox"]
    height = min(bottom - top, following_bottom - following_top)
    overlap = min(bottom, following_bottom) - max(top, following_top)
    is_beside = abs(left - right) <= WORD_GAP * height and overlap >= SAME_BASELINE * height
    return bool(is_beside and raw["dir"] == following["dir"])


def is_symbol(raw: dict[str, Any]) -> bool:
    text = "".join(span["text"] for span in raw["spans"]).strip()
    return len(text) == 1 and unicodedata.category(text)[0] == "S"


def is_vertical_stroke(drawn: dict[str, Any]) -> bool:
    """Whether it is a stroke such as the line between two cells."""
    x0, y0, x1, y1 = drawn["bbox"]
    return bool(x1 - x0 <= THIN < y1 - y0)


def join_raw_lines(raw: dict[str, Any], following: dict[str, Any]) -> dict[str, Any]:
    (x0, top, _, bottom), (_, following_top, x1, following_bottom) = raw["bbox"], following["bbox"]
    box = x0, min(top, following_top), x1, max(bottom, following_bottom)
    return raw | {"bbox": box, "spans": [*raw["spans"], *following["spans"]]}


def build_text_line(raw: dict[str, Any], block: int) -> TextLine | None:
    spans = raw["spans"]
    stored = text_of_spans(spans)
    text = stored.strip()
    if not text:
        return None
    if "....." in text:
        text = DOT_LEADER.sub(" ... ", text)
    if text.startswith("\ufffd "):
        text = "\u2022" + text[1:]  # a symbol font's bullet that has no meaning in its tables
    if len(spans) == 1:
        span = spans[0]
        size, bold = span["size"], bool(span["flags"] & BOLD)
    else:
        inked = [span for span in spans if not span["text"].isspace()] or spans
        # The longest span, not the largest: a raised footnote number or a drop capital is not the line's size.
        size = max(inked, key=lambda span: len(span["text"]))["size"]
        bold = all(span["flags"] & BOLD for span in inked)
    x0, y0, x1, y1 = raw["bbox"]
    return TextLine(text, x0, y0, x1, y1, size, bold, block, stored[0].isspace(), stored[-1].isspace())


def text_of_spans(spans: list[dict[str, Any]]) -> str:
    """Raised marks of notes told apart; those after a figure may be an exponent."""
    begins_raised = is_raised_before(spans)
    if not (begins_raised or any(span["flags"] & RAISED or has_raised_figures(span["text"]) for span in spans)):
        return normalise_text("".join(map(span_text, spans)))
    is_noted = begins_raised or RAISED_FIGURES.match(span_text(spans[0]).lstrip()) is not None
    parts = [part for span in spans for part in parts_of_span(span, is_raised(span, spans, begins_raised))]
    text = ""
    for place, (part, is_high) in enumerate(parts):
        mark = NOTE_MARK.fullmatch(part) if is_noted and not text else None
        if mark and (begins_raised or any(after.strip() for after, _ in parts[place + 1 :])):
            text = f"\ue000{mark[1]}\ue001 "
        elif is_high:
            text = add_raised(text, part)
        else:
            text += part.lstrip() if text.endswith("\ue001 ") else part
    return text


def has_raised_figures(text: str) -> bool:
    return not text.isascii() and RAISED_FIGURES.search(text) is not None


def parts_of_span(span: dict[str, Any], is_high: bool) -> Iterator[tuple[str, bool]]:
    """Its normalised text in parts, and whether each is raised: by the span, or by the characters themselves."""
    for place, part in enumerate(RAISED_FIGURES.split(span_text(span))):
        if part:
            yield normalise_text(part), is_high or place % 2 == 1


def add_raised(text: str, part: str) -> str:
    """The text with what is raised behind it."""
    mark = NOTE_MARK.fullmatch(part)
    if mark and is_exponent(text.rstrip(), mark[1]):
        return f"{text.rstrip()}{part.lstrip()}"
    if mark and may_be_marked(text, mark[1]):
        return f"{text}\ue000{mark[1]}\ue001"
    return append_raised_mark(text, part) if mark or text[-1:].isdigit() else text + part


def span_text(span: dict[str, Any]) -> str:
    text: str = span["text"]
    return symbols_to_unicode(text, span["font"])


def is_raised_before(spans: list[dict[str, Any]]) -> bool:
    """Whether the line begins with small print that stands higher than what follows."""
    return len(spans) > 1 and stands_higher(spans[0], spans[1])


def is_raised(span: dict[str, Any], spans: list[dict[str, Any]], begins_raised: bool) -> bool:
    """Whether it is raised by its flag or, where a line begins raised, by its place: flags go by the line's start."""
    return bool(span["flags"] & RAISED) or (begins_raised and stands_higher(span, spans[1]))


def stands_higher(span: dict[str, Any], other: dict[str, Any]) -> bool:
    is_higher = other["origin"][1] - span["origin"][1] > RAISED_BY * other["size"]
    return bool(span["size"] <= SMALL_MARK * other["size"] and is_higher)


def may_be_marked(text: str, mark: str) -> bool:
    """Whether a note may be named after it; "m" with a raised 2 is an area. Whether that of "10" is one is told when
    the notes of the page are known."""
    last = text[-1:]
    if last.isdigit():
        return mark.isdigit() and (is_base_of_power(text) or may_be_minutes(text, mark))
    return (last.isalpha() or last in tuple(".,;:!?)]'\"“”»’€$%")) and not is_exponent(text, mark)


def is_exponent(text: str, mark: str) -> bool:
    """Whether the mark makes square or cubic metres of the unit before it."""
    return mark in EXPONENTS and METRE.search(text, max(0, len(text) - LONGEST_END)) is not None


def append_raised_mark(text: str, mark: str) -> str:
    """A raised figure behind another one is put in brackets, "120 (1)": "1201" and "1 Euro" would be other amounts. Of
    a note of a word nothing is told; behind less it is part of a unit. Stars stay: the note below a table begins with
    its own."""
    if text[-1:].isdigit() and (found := FIGURE_MARK.fullmatch(mark)):
        return f"{text} ({found[1]}){found[2]}"
    is_star = mark.strip()[:1] in "*†‡"
    is_word = ENDS_WITH_WORD.search(text, max(0, len(text) - LONGEST_END)) is not None
    return text if is_word and not is_star else text + mark


def render_raised_marks(text: str) -> str:
    """The text of a file in which what is raised stands between the signs of RAISED_MARK, as its print is read."""
    told, place = "", 0
    for found in RAISED_MARK.finditer(text):
        told = add_raised(told + text[place : found.start()], found[1])
        place = found.end()
    return flatten_raised_marks(tell_powers_and_times(told + text[place:]))


def render_raised_figures(text: str) -> str:
    """The text of a file with figures that are raised by characters of their own, as its print is read."""
    if not has_raised_figures(text):
        return text
    return render_raised_marks(
        RAISED_FIGURES.sub(lambda found: f"{RAISED_BEGINS}{normalise_text(found[1])}{RAISED_ENDS}", text)
    )


def tell_powers_and_times(text: str, noted: Collection[str] = ()) -> str:
    """The raised figure behind a 10 as a power, "10 6", where it surely is one, and that behind an hour as its minutes;
    `noted` are the numbers of the notes of the page."""
    if OF_FIGURE.search(text) is None:
        return text
    text = write_raised_minutes(text)
    priced = names_money(text)

    def rewrite(found: re.Match[str]) -> str:
        return f" {found[1]}" if is_power(text, *found.span(), noted, is_priced=priced) else found[0]

    return OF_FIGURE.sub(rewrite, text)


def flatten_raised_marks(text: str) -> str:
    """Writes raised figures as plain ones, in brackets behind another figure, and drops marks of notes that stand on
    another page."""
    return RAISED_MARK.sub(r"\1", OF_FIGURE.sub(r" (\1)", OF_NOTE.sub(r"\1", text)))


def sort_in_reading_order(lines: list[TextLine]) -> list[TextLine]:
    """The order of the file where it already reads well, else by columns; parts of one printed line become one."""
    if not is_in_reading_order(lines):
        lines = order_by_columns(lines)
    return merge_rows(lines)


def is_in_reading_order(lines: list[TextLine]) -> bool:
    """True when every line is below the one before it, beside it to the right, or at the top of a next column."""
    return all(follows_line(before, after) for before, after in pairwise(lines))


def follows_line(before: TextLine, after: TextLine) -> bool:
    if after.y0 >= before.y0 - before.height * 0.5:
        return True
    return after.x0 >= before.x1 - 1


def order_by_columns(lines: list[TextLine]) -> list[TextLine]:
    """Top to bottom; where a gutter parts the lines in two columns, the left one first."""
    ordered = sorted(lines, key=lambda line: (line.y0, line.x0))
    gutter = find_gutter(ordered)
    if gutter is None:
        return order_by_rows(ordered)
    result: list[TextLine] = []
    band: list[TextLine] = []
    for line in ordered:
        # A line across the gutter (a heading, a footer) ends what stands in columns above it.
        if line.x0 < gutter < line.x1:
            result += [*order_columns_of_band(band, gutter), line]
            band = []
        else:
            band.append(line)
    return result + order_columns_of_band(band, gutter)


def order_columns_of_band(band: list[TextLine], gutter: float) -> list[TextLine]:
    left = [line for line in band if line.x1 <= gutter]
    right = [line for line in band if line.x1 > gutter]
    return order_by_rows(left) + order_by_columns(right) if left and right else order_by_rows(band)


def find_gutter(lines: list[TextLine]) -> float | None:
    """Finds a white strip between two columns: many lines begin just right of it and few cross it."""
    if len(lines) < 8:
        return None
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    starts = Counter(round(line.x0) for line in lines)
    left_edge = min(line.x0 for line in lines)
    for start, count in starts.most_common(4):
        # Columns are at least a fifth of the page wide; what is narrower is a list marker or a label.
        if start - left_edge < width * 0.2 or count < 4:
            continue
        gutter = start - COLUMN_GAP / 2
        left = [line for line in lines if line.x1 <= gutter]
        right = [line for line in lines if line.x0 >= gutter]
        crossing = len(lines) - len(left) - len(right)
        if crossing <= 0.2 * len(lines) and min(len(left), len(right)) >= 4 and are_text_columns(left, right):
            return gutter
    return None


def are_text_columns(left: list[TextLine], right: list[TextLine]) -> bool:
    """Columns stand beside each other; a table's label and value do too, but their lines are short."""
    top = max(min(line.y0 for line in left), min(line.y0 for line in right))
    bottom = min(max(line.y1 for line in left), max(line.y1 for line in right))
    letters = sum(len(line.text) for line in left) / len(left)
    return bottom > top and letters >= 20


def order_by_rows(lines: list[TextLine]) -> list[TextLine]:
    """Top to bottom, and left to right within a printed row."""
    result: list[TextLine] = []
    row: list[TextLine] = []
    for line in sorted(lines, key=lambda line: line.y0):
        if row and not are_on_one_baseline(row[0], line):
            result += sorted(row, key=lambda part: part.x0)
            row = []
        row.append(line)
    return result + sorted(row, key=lambda part: part.x0)


def are_on_one_baseline(one: TextLine, other: TextLine) -> bool:
    """Asked of each line of a page several times, so without calls."""
    top, bottom = one.y0 if one.y0 > other.y0 else other.y0, one.y1 if one.y1 < other.y1 else other.y1
    height, other_height = one.y1 - one.y0, other.y1 - other.y0
    return bottom - top >= SAME_BASELINE * (height if height < other_height else other_height)


def merge_rows(lines: list[TextLine]) -> list[TextLine]:
    """Neighbours on one baseline become one line: PyMuPDF parts a line at wide gaps, as after "1." and "Seite"."""
    merged: list[TextLine] = []
    for line in lines:
        last = merged[-1] if merged else None
        if last and are_on_one_baseline(last, line) and line.x0 >= last.x1 - 2 and not are_in_two_frames(last, line):
            if line.x0 - last.x1 > CELL_GAP * last.size and len(last.text) > LONGEST_MARKER:
                last.cell_at = line.x0
            longer = last if len(last.text) >= len(line.text) else line
            last.text += f" {line.text}" if are_apart(last, line) else line.text
            last.x1, last.y0, last.y1 = line.x1, min(last.y0, line.y0), max(last.y1, line.y1)
            last.ends_blank = line.ends_blank
            last.size, last.bold = longer.size, last.bold and line.bold
        else:
            merged.append(line)
    return merged


def are_in_two_frames(line: TextLine, following: TextLine) -> bool:
    """Two boxes; a label may stand outside of the box of its value, and the number before it in one of its own."""
    return line.frame != following.frame and bool(line.frame and following.frame) and len(line.text) > LONGEST_MARKER


def are_apart(line: TextLine, following: TextLine) -> bool:
    return line.ends_blank or following.begins_blank or following.x0 - line.x1 > WORD_GAP * line.size
