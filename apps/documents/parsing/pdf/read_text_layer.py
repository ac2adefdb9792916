"""Reads a PDF page from its text layer: header, running text with its tables and notes, footer."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from apps.documents.parsing.layout.find_ruled_tables import (
    Box,
    RuledTable,
    Ruling,
    collect_rulings,
    find_ruled_tables,
    shade_edges,
)
from apps.documents.parsing.layout.find_unruled_tables import AlignedTable, find_aligned_tables
from apps.documents.parsing.layout.lines_to_markdown import BodySize, lines_to_markdown
from apps.documents.parsing.layout.place_tables import find_gutters, reading_order_around_tables, tables_across_columns
from apps.documents.parsing.layout.reading_order import (
    ENDS_WITH_WORD,
    FIGURE_MARK,
    NOTE_MARK,
    RAISED,
    RAISED_BEGINS,
    RAISED_ENDS,
    RAISED_FIGURES,
    TextLine,
    append_raised_mark,
    extract_text_lines,
    has_raised_figures,
    is_exponent,
    merge_rows,
)
from apps.documents.parsing.layout.rotate_page_upright import Turn, rotated_lines, turn_page_upright
from apps.documents.parsing.layout.split_rows_at_gaps import printed_rows
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf
from apps.documents.parsing.normalise_text import has_nul, normalise_text
from apps.documents.parsing.page_parts.header_and_footer_candidates import ZONE, separate_margins
from apps.documents.parsing.page_parts.insert_footnotes_after_sentences import (
    format_remaining_notes,
    insert_footnotes,
    marks_at_foot,
    separate_footnotes,
)
from apps.documents.parsing.page_parts.lines_in_drawn_boxes import assign_frames
from apps.documents.parsing.page_parts.repeat_continued_table_headers import PlacedTable, repeat_column_names
from apps.documents.parsing.pdf.correct_drawn_line_widths import correct_line_boxes
from apps.documents.parsing.pdf.drop_invisible_text import SeenText, drop_invisible_text
from apps.documents.parsing.pdf.form_field_values import place_field_values, read_form_fields
from apps.documents.parsing.types import ParsedPage, ParseFlag
from apps.documents.parsing.unruled_tables.rotated_tables import RotatedTable, find_rotated_tables
from apps.documents.parsing.unruled_tables.tables_of_words_and_values import find_word_tables

if TYPE_CHECKING:
    import pymupdf

BETWEEN = "\n\n"
RaisedMark = tuple[str, float, float]
"""Its text and its middle, in points of the page."""


@dataclass(frozen=True, slots=True)
class TextLayer:
    """The page, the blocks it was made of, and the table that may go on on the next one."""

    page: ParsedPage
    blocks: list[dict[str, Any]]
    open_table: PlacedTable | None


def read_text_layer(page: "pymupdf.Page", body: BodySize, before: PlacedTable | None = None) -> TextLayer:
    """The page as Markdown, with tables where lines are drawn or values stand in columns.

    `before` is the table at the end of the page before.
    """
    pymupdf = load_pymupdf()
    # Without TEXT_CID_FOR_UNKNOWN_UNICODE: glyphs without a meaning come as U+FFFD, which calls OCR, not as gibberish.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_COLLECT_VECTORS
    text_page = page.get_textpage(flags=flags)
    content = text_page.extractDICT()
    seen = drop_invisible_text(page, text_page, content["blocks"])
    blocks = correct_line_boxes(page, seen.blocks)
    width, height = content["width"], content["height"]
    turn = turn_page_upright(blocks, width, height)
    fields = read_form_fields(page)
    if turn is not None:
        fields = [field._replace(box=turn(field.box)) for field in fields]
    lines = place_field_values(extract_text_lines(blocks), fields)
    shown_width, shown_height = (width, height) if turn is None else turn((0.0, 0.0, width, height))[2:]

    def read_words() -> Iterable[tuple[Any, ...]]:
        raised = raised_marks(blocks)
        is_noted = raised or any(RAISED_BEGINS in line.text for line in lines)
        return normalised_words(text_page, seen, turn, raised, marks_at_foot(lines, shown_height) if is_noted else ())

    printed = build_printed_page(blocks, lines, read_words, body)
    assembled = assemble_page(printed, shown_width, shown_height, before)
    parsed = ParsedPage(
        page.number + 1,
        assembled.text,
        method="text" if assembled.text else "none",
        width=round(width, 1),
        height=round(height, 1),
        flags=frozenset({ParseFlag.NUL_STRIPPED}) if has_any_nul(blocks) else frozenset(),
        margins=assembled.margins,
        unseen=tuple(" ".join(word.text for word in run) for run in seen.unseen),
    )
    return TextLayer(parsed, blocks, assembled.open_table)


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """Tables from top to bottom, and the lines outside of them."""

    tables: list[PlacedTable]
    lines: list[TextLine]
    horizontal: list[Ruling]
    body_size: float


def build_printed_page(
    blocks: list[dict[str, Any]],
    lines: list[TextLine],
    read_words: Callable[[], Iterable[tuple[Any, ...]]],
    body: BodySize,
) -> PrintedPage:
    horizontal, vertical = collect_rulings(blocks)
    ruled = find_ruled_tables(horizontal, vertical, read_words, rotated_lines(blocks))
    turned = [
        *map(
            place_turned_table,
            find_rotated_tables(blocks, lambda box: not any(contains_box_middle(table, box) for table in ruled)),
        )
    ]
    lines = lines_outside_tables([*ruled, *turned], lines)
    assign_frames(lines, blocks)
    body_size = body.learn(lines)
    rows = printed_rows(lines)
    aligned = find_word_tables(rows, [*horizontal, *shade_edges(blocks)])
    if aligned:
        lines = drop_table_lines(aligned, lines)
        rows = printed_rows(lines)
    more = find_aligned_tables(rows)
    tables = [*map(place_ruled_table, ruled), *map(place_aligned_table, [*aligned, *more]), *turned]
    tables.sort(key=lambda table: (table.y0, table.markdown))
    return PrintedPage(tables, drop_table_lines(more, lines), horizontal, body_size)


@dataclass(frozen=True, slots=True)
class AssembledPage:
    """The Markdown of a page; how many characters of it are head and foot; the table with nothing but a foot below."""

    text: str
    margins: tuple[int, int]
    open_table: PlacedTable | None


def assemble_page(printed: PrintedPage, width: float, height: float, before: PlacedTable | None) -> AssembledPage:
    """`width` and `height` are those of the page in points. `before` is the table at the end of the page before, whose
    head the first table of this one may need."""
    tables = printed.tables
    noted = separate_footnotes(
        printed.lines, printed.body_size, height, printed.horizontal, [table.markdown for table in tables]
    )
    margins = separate_margins(
        noted.rest,
        printed.horizontal,
        (min([ZONE * height, *(table.y0 for table in tables)]), max([(1 - ZONE) * height, *(t.y1 for t in tables)])),
    )
    if tables and before and not any(line.y1 <= tables[0].y0 + 1 for line in margins.body):
        tables = [replace(tables[0], markdown=repeat_column_names(before, tables[0])), *tables[1:]]
    is_last = tables and not any(line.y0 >= tables[-1].y1 - 1 for line in margins.body)
    head, foot = (
        insert_footnotes(lines_to_markdown(merge_rows(lines), printed.body_size, [], width=width), noted.notes)
        for lines in (margins.head, margins.foot)
    )
    body = insert_footnotes(body_markdown(margins.body, printed.body_size, tables, width), noted.notes)
    body = BETWEEN.join(filter(None, (body, *format_remaining_notes(noted.notes))))
    text = BETWEEN.join(filter(None, (head, body, foot)))
    return AssembledPage(text, (len(head), len(foot)), tables[-1] if is_last else None)


def body_markdown(lines: list[TextLine], body_size: float, tables: Sequence[PlacedTable], width: float) -> str:
    gutters = find_gutters(lines) if tables else ()
    placed = [((table.x0, table.y0, table.x1, table.y1), table.markdown) for table in tables]
    ordered = reading_order_around_tables(lines, tables_across_columns((box for box, _ in placed), gutters))
    return lines_to_markdown(ordered, body_size, placed, gutters, width)


def lines_outside_tables(tables: Sequence[RuledTable | PlacedTable], lines: list[TextLine]) -> list[TextLine]:
    if not tables:
        return lines
    boxes = [(line, (line.x0, line.y0, line.x1, line.y1)) for line in lines]
    return [line for line, box in boxes if not any(contains_box_middle(table, box) for table in tables)]


def contains_box_middle(table: RuledTable | PlacedTable, box: Box) -> bool:
    """Whether the middle of the box lies in it, or a point beside it."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return table.x0 - 1 <= x <= table.x1 + 1 and table.y0 - 1 <= y <= table.y1 + 1


