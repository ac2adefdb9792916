"""Finds running headers, footers and page numbers across a document; what is left is the body.

A line runs where a page nearby has the same one at the same end; its numbers may count with the pages. Told from the
texts alone, once all pages are there: so it holds for print and for scans.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from apps.documents.parsing.types import ParsedPage

NEARBY = 2
"""Pages: left and right ones may have heads of their own."""
MOST_BLOCKS = 4
"""At an end of a page whose print did not tell what stands apart there, such as a scan."""
LEAST_PAGES, LEAST_SHARE = 3, 0.3
"""That have to repeat a line which was not seen to stand apart."""
LONGEST = 240
NUMBER = re.compile(r"\d{1,9}")
BLANKS = re.compile(r"\s+")
MARKUP = re.compile(r"^#{1,6} |^- |\*\*")
PAGE_NUMBER = re.compile(
    r"(?P<word>seite|page|blatt|s\.|p\.|página|pagina|strona|sayfa|стр\.|страница|стор\.)? ?[-–—|·• ]{0,4}0"
    r"[-–—|·• ]{0,4}(?:(?:von|of|/|de|sur|di|z|из|з|aus) ?0)?[-–—|·• ]{0,4}"
)
"""Of a line whose numbers are told as 0: "- 3 -", "Seite 3 von 12"."""
NUMBERED = re.compile(r"(?<![^\W\d_])[^\W\d_]++ 0[.:]?")
"""A word with its number, such as "Anlage 3": it counts by itself, whatever the page is."""
NEVER = ("|", "# ", "## ")
"""Tables, and what is printed so large that it is a title."""
BETWEEN = "\n\n"
End = Literal["head", "foot"]


@dataclass(frozen=True, slots=True)
class EndBlock:
    """A paragraph at an end of a page. `apart`: print has left a blank around it; `key` has 0 for each number."""

    page: int
    end: End
    start: int
    stop: int
    key: str
    numbers: tuple[int, ...]
    apart: bool


Known = Mapping[tuple[End, str], Mapping[int, EndBlock]]
"""By end and key, then by page."""


def mark_page_bodies(pages: Sequence[ParsedPage]) -> tuple[ParsedPage, ...]:
    """The pages with their `body`: where the text is that does not run through the document.

    Where nothing else stands on any page, such as one line on each of three scans, that is what they say.
    """
    of_pages = [list(end_blocks(index, page)) for index, page in enumerate(pages)]
    known: defaultdict[tuple[End, str], dict[int, EndBlock]] = defaultdict(dict)
    for block in (block for blocks in of_pages for block in blocks):
        known[block.end, block.key].setdefault(block.page, block)
    found = tuple(mark_page_body(page, blocks, known, len(pages)) for page, blocks in zip(pages, of_pages, strict=True))
    return found if any(page.body_text.strip() for page in found) else tuple(pages)


def mark_page_body(page: ParsedPage, blocks: Sequence[EndBlock], known: Known, pages: int) -> ParsedPage:
    start, stop = 0, len(page.text)
    for block in running_blocks(blocks, "head", known, pages):
        start = block.stop
    for block in running_blocks(blocks, "foot", known, pages):
        stop = block.start
    start += len(page.text[start:]) - len(page.text[start:].lstrip())
    stop = max(start, len(page.text[:stop].rstrip()))
    return page if (start, stop) == (0, len(page.text)) else replace(page, body=(start, stop))


def running_blocks(blocks: Iterable[EndBlock], end: End, known: Known, pages: int) -> Iterator[EndBlock]:
    """Yields blocks from the end on, up to the first that does not run."""
    for block in blocks:
        if block.end == end:
            if not is_running_block(block, known[end, block.key], pages):
                return
            yield block


def end_blocks(index: int, page: ParsedPage) -> Iterator[EndBlock]:
    """Yields from each end on those that stand apart, or the first few. Tables and titles are none."""
    spans = list(block_spans(page.text))
    head_end, foot_start = page.margins[0], len(page.text) - page.margins[1]
    ends: tuple[tuple[End, Sequence[tuple[int, int]]], ...] = (("head", spans), ("foot", spans[::-1]))
    for end, in_order in ends:
        for place, (start, stop) in enumerate(in_order):
            apart = stop <= head_end if end == "head" else start >= foot_start
            text = page.text[start:stop]
            if (not apart and place >= MOST_BLOCKS) or len(text) > LONGEST or text.startswith(NEVER):
                break
            yield EndBlock(index, end, start, stop, line_key(text), tuple(map(int, NUMBER.findall(text))), apart)


def block_spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for part in text.split(BETWEEN):
        if part.strip():
            yield start, start + len(part)
        start += len(part) + len(BETWEEN)


def line_key(text: str) -> str:
    """The line without markup, with 0 for each number."""
    return BLANKS.sub(" ", NUMBER.sub("0", MARKUP.sub("", text))).strip().casefold()


def is_running_block(block: EndBlock, alike: Mapping[int, EndBlock], pages: int) -> bool:
    near = [
        other
        for distance in range(-NEARBY, NEARBY + 1)
        if distance and (other := alike.get(block.page + distance)) and has_continuing_numbers(block, other)
    ]
    if found := PAGE_NUMBER.fullmatch(block.key):
        is_its_own = block.apart and block.numbers[0] == block.page + 1
        return bool(near) or is_its_own or (block.apart and found["word"] is not None)
    if block.apart and any(other.apart for other in near):
        return True
    return bool(near) and len(alike) >= max(LEAST_PAGES, LEAST_SHARE * pages)


def has_continuing_numbers(block: EndBlock, other: EndBlock) -> bool:
    """Whether the numbers are the same, or count with the pages."""
    distance = 0 if is_numbered(block.key) else other.page - block.page
    return all(after - before in (0, distance) for before, after in zip(block.numbers, other.numbers, strict=True))


def is_numbered(key: str) -> bool:
    return NUMBERED.fullmatch(key) is not None and PAGE_NUMBER.fullmatch(key) is None
