"""A page of a PDF from its text layer: head, running text with its tables and notes, foot."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from apps.documents.parsing.layout.find_unruled_tables import AlignedTable, aligned_tables
from apps.documents.parsing.layout.lines_to_markdown import BodySize, to_markdown
from apps.documents.parsing.layout.place_tables import across, gutters_of, in_order_around
from apps.documents.parsing.layout.reading_order import (
    MARK,
    NAMED,
    RAISED,
    RAISED_BEGINS,
    RAISED_ENDS,
    TextLine,
    lines_of,
    merge_rows,
    with_raised,
)
from apps.documents.parsing.layout.rotate_page_upright import Turn, turn_upright, turned_lines
from apps.documents.parsing.layout.ruled_tables import Box, RuledTable, Ruling, find_tables, rulings_of, shade_edges
from apps.documents.parsing.layout.split_rows_at_gaps import printed_rows
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf
from apps.documents.parsing.normalise_text import has_nul, normalise_text
from apps.documents.parsing.page_parts.continued_tables import PlacedTable, continued
from apps.documents.parsing.page_parts.footnotes import marks_at_foot, part_notes, untold, with_notes
from apps.documents.parsing.page_parts.header_and_footer_candidates import ZONE, part_margins
from apps.documents.parsing.page_parts.lines_in_drawn_boxes import put_in_frames
from apps.documents.parsing.pdf.correct_drawn_line_widths import with_exact_lines
from apps.documents.parsing.pdf.drop_invisible_text import SeenText, seen_text
from apps.documents.parsing.pdf.form_field_values import fields_of, with_filled_fields
from apps.documents.parsing.types import ParsedPage, ParseFlag
from apps.documents.parsing.unruled_tables.rotated_tables import TurnedTable, turned_tables
from apps.documents.parsing.unruled_tables.tables_of_words_and_values import word_tables

if TYPE_CHECKING:
    import pymupdf

BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class TextLayer:
    """The page, the blocks it was made of, and the table that may go on on the next one."""

    page: ParsedPage
    blocks: list[dict[str, Any]]
    open_table: PlacedTable | None


def read_text(page: "pymupdf.Page", body: BodySize, before: PlacedTable | None = None) -> TextLayer:
    """The page as Markdown, with tables where lines are drawn or values stand in columns.

    `before` is the table at the end of the page before.
    """
    pymupdf = load_pymupdf()
    # Without TEXT_CID_FOR_UNKNOWN_UNICODE: glyphs without a meaning come as U+FFFD, which calls OCR, not as gibberish.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_COLLECT_VECTORS
    text_page = page.get_textpage(flags=flags)
    content = text_page.extractDICT()
    seen = seen_text(page, text_page, content["blocks"])
    blocks = with_exact_lines(page, seen.blocks)
    width, height = content["width"], content["height"]
    turn = turn_upright(blocks, width, height)
    fields = fields_of(page)
    if turn is not None:
        fields = [field._replace(box=turn(field.box)) for field in fields]
    lines = with_filled_fields(lines_of(blocks), fields)
    shown_width, shown_height = (width, height) if turn is None else turn((0.0, 0.0, width, height))[2:]

    def read_words() -> Iterable[tuple[Any, ...]]:
        raised = raised_marks(blocks)
        return words_of(text_page, seen, turn, raised, marks_at_foot(lines, shown_height) if raised else ())

    printed = printed_page(blocks, lines, read_words, body)
    assembled = assemble_page(printed, shown_width, shown_height, before)
    parsed = ParsedPage(
        page.number + 1,
        assembled.text,
        method="text" if assembled.text else "none",
        width=round(width, 1),
        height=round(height, 1),
        flags=frozenset({ParseFlag.NUL_STRIPPED}) if any_nul(blocks) else frozenset(),
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


def printed_page(
    blocks: list[dict[str, Any]],
    lines: list[TextLine],
    read_words: Callable[[], Iterable[tuple[Any, ...]]],
    body: BodySize,
) -> PrintedPage:
    horizontal, vertical = rulings_of(blocks)
    ruled = find_tables(horizontal, vertical, read_words, turned_lines(blocks))
    turned = [*map(placed_turned, turned_tables(blocks, lambda box: not any(holds(table, box) for table in ruled)))]
    lines = outside([*ruled, *turned], lines)
    put_in_frames(lines, blocks)
    body_size = body.learn(lines)
    rows = printed_rows(lines)
    aligned = word_tables(rows, [*horizontal, *shade_edges(blocks)])
    if aligned:
        lines = without(aligned, lines)
        rows = printed_rows(lines)
    more = aligned_tables(rows)
    tables = [*map(placed_ruled, ruled), *map(placed_aligned, [*aligned, *more]), *turned]
    tables.sort(key=lambda table: (table.y0, table.markdown))
    return PrintedPage(tables, without(more, lines), horizontal, body_size)


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
    noted = part_notes(
        printed.lines, printed.body_size, height, printed.horizontal, [table.markdown for table in tables]
    )
    margins = part_margins(
        noted.rest,
        printed.horizontal,
        (min([ZONE * height, *(table.y0 for table in tables)]), max([(1 - ZONE) * height, *(t.y1 for t in tables)])),
    )
    if tables and before and not any(line.y1 <= tables[0].y0 + 1 for line in margins.body):
        tables = [replace(tables[0], markdown=continued(before, tables[0])), *tables[1:]]
    is_last = tables and not any(line.y0 >= tables[-1].y1 - 1 for line in margins.body)
    head, foot = (
        with_notes(to_markdown(merge_rows(lines), printed.body_size, [], width=width), noted.notes)
        for lines in (margins.head, margins.foot)
    )
    body = with_notes(body_markdown(margins.body, printed.body_size, tables, width), noted.notes)
    body = BETWEEN.join(filter(None, (body, *untold(noted.notes))))
    text = BETWEEN.join(filter(None, (head, body, foot)))
    return AssembledPage(text, (len(head), len(foot)), tables[-1] if is_last else None)


def body_markdown(lines: list[TextLine], body_size: float, tables: Sequence[PlacedTable], width: float) -> str:
    gutters = gutters_of(lines) if tables else ()
    placed = [((table.x0, table.y0, table.x1, table.y1), table.markdown) for table in tables]
    ordered = in_order_around(lines, across((box for box, _ in placed), gutters))
    return to_markdown(ordered, body_size, placed, gutters, width)


def outside(tables: Sequence[RuledTable | PlacedTable], lines: list[TextLine]) -> list[TextLine]:
    if not tables:
        return lines
    boxes = [(line, (line.x0, line.y0, line.x1, line.y1)) for line in lines]
    return [line for line, box in boxes if not any(holds(table, box) for table in tables)]


def holds(table: RuledTable | PlacedTable, box: Box) -> bool:
    """Whether the middle of the box lies in it, or a point beside it."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return table.x0 - 1 <= x <= table.x1 + 1 and table.y0 - 1 <= y <= table.y1 + 1