def drop_table_lines(tables: Sequence[AlignedTable], lines: list[TextLine]) -> list[TextLine]:
    taken = {id(line) for table in tables for line in table.lines}
    return [line for line in lines if id(line) not in taken]


def place_ruled_table(table: RuledTable) -> PlacedTable:
    return PlacedTable(table.x0, table.y0, table.x1, table.y1, table.markdown)


def place_turned_table(table: RotatedTable) -> PlacedTable:
    return PlacedTable(*table.box, table.markdown)


def place_aligned_table(table: AlignedTable) -> PlacedTable:
    left, right = min(line.x0 for line in table.lines), max(line.x1 for line in table.lines)
    return PlacedTable(left, table.y0, right, max(line.y1 for line in table.lines), table.markdown)


def normalised_words(
    text_page: "pymupdf.TextPage",
    seen: SeenText,
    turn: Turn | None,
    raised: Sequence[RaisedMark],
    noted: Collection[str],
) -> Iterable[tuple[Any, ...]]:
    """Returns PyMuPDF's words with normalised text; `raised` and `noted` go to `separate_raised_marks`."""
    words: list[tuple[Any, ...]] = []
    for word in text_page.extractWORDS():
        if not seen.shows(word):
            continue
        if raised or has_raised_figures(word[4]):
            if words and is_exponent_of(words[-1], word, raised):
                words[-1] = join_words(words[-1], word)
                continue
            text = separate_raised_marks(word, raised, noted)
        else:
            text = normalise_text(word[4])
        words.append((*word[:4], text, *word[5:]))
    return words if turn is None else [(*turn(word[:4]), *word[4:]) for word in words]


