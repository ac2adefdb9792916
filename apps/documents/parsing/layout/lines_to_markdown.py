"""Turns ordered lines into Markdown: headings by size and weight, paragraphs joined across lines, lists, tables."""

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from apps.documents.parsing.layout.find_ruled_tables import Box
from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.place_tables import table_insertion_index
from apps.documents.parsing.layout.reading_order import TextLine, are_in_two_frames
from apps.documents.parsing.layout.separate_short_lines import CONTINUATION_WORDS, split_short_lines, text_right_edge

BULLET = re.compile(r"^[•▪■●○◦∙·‣➢➤✓►◆❖❑❒–—*-]\s+(?=\S)|^[•▪■●◦‣➢➤►]\s*(?=\S)")
NUMBERED = re.compile(r"^\d{1,3}[.)]\s+\S")
# Markers that Markdown does not know as a list: each keeps a paragraph of its own.
CLAUSE = re.compile(
    r"^(?:\(?[a-z]{1,2}\)|\(\d{1,3}[a-z]?\)|\([IVX]+\)|[IVX]+\.|§+ \d|\d{1,2}(?:\.\d{1,2})+\.?|[☐☑☒])\s+\S"
)
CAPTION = re.compile(
    r"(?:Abbildung|Abb\.|Bild|Grafik|Diagramm|Schaubild|Karte|Foto|Figure|Fig\.|Chart|Map|Illustration)"
    r" ?[A-Z]?\d{1,3}(?:[.\-–]\d{1,3}){0,2}[a-z]? ?(?:[:.–—|-]|$)"
)
"""Of a figure, with its number: a paragraph of its own and no heading."""
STARRED = re.compile(r"(?<=[\w).,%€])\*{1,3}(?![\w*])")
"""The mark of a note behind a word or a value; within a word it is a letter, as in "Bürger*innen"."""
NOTE = re.compile(r"^(\*{1,3})\s?(?=\w)")
SENTENCE_END = (".", ":", ";", "!", "?", ")", '"', "“", "”")
FULL_STOP = re.compile(
    r"[^\W\d_]{3}[\"“”)]?(?:\ue000\w{1,6}\ue001)?\.(?:\ue000\w{1,6}\ue001)?\Z|[^\W\d_]{4}\. +[A-ZÄÖÜ].*[!?]\Z"
)
"""Behind a word that is no abbreviation, with the mark of a note before or behind it. A question or a call by itself
may be a heading, one behind a sentence is none."""
LEAST_WORDS = 5
"""Of a sentence that is no heading."""
CONTENTS_ENTRY = re.compile(r"\.\.\. *\d+$")
LONGEST_HEADING = 160
BESIDE = 0.5
"""Of the height of a line: what is no further below another stands beside it, as what is filled in beside its label."""


class BodySize:
    """The letter size of running text, learnt over the pages of a document: most letters have it."""

    def __init__(self) -> None:
        self.letters: Counter[float] = Counter()

    def learn(self, lines: list[TextLine]) -> float:
        for line in lines:
            self.letters[round(line.size * 2) / 2] += len(line.text)
        return self.letters.most_common(1)[0][0] if self.letters else 0.0


@dataclass(slots=True)
class Block:
    """A paragraph, heading, list item or finished table, which has a `box` in place of lines."""

    kind: str
    lines: list[TextLine] = field(default_factory=list)
    text: str = ""
    box: Box = (0.0, 0.0, 0.0, 0.0)

    @property
    def begins(self) -> Box:
        """The box of its first line."""
        return (first.x0, first.y0, first.x1, first.y1) if (first := next(iter(self.lines), None)) else self.box

    def markdown(self) -> str:
        if self.text:
            return self.text
        text = join_lines(line.text for line in self.lines)
        if self.kind == "note":
            return NOTE.sub(r"(\1: ", text) + ")"
        return markdown_prefix(self.kind) + text


def markdown_prefix(kind: str) -> str:
    return {"h1": "# ", "h2": "## ", "h3": "### ", "bullet": "- "}.get(kind, "")


def lines_to_markdown(
    lines: list[TextLine],
    body_size: float,
    tables: Sequence[tuple[Box, str]],
    gutters: Sequence[float] = (),
    width: float = 0.0,
) -> str:
    """Markdown of one page. `tables` are (box in points, Markdown) from top to bottom; each goes before the first line
    below its upper edge, in its own column where `gutters` part the page. `width` of the page in points, 0 where the
    text alone tells how far lines may reach."""
    blocks = group_lines_into_blocks(lines, body_size, width, find_note_lines(lines, [text for _, text in tables]))
    for box, text in tables:
        known = [(block.begins, bool(block.lines)) for block in blocks]
        blocks.insert(table_insertion_index(known, box, gutters), Block("table", text=text, box=box))
    parts: list[str] = []
    previous = ""
    for block in blocks:
        text = block.markdown()
        if parts:
            tight = block.kind == previous and block.kind in ("bullet", "numbered")
            parts.append("\n" if tight else "\n\n")
        parts.append(text)
        previous = block.kind
    return "".join(parts)


def find_note_lines(lines: Sequence[TextLine], tables: Sequence[str]) -> set[int]:
    """Which lines begin a note by stars that a word or value of the page has: their places. Of a list all items have
    the same star."""
    begun: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        if line.text.startswith("*") and (found := NOTE.match(line.text)):
            begun.setdefault(found[1], []).append(place)
    if not begun:
        return set()
    named = {mark for text in (*tables, *(line.text for line in lines)) for mark in STARRED.findall(text)}
    return {places[0] for mark, places in begun.items() if mark in named and len(places) == 1}


