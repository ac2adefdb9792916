"""Splits an answer or a page into sentences, list items and cells included, each with its markers and its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER_PATTERN
from apps.text.grammar.item_labels import BRACKETED_LABEL, JOINS_NEXT
from apps.text.grammar.split_sentences import sentence_spans
from apps.text.locate_quote import Span

# What stands at the start of a line and is no part of a sentence: list marks, headings, block quotations.
LINE_PREFIX = re.compile(r"[ \t]*(?:(?:[-*+•>]|\#{1,6}|\d{1,3}[.)])[ \t]+)*")
BEGINS_BLOCK = re.compile(r"[ \t]*(?:[-*+•>][ \t]|\#{1,6}[ \t]|\d{1,3}[.)][ \t]|\|)")
STANDS_ALONE = re.compile(r"[ \t]*(?:\#{1,6}[ \t]|\|)")
MARKERS = re.compile(rf"(?:[ \t]{{0,2}}{MARKER_PATTERN}){{0,20}}", re.IGNORECASE)
"""They belong to the sentence before them."""
ITEM = re.compile(rf"\A[ \t]*(?:[-*+•>]|\d{{1,3}}\.|{BRACKETED_LABEL})[ \t]")
NARROWING_HEADING = re.compile(
    r"\#{1,6}[ \t]+(?=(?:Für|Bei|Ab|Bis|Ohne|Nur|Außerhalb|Während|Wenn|Ausnahme\w*|For|If|Only|Without|Except\w*)\b)"
    r"(?!\w+ (?:alle|all|everyone|everybody)\b)"
)
LONGEST_LABEL = 8
FARTHEST_LEAD = 3_000
"""Characters above an item in which the line is looked for that leads to its list."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text[start:end]`; what it claims begins at `claim_start`, which in a table is the start of the row."""

    start: int
    end: int
    claim_start: int


def split_sentences(text: str) -> list[Sentence]:
    """All sentences in their order. Headings, list items and cells of tables count as sentences."""
    return [sentence for start, end in split_blocks(text) for sentence in sentences_of_block(text, start, end)]


def split_blocks(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs, list items, headings and rows, each from the first to after the last character."""
    start = position = 0
    previous = ""
    for line in text.splitlines(keepends=True):
        is_blank = line.isspace()
        if start < position and (is_blank or BEGINS_BLOCK.match(line) or STANDS_ALONE.match(previous)):
            yield start, position
            start = position
        position += len(line)
        previous = line
        if is_blank:
            start = position
    if start < position:
        yield start, position


def is_same_block(text: str, first: int, second: int) -> bool:
    """Whether two places of a paragraph stand in one block: no item, row or heading begins between them."""
    line = text.rfind("\n", 0, first) + 1
    begins = (found.end() for found in re.finditer(r"\n", text[:second]) if found.start() >= first)
    return not STANDS_ALONE.match(text, line) and not any(BEGINS_BLOCK.match(text, start) for start in begins)


def standalone_paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """The blocks that say something by themselves: no headings, no rows, and no line that leads to what follows it."""
    for start, end in split_blocks(text):
        block = text[start:end].strip()
        if block and not STANDS_ALONE.match(block) and not block.endswith(":"):
            yield start, end


def narrowing_lead(text: str, start: int) -> str:
    """The line that leads to this paragraph or to the list of this item, or the heading above, where they narrow it.

    "For children applies:" above the items; an empty text where nothing narrows what stands at `start`.
    """
    begin = max(0, start - FARTHEST_LEAD)
    window = text[begin : start + LONGEST_LABEL]
    *above, own = [window[first:last].strip() for first, last in split_blocks(window) if first <= start - begin] or [""]
    is_item = ITEM.match(f"{own} ") is not None
    if above and is_item and above[-1].endswith(":"):
        return ITEM.sub("", above[-1])  # of a list within the item of another
    lead = next((block for block in reversed(above) if not (is_item and ITEM.match(f"{block} "))), "")
    if lead.endswith(":") and not lead.startswith("#"):
        return lead
    heading = next((block for block in reversed(above) if block.startswith("#")), "")
    found = NARROWING_HEADING.match(heading)
    return f"{heading[found.end() :].rstrip(':')}:" if found else ""


def rest_of_joined_list(text: str, end: int) -> list[Span]:
    """The items after the one that ends at `end`, where a word such as "und" joins two of them.

    None where the sentence that ends there is no whole item.
    """
    line = text.rfind("\n", 0, end) + 1
    items = [Span(line, end)] if ITEM.match(text[line:end] + " ") else []
    for start, stop in split_blocks(text[end : end + FARTHEST_LEAD]) if items else ():
        if not ITEM.match(text[end + start : end + stop]):
            break
        items.append(Span(end + start, end + stop))
    is_joined = any(JOINS_NEXT.search(text[one.start : one.end]) for one in items[:-1])
    return items[1:] if is_joined else []


def sentences_of_block(text: str, start: int, end: int) -> Iterator[Sentence]:
    if text[start:end].lstrip().startswith("|"):
        yield from cells_as_sentences(text, start, end)
        return
    prefix = LINE_PREFIX.match(text, start, end)
    begin = prefix.end() if prefix else start
    for first, last in sentence_spans(text, begin, end, tail=MARKERS):
        yield Sentence(first, last, first)


def cells_as_sentences(text: str, start: int, end: int) -> Iterator[Sentence]:
    begin = start
    for found in re.finditer(r"\||\Z", text[start:end]):
        for cell in trimmed(text, begin, start + found.start()):
            yield Sentence(cell.start, cell.end, start)
        begin = start + found.end()


def trimmed(text: str, start: int, end: int) -> Iterator[Sentence]:
    piece = text[start:end]
    if piece.strip():
        begin = start + len(piece) - len(piece.lstrip())
        yield Sentence(begin, start + len(piece.rstrip()), begin)
