"""A day that begins a line is no number of a list: "6. Januar" below "1. Januar" would be shown as "2. Januar"."""

import re
from typing import TYPE_CHECKING

from apps.text.numbers.calendar_names import MONTH_NUMBER

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

DAY_AND_MONTH = re.compile(rf"\d{{1,2}}\.[ \t]+(?:{'|'.join(MONTH_NUMBER)})\b", re.IGNORECASE)


def begin_no_lists_with_dates(parser: "MarkdownIt") -> "MarkdownIt":
    """Returns the parser, which from now on reads a line that begins with a day as a line of a paragraph."""
    from markdown_it.rules_block import list_block

    def list_without_dates(state: "StateBlock", first: int, last: int, silent: bool) -> bool:
        begin, end = state.bMarks[first] + state.tShift[first], state.eMarks[first]
        return DAY_AND_MONTH.match(state.src, begin, end) is None and list_block(state, first, last, silent)

    parser.block.ruler.at("list", list_without_dates, {"alt": ["paragraph", "reference", "blockquote"]})
    return parser
