"""Header and footer candidates: lines set apart at the top and bottom of a page, if other pages repeat them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.documents.parsing.layout.find_ruled_tables import Ruling
from apps.documents.parsing.layout.reading_order import TextLine
from apps.documents.parsing.layout.split_rows_at_gaps import group_by_baseline
from apps.documents.parsing.page_parts.detect_body_text_at_column_edges import TextColumns

ZONE = 0.16
"""Of the height of a page, at either end."""
MOST_ROWS = 6
APART = 0.8
"""Heights of a line that are left blank between a head and what stands below it."""
LONGEST_LINE = 200
"""Characters; a longer one is running text."""
SHORTEST_RULE = 0.3
"""Of the width of the lines: a drawn line that parts a head from the text."""
RowTest = Callable[[Sequence[TextLine]], bool]


@dataclass(frozen=True, slots=True)
class PageMargins:
    """Lines from top to bottom; `body` in the order in which it was given."""

    head: list[TextLine]
    body: list[TextLine]
    foot: list[TextLine]


def separate_margins(lines: Sequence[TextLine], rulings: Sequence[Ruling], zone: tuple[float, float]) -> PageMargins:
    """`rulings` are horizontal; a head stands above the first edge of `zone`, a foot below the second."""
    rows = sorted_rows(lines)
    heads = margin_cut_positions(rows, rulings, lambda row: row[0].y1 <= zone[0] + 1)
    feet = margin_cut_positions(rows[::-1], rulings, lambda row: row[0].y0 >= zone[1] - 1)
    if heads[-1] or feet[-1]:
        columns = TextColumns.of(lines)
        while heads[-1] and columns.begin_with(rows[heads[-1] - 1]):
            heads.pop()
        while feet[-1] and columns.end_with(rows[-feet[-1]]):
            feet.pop()
    while heads[-1] + feet[-1] >= len(rows) > 0:
        # Of a page with few lines everything may stand at its ends.
        (heads if heads[-1] >= feet[-1] else feet).pop()
    head = [line for row in rows[: heads[-1]] for line in row]
    foot = [line for row in rows[len(rows) - feet[-1] :] for line in row]
    taken = {id(line) for line in (*head, *foot)}
    return PageMargins(head, [line for line in lines if id(line) not in taken], foot)


def sorted_rows(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Printed rows from top to bottom, each from left to right."""
    return [sorted(row, key=lambda line: line.x0) for row in group_by_baseline(lines)]


def margin_cut_positions(rows: Sequence[list[TextLine]], rulings: Sequence[Ruling], in_zone: RowTest) -> list[int]:
    """After how many rows, counted from an edge of the page, there is a blank or a drawn line; 0 comes first."""
    found = [0]
    for place, (row, following) in enumerate(pairwise(rows[: MOST_ROWS + 1]), 1):
        if not in_zone(row) or sum(len(line.text) for line in row) > LONGEST_LINE:
            break
        if stands_apart(row, following, rulings):
            found.append(place)
    return found


def stands_apart(row: Sequence[TextLine], other: Sequence[TextLine], rulings: Sequence[Ruling]) -> bool:
    upper, lower = (row, other) if row[0].y0 <= other[0].y0 else (other, row)
    above, below = max(line.y1 for line in upper), min(line.y0 for line in lower)
    if below - above >= APART * min(row[0].height, other[0].height):
        return True
    lines = (*row, *other)
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    return any(
        above - 3 <= ruling.at <= below + 3 and ruling.end - ruling.start >= SHORTEST_RULE * width for ruling in rulings
    )
