"""Cutting German and English text into sentences, without losing a character's place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.chat.proof.citation_markers import MARKER_PATTERN

# What stands at the start of a line and is no part of a sentence: list marks, headings, block quotations.
LINE_PREFIX = re.compile(r"[ \t]*(?:(?:[-*+•>]|\#{1,6}|\d{1,3}[.)])[ \t]+)*")
BEGINS_BLOCK = re.compile(r"[ \t]*(?:[-*+•>][ \t]|\#{1,6}[ \t]|\d{1,3}[.)][ \t]|\|)")
STANDS_ALONE = re.compile(r"[ \t]*(?:\#{1,6}[ \t]|\|)")
# The end of a sentence takes along closing marks and the markers that follow it.
SENTENCE_END = re.compile(
    rf"[.!?…]{{1,5}}[\"“”»«’')*_]{{0,4}}(?:[ \t]{{0,2}}{MARKER_PATTERN}){{0,20}}(?=\s|\Z)", re.IGNORECASE
)
LAST_WORD = re.compile(r"[^\s(]*\Z")
ABBREVIATION = re.compile(
    r"(?:abs|abschn|abt|allg|anl|art|aufl|az|bd|bes|best|betr|bspw|bzgl|bzw|ca|dr|drs|ebd|einschl|etc|evtl|ff|geb|gem|ggf"
    r"|hr|inkl|insb|insbes|jh|jr|kap|lfd|lit|max|mind|min|mio|mrd|mrs|mr|nr|num|parl|prof|reg|rn|sog|sr|st|std|str|tel"
    r"|usw|vgl|vol|vs|ziff|zit|zzgl|no|[^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text[start:end]`; what it claims begins at `claim_start`, which in a table is the start of the row."""

    start: int
    end: int
    claim_start: int


def split_sentences(text: str) -> list[Sentence]:
    """All sentences in their order. Headings, list items and cells of tables count as sentences."""
    return [sentence for start, end in blocks(text) for sentence in sentences_of(text, start, end)]


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs, list items, headings and rows, each from the first to after the last character."""
    start = end = position = 0
    previous = ""
    for line in text.splitlines(keepends=True):
        if not line.strip() or BEGINS_BLOCK.match(line) or STANDS_ALONE.match(previous):
            yield start, end
            start = position
        position += len(line)
        previous = line
        end = position
    yield start, end


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """The blocks that say something by themselves: no headings, no rows, and no line that leads to what follows it."""
    for start, end in blocks(text):
        block = text[start:end].strip()
        if block and not STANDS_ALONE.match(block) and not block.endswith(":"):
            yield start, end


def sentences_of(text: str, start: int, end: int) -> Iterator[Sentence]:
    if text[start:end].lstrip().startswith("|"):
        yield from cells(text, start, end)
        return
    prefix = LINE_PREFIX.match(text, start, end)
    begin = prefix.end() if prefix else start
    for found in SENTENCE_END.finditer(text, begin, end):
        if ends_here(text, found):
            yield from trimmed(text, begin, found.end())
            begin = found.end()
    yield from trimmed(text, begin, end)


def cells(text: str, start: int, end: int) -> Iterator[Sentence]:
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


def ends_here(text: str, found: re.Match[str]) -> bool:
    """False after abbreviations, ordinal numbers and initials, and where the text goes on in small letters."""
    following = text[found.end() : found.end() + 40].lstrip()
    if following[:1].islower():
        return False
    if found[0] != ".":
        return True
    word = LAST_WORD.search(text, max(0, found.start() - 40), found.start())
    last = word[0].rpartition(".")[2] if word else ""
    is_ordinal = last.isdigit() and len(last) <= 2 and following[:1].isalpha()
    return not (is_ordinal or ABBREVIATION.fullmatch(last))