def without(tables: Sequence[AlignedTable], lines: list[TextLine]) -> list[TextLine]:
    taken = {id(line) for table in tables for line in table.lines}
    return [line for line in lines if id(line) not in taken]


def placed_ruled(table: RuledTable) -> PlacedTable:
    return PlacedTable(table.x0, table.y0, table.x1, table.y1, table.markdown)


def placed_turned(table: TurnedTable) -> PlacedTable:
    return PlacedTable(*table.box, table.markdown)


def placed_aligned(table: AlignedTable) -> PlacedTable:
    left, right = min(line.x0 for line in table.lines), max(line.x1 for line in table.lines)
    return PlacedTable(left, table.y0, right, max(line.y1 for line in table.lines), table.markdown)


def words_of(
    text_page: "pymupdf.TextPage",
    seen: SeenText,
    turn: Turn | None,
    raised: Sequence[tuple[str, float, float]],
    noted: Collection[str],
) -> Iterable[tuple[Any, ...]]:
    """As PyMuPDF gives them, with normalised text. `raised` and `noted` as `with_marks_apart` takes them."""
    words: Iterable[tuple[Any, ...]] = [
        (*word[:4], normalise_text(word[4]), *word[5:]) for word in text_page.extractWORDS() if seen.shows(word)
    ]
    if raised:
        words = [(*word[:4], with_marks_apart(word, raised, noted), *word[5:]) for word in words]
    return words if turn is None else [(*turn(word[:4]), *word[4:]) for word in words]


def raised_marks(blocks: list[dict[str, Any]]) -> list[tuple[str, float, float]]:
    """The text of each mark and its middle."""
    spans = (span for block in blocks for line in block.get("lines", ()) for span in line["spans"])
    return [
        (span["text"].strip(), (span["bbox"][0] + span["bbox"][2]) / 2, (span["bbox"][1] + span["bbox"][3]) / 2)
        for span in spans
        if span["flags"] & RAISED and MARK.fullmatch(span["text"])
    ]


def with_marks_apart(word: tuple[Any, ...], raised: Sequence[tuple[str, float, float]], noted: Collection[str]) -> str:
    """The text of a word that ends with a raised mark, "120 1" of "1201"; that of any other as it is.

    A mark of which a note may be told (`noted`) stays between the signs of REFERENCE until that is known.
    """
    x0, y0, x1, y1, text = word[:5]
    for mark, x, y in raised:
        if x0 <= x <= x1 and y0 <= y <= y1 and text != mark and text.endswith(mark):
            before, found = text.removesuffix(mark), MARK.fullmatch(mark)
            is_note = found is not None and found[1] in noted and (NAMED.search(before) or before[-1:].isdigit())
            return f"{before}{RAISED_BEGINS}{found[1]}{RAISED_ENDS}" if found and is_note else with_raised(before, mark)
    return str(text)


def any_nul(blocks: list[dict[str, Any]]) -> bool:
    return any(
        has_nul(span["text"])
        for block in blocks
        if block["type"] == 0
        for line in block["lines"]
        for span in line["spans"]
    )
