"""Numbers citations as readers see them: each cited page gets the next number where the answer first names it.

They are given while the answer is written and stay as they are: what cannot be proved later leaves its number unused.
"""

import re
from collections.abc import Hashable, Iterable, Mapping

from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER_PATTERN, parse_marker_numbers

MARKER_WITH_BLANKS = re.compile(rf"(?P<blanks>(?:(?<![ \t])[ \t]++)?+)(?P<marker>{MARKER_PATTERN})", re.IGNORECASE)
# What may become a marker with the next piece, or go with one: blanks, an open bracket, an address after a marker.
UNFINISHED = re.compile(
    r"(?:(?<![ \t])[ \t]++)?+(?:[\[【][^\]】\n]{0,80}+|\((?:[qs][^)\n]{0,40}+)?"
    rf"|{MARKER_PATTERN}(?:\([^()\s]{{0,500}})?)?\Z",
    re.IGNORECASE,
)


class Numbering:
    """`pages`: the page of each number that the model uses. Numbers without a page prove nothing and get none."""

    def __init__(self, pages: Mapping[int, Hashable]) -> None:
        self._pages = pages
        self._given: dict[Hashable, int] = {}

    def number_of(self, source: int) -> int | None:
        """Returns one number for one page, whatever the model calls it."""
        page = self._pages.get(source)
        return None if page is None else self._given.setdefault(page, len(self._given) + 1)

    def renumbered(self, text: str, beside: set[int]) -> str:
        """The text with these numbers in its markers, each once at one place, without those that have none.

        `beside` are the numbers that stand right before the text; afterwards those at its end.
        """
        pieces, place = list[str](), 0
        for found in MARKER_WITH_BLANKS.finditer(text):
            if found.start() > place:
                beside.clear()
            pieces += [text[place : found.start()], self._shown(found, beside)]
            place = found.end()
        if place < len(text):
            beside.clear()
        return "".join([*pieces, text[place:]])

    def _shown(self, found: re.Match[str], beside: set[int]) -> str:
        known = (self.number_of(source) for source in parse_marker_numbers(found["marker"]))
        numbers = [number for number in dict.fromkeys(known) if number and number not in beside]
        beside.update(numbers)
        return found["blanks"] + "".join(f"[{number}]" for number in numbers) if numbers else ""


def build_numbering(sources: Iterable[tuple[int, int, int | None]]) -> Numbering:
    """From the model's number, document and page of each source; without a page nothing can be cited."""
    return Numbering({number: (document_id, page) for number, document_id, page in sources if page is not None})


class NumberedText:
    """Fed with the pieces of an answer in order, it gives them back with the readers' numbers."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._held = ""
        self._beside: set[int] = set()

    def feed(self, piece: str) -> str:
        """What can be shown now; what may be the beginning of a marker waits."""
        text = self._held + piece
        waiting = UNFINISHED.search(text)
        end = waiting.start() if waiting else len(text)
        self._held = text[end:]
        return self._numbering.renumbered(text[:end], self._beside)

    def finish(self) -> str:
        """What was held back, once the answer has ended."""
        return self._numbering.renumbered(self._held, self._beside).rstrip()