def group_lines_into_blocks(
    lines: list[TextLine], body_size: float, width: float, notes: Container[int] = ()
) -> list[Block]:
    right_edge = max((line.x1 for line in lines), default=0.0)
    blocks: list[Block] = []
    for place, line in enumerate(lines):
        kind = "note" if place in notes else line_kind(line, body_size)
        if kind in ("bullet", "numbered") and blocks and continues_sentence(blocks[-1], line, right_edge):
            kind = "paragraph"
        if blocks and continues_block(blocks[-1], line, kind, right_edge):
            blocks[-1].lines.append(line)
        else:
            if kind == "bullet":
                line.text = BULLET.sub("", line.text, count=1)
            blocks.append(Block(kind, [line]))
    blocks = [as_paragraph(block) if is_false_heading(block) else block for block in blocks]
    edge = text_right_edge(lines, width)
    return [part for block in blocks for part in split_block_paragraphs(block, lines, edge)]


def split_block_paragraphs(block: Block, page: Sequence[TextLine], right_edge: float) -> list[Block]:
    if block.kind != "paragraph" or len(block.lines) < 2:
        return [block]
    return [Block("paragraph", lines) for lines in split_short_lines(block.lines, page, right_edge)]


def continues_sentence(block: Block, line: TextLine, right_edge: float) -> bool:
    """True for "– ebenfalls" or "12. Mai" at the start of a line within a sentence: the line above is full."""
    if block.kind != "paragraph" or not block.lines:
        return False
    last = block.lines[-1]
    if line.y0 < last.y0:  # the next column: "bis zum" | "29. Mai"
        return last.text.rsplit(maxsplit=1)[-1] in CONTINUATION_WORDS
    same_margin = abs(line.x0 - last.x0) <= 2 and 0 < line.y0 - last.y0 <= 1.75 * max(last.height, 1.0)
    return same_margin and not last.text.endswith(SENTENCE_END) and not ends_early(last, line, right_edge)


def line_kind(line: TextLine, body_size: float) -> str:
    if CAPTION.match(line.text):
        return "caption"
    heading = heading_level(line, body_size)
    if heading:
        return heading
    if BULLET.match(line.text):
        return "bullet"
    if NUMBERED.match(line.text):
        return "numbered"
    return "clause" if CLAUSE.match(line.text) else "paragraph"


def heading_level(line: TextLine, body_size: float) -> str:
    if not body_size or len(line.text) > LONGEST_HEADING or not any(map(str.isalpha, line.text)):
        return ""
    ratio = line.size / body_size
    if ratio >= 1.6:
        return "h1"
    if ratio >= 1.25:
        return "h2"
    if ratio >= 1.1 or (line.bold and ratio >= 0.95 and not line.text.endswith((".", ",", ";"))):
        return "h3"
    return ""


def is_false_heading(block: Block) -> bool:
    """Whether it is too long, or a sentence in somewhat larger print: where notes and tables have most of the letters,
    running text is larger than they are."""
    if not block.kind.startswith("h"):
        return False
    return sum(len(line.text) for line in block.lines) > LONGEST_HEADING or (
        block.kind != "h1" and not any(line.bold for line in block.lines) and is_sentence_block(block)
    )


def is_sentence_block(block: Block) -> bool:
    text = join_lines(line.text for line in block.lines).rstrip()
    return len(text.split()) >= LEAST_WORDS and FULL_STOP.search(text) is not None


def as_paragraph(block: Block) -> Block:
    return Block("paragraph", block.lines)


def continues_block(block: Block, line: TextLine, kind: str, right_edge: float) -> bool:
    """Does the line go on with the block? A wide gap, another size, a marker, a short line before it or the edge of a
    drawn box part them."""
    if not block.lines:
        return False
    last = block.lines[-1]
    step = line.y0 - last.y0
    if is_in_another_frame(last, line):
        return False
    if block.kind.startswith("h") or kind.startswith("h"):
        return kind == block.kind and has_same_look(last, line) and 0 < step <= 1.6 * last.height
    if kind != "paragraph" or abs(line.size - last.size) > 1.5 or ends_row(last, line):
        return False
    if step < 0:
        # The next column: a sentence may go on there, a finished one has ended.
        return not last.text.endswith(SENTENCE_END)
    if step > 1.75 * max(last.height, 1.0):
        return False
    if block.kind != "paragraph" and line.x0 < block.lines[0].x0 - 2:
        return False
    if last.text.endswith("-") or line.text[0].islower():
        return True
    return not ends_early(last, line, right_edge)


def is_in_another_frame(last: TextLine, line: TextLine) -> bool:
    """Whether the edge of a drawn box parts them. Lines that the file itself holds together stay so: some headings have
    a shaded area behind each of their lines."""
    if line.frame == last.frame or line.block == last.block:
        return False
    return abs(line.y0 - last.y0) > BESIDE * last.height or are_in_two_frames(last, line)


def ends_row(last: TextLine, line: TextLine) -> bool:
    """Whether the upper line tells things side by side, and the lower one does so too or does not go on with them."""
    if not last.cell_at or line.x0 >= last.cell_at - 2:
        return False
    return abs(line.cell_at - last.cell_at) <= 2 or not line.text[0].islower()


def has_same_look(one: TextLine, other: TextLine) -> bool:
    return one.bold == other.bold and abs(one.size - other.size) <= 0.6


def ends_early(last: TextLine, line: TextLine, right_edge: float) -> bool:
    """True when the first word of the next line would have fitted: the writer ended the line on purpose."""
    if CONTENTS_ENTRY.search(last.text):
        return True
    letters = max(len(last.text), 1)
    first_word = len(line.text.split(maxsplit=1)[0]) + 1
    needed = first_word * (last.x1 - last.x0) / letters
    edge = right_edge if last.block != line.block else max(last.x1, line.x1)
    return last.x1 + needed < edge - 4
