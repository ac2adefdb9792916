"""Separates paragraphs of one short line each that stand close together: addresses, opening hours, lists.

In print nothing tells them from a text that flows in a narrow column but where their lines end, and that none of them
goes on with the one before.
"""

from collections.abc import Sequence
from itertools import pairwise

from apps.documents.parsing.layout.join_lines import HYPHENS
from apps.documents.parsing.layout.reading_order import TextLine

EDGE = 4.0
"""Points: what reaches so near to the right edge of the text has no room left."""
LEAST_PARTS = 2 / 3
"""Of the ends of lines: at how many of them nothing goes on. Of a text, every other line begins within a sentence."""
FLOWING = 45
"""Letters of a line that is one of a text: it tells where the text of its page ends on the right."""
FUNCTION_WORDS = """
der die das den dem des ein eine einen einem einer eines kein keine keinen keiner mein sein seine seinen seiner
ihr ihre ihren ihrem ihrer unser unsere dieser diese dieses diesem diesen jeder jede jedes jedem jeden alle allen
und oder sowie bzw. als wie wenn weil dass ob bis von vom zum zur im in am bei beim mit nach aus für durch gegen
ohne um über unter vor zwischen wegen während ist sind wird werden wurde wurden hat haben kann können muss müssen
soll sollen darf dürfen nicht auch nur sehr § Nr. Abs. Art. S.
the a an of and or for with from by at is are was were be that which not
"""
CONTINUATION_WORDS = frozenset(FUNCTION_WORDS.split())
"""Words with which hardly anybody ends a line that stands by itself."""
GOING_ON_WITH = ("(", "[", "„", "»", '"')
"""An addition, or what somebody says or is to write."""


def text_right_edge(lines: Sequence[TextLine], width: float) -> float:
    """Returns where text ends on the right, in points; without running text, as far in as it begins on the left."""
    if not lines:
        return 0.0
    edge = max(line.x1 for line in lines)
    if any(len(line.text) >= FLOWING for line in lines):
        return edge
    return max(edge, width - min(line.x0 for line in lines))


def split_short_lines(lines: Sequence[TextLine], page: Sequence[TextLine], right_edge: float) -> list[list[TextLine]]:
    """The lines of a paragraph in those that belong together: all of them, or mostly each by itself.

    `page` are all lines of the page: where something stands beside a line, nobody can tell whether it had room.
    """
    ends = list(pairwise(lines))
    apart = [not continues_text(*pair) for pair in ends]
    if not any(apart) or sum(apart) < LEAST_PARTS * len(ends):
        return [list(lines)]
    if not all(
        has_room_for_next_word(*pair, right_edge) for pair, is_apart in zip(ends, apart, strict=True) if is_apart
    ):
        return [list(lines)]
    if any(is_right_of(each, line) for line in lines for each in page):
        return [list(lines)]
    parts = [[lines[0]]]
    for line, is_apart in zip(lines[1:], apart, strict=True):
        if is_apart:
            parts.append([line])
        else:
            parts[-1].append(line)
    return parts


def continues_text(line: TextLine, following: TextLine) -> bool:
    """Whether the words tell that a text flows from one line to the next."""
    return (
        following.text[0].islower()
        or following.text[0] in GOING_ON_WITH
        or line.text.count("(") > line.text.count(")")
        or line.text.endswith((",", *HYPHENS))
        or line.text.rsplit(maxsplit=1)[-1] in CONTINUATION_WORDS
        or following.y0 < line.y0
    )


def has_room_for_next_word(line: TextLine, following: TextLine, right_edge: float) -> bool:
    """Whether the first word of the next line would have fitted."""
    letter = (line.x1 - line.x0) / max(len(line.text), 1)
    return line.x1 + (len(following.text.split(maxsplit=1)[0]) + 1) * letter < right_edge - EDGE


def is_right_of(one: TextLine, line: TextLine) -> bool:
    """Whether the first stands to the right of the second."""
    return one.x0 >= line.x1 and one.y0 < line.y1 and one.y1 > line.y0