def raised_marks(blocks: list[dict[str, Any]]) -> list[RaisedMark]:
    """The text of each mark and its middle."""
    spans = (span for block in blocks for line in block.get("lines", ()) for span in line["spans"])
    return [
        (span["text"].strip(), (span["bbox"][0] + span["bbox"][2]) / 2, (span["bbox"][1] + span["bbox"][3]) / 2)
        for span in spans
        if span["flags"] & RAISED and (NOTE_MARK.fullmatch(span["text"]) or FIGURE_MARK.fullmatch(span["text"]))
    ]


def marks_of_word(word: tuple[Any, ...], raised: Iterable[RaisedMark]) -> Iterator[str]:
    """Yields the raised marks with which the word ends."""
    x0, y0, x1, y1, text = word[:5]
    return (mark for mark, x, y in raised if x0 <= x <= x1 and y0 <= y <= y1 and text.endswith(mark))


def is_exponent_of(before: tuple[Any, ...], word: tuple[Any, ...], raised: Iterable[RaisedMark]) -> bool:
    """Whether a word of its own is the raised 2 of the square metres before it, set a little apart."""
    text = normalise_text(word[4]).rstrip(".,;:)")
    is_high = has_raised_figures(word[4]) or text in marks_of_word((*word[:4], text), raised)
    return is_high and before[5:7] == word[5:7] and is_exponent(before[4], text)


def join_words(before: tuple[Any, ...], word: tuple[Any, ...]) -> tuple[Any, ...]:
    (x0, top, _, bottom), (_, other_top, x1, other_bottom) = before[:4], word[:4]
    box = x0, min(top, other_top), x1, max(bottom, other_bottom)
    return (*box, before[4] + normalise_text(word[4]), *before[5:])


def separate_raised_marks(word: tuple[Any, ...], raised: Sequence[RaisedMark], noted: Collection[str]) -> str:
    """The normalised text of a word with its raised marks told apart: "120 (1)" of "1201", and of "120¹,"."""
    for mark in marks_of_word(word, raised):
        if word[4] != mark:
            return place_raised_mark(normalise_text(word[4].removesuffix(mark)), mark, noted)
    text = ""
    for place, part in enumerate(RAISED_FIGURES.split(word[4])):
        plain = normalise_text(part)
        text = place_raised_mark(text, plain, noted) if place % 2 else text + plain
    return text


def place_raised_mark(before: str, mark: str, noted: Collection[str]) -> str:
    """A mark of which a note may be told (`noted`) and one behind a figure stays between the signs of RAISED_MARK
    until that is known."""
    found = NOTE_MARK.fullmatch(mark)
    is_figure = before[-1:].isdigit() and mark[:1].isdigit()
    is_note = is_figure or (found is not None and found[1] in noted and ENDS_WITH_WORD.search(before))
    return f"{before}{RAISED_BEGINS}{found[1]}{RAISED_ENDS}" if found and is_note else append_raised_mark(before, mark)


def has_any_nul(blocks: list[dict[str, Any]]) -> bool:
    return any(
        has_nul(span["text"])
        for block in blocks
        if block["type"] == 0
        for line in block["lines"]
        for span in line["spans"]
    )
