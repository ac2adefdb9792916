"""Restores the file's paragraphs in printed text, where print mixes adjacent boxes or merges short paragraphs.

Between two paragraphs that stand on a page as in the file, the same letters in another order are those of the file's
paragraphs between the two. Tables and headings stay as they are printed, but for tables without lines: those that only
lay the page out are text, and each of values is a table of its own.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from apps.documents.parsing.layout.join_lines import append_line
from apps.documents.parsing.layout.separate_short_lines import CONTINUATION_WORDS
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.types import ParsedPage
from apps.text.comparable_letters import comparable_letters

BETWEEN = "\n\n"
SOFT_HYPHEN = "\u00ad"
BLOCK = re.compile(r"\S[^\n]*+(?:\n[ \t]*+\S[^\n]*+)*+")
"""Lines without a blank one between them."""
ITEM = re.compile(r"^[ \t]*+(?:[-*+•☐☑☒]|\d{1,3}[.)]|\(?\w{1,2}\))\s", re.MULTILINE)
TEXT, HEADING, TABLE, FIXED = "text", "heading", "table", "fixed"
"""Kinds of blocks: what is fixed is never changed, a heading only with text that was torn from it, a table only by what
the file says of one without lines."""
TABLE_BEGINS = "|"
KEPT = ("|", "#", ">", "[")
"""Tables, headings, quotations and notes begin so, here and in the file."""
SENTENCE_ENDS = (".", "!", "?", ":", ";")
FULL_LINE, MORE_THAN_A_LINE = 60, 100
"""Characters of a paragraph that may be one line of a text: some writers end each line with one. Who has longer ones
does not."""
LABEL = re.compile(r"[A-ZÄÖÜ][\w-]{1,40}:\s")
MOST_EDGES = 4
"""Blocks at the beginning and at the end of a page that may be a head or a foot, which the file keeps apart."""
MOST_LOST = 1 / 3
"""Of the letters of the file's paragraphs."""
MOST_PARAGRAPHS, MOST_BLOCKS, MOST_LETTERS = 60, 200, 20_000
"""That stand between two fixed points; with more of them too little is certain."""


@dataclass(frozen=True, slots=True)
class PrintedBlock:
    """`page` is the index among the pages, `start` and `end` are places in its text. `is_edge`: of the first and the
    last ones of a page. `mark` is that of a heading, `rows` are the letters of the lines of a table."""

    page: int
    start: int
    end: int
    letters: str
    kind: str
    is_edge: bool = False
    mark: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnmatchedStretch:
    """What is printed between two fixed points, and the file's paragraphs between them, with their letters (`keys`).

    Where both points are on one page, whatever the file has between them is on it or lost; else it may be on the page
    before or after.
    """

    blocks: Sequence[PrintedBlock]
    own: Sequence[SourceParagraph]
    keys: Sequence[str]
    is_on_one_page: bool
    has_tables: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    page: int
    start: int
    end: int
    text: str


def restore_paragraphs(pages: Sequence[ParsedPage], own: Sequence[SourceParagraph]) -> list[ParsedPage]:
    """The pages, on which text that is printed otherwise than it stands in the file is replaced by its paragraphs.

    Only where both have the very same letters. Slides are compared one by one.
    """
    told = list(printed_source_paragraphs(own))
    by_page: defaultdict[int, list[SourceParagraph]] = defaultdict(list)
    for each in told:
        by_page[each.page].append(each)
    blocks = [page_blocks(page, index) for index, page in enumerate(pages)]
    found: list[Replacement] = []
    with_tables = {each.page for each in own if each.cell is not False}
    for number, paragraphs in by_page.items():
        if number <= len(pages):
            among = blocks[number - 1] if number else [each for page in blocks for each in page]
            found += find_replacements(among, paragraphs, has_tables=number in with_tables)
    return apply_replacements(pages, found) if found else list(pages)


def printed_source_paragraphs(own: Sequence[SourceParagraph]) -> Iterator[SourceParagraph]:
    """Yields the paragraphs that print shows in its text, and what stands for tables without lines."""
    for each in own:
        if each.table:
            yield from (SourceParagraph(text, each.page, apart=True, table=each.table) for text in each.table)
        elif not (each.notes or each.comment or each.picture or each.cell):
            yield each


def page_blocks(page: ParsedPage, index: int) -> list[PrintedBlock]:
    """Splits the page's body into blocks, each entry of a list by itself."""
    found = list(split_page_blocks(page, index))
    edges = {*range(MOST_EDGES), *range(len(found) - MOST_EDGES, len(found))}
    return [replace(each, is_edge=place in edges) for place, each in enumerate(found)]


def split_page_blocks(page: ParsedPage, index: int) -> Iterator[PrintedBlock]:
    start, end = page.body or (0, len(page.text))
    for block in BLOCK.finditer(page.text, start, end):
        kind = block_kind(block[0])
        cuts = [place.start() for place in ITEM.finditer(block[0])] if kind == TEXT else []
        if not cuts:
            mark = block[0][: len(block[0]) - len(block[0].lstrip("# "))] if kind == HEADING else ""
            rows = tuple(map(comparable_letters, block[0].splitlines())) if kind == TABLE else ()
            yield PrintedBlock(index, *block.span(), comparable_letters(block[0]), kind, mark=mark, rows=rows)
            continue
        for first, last in pairwise(sorted({0, *cuts, len(block[0])})):
            text = ITEM.sub("", block[0][first:last], count=1)
            yield PrintedBlock(index, block.start() + first, block.start() + last, comparable_letters(text), FIXED)


def block_kind(block: str) -> str:
    if block.startswith("#"):
        return HEADING
    if block.startswith(TABLE_BEGINS):
        return TABLE
    return FIXED if block.startswith(KEPT) else TEXT


def find_replacements(
    blocks: Sequence[PrintedBlock], own: Sequence[SourceParagraph], *, has_tables: bool
) -> Iterator[Replacement]:
    """Yields what to replace; without `has_tables`, a table that tears paragraphs apart is text beside text."""
    keys = [comparable_letters(each.text) for each in own]
    wraps = all(len(each.text) <= MORE_THAN_A_LINE for each in own)
    for (own_before, before), (own_after, after) in pairwise(fixed_points(keys, [each.letters for each in blocks])):
        first, last, own_first, own_last = before + 1, after, own_before + 1, own_after
        while first < last and own_first < own_last and blocks[first].letters == keys[own_first]:
            first, own_first = first + 1, own_first + 1
        while first < last and own_first < own_last and blocks[last - 1].letters == keys[own_last - 1]:
            last, own_last = last - 1, own_last - 1
        if first < last and own_first < own_last:
            on_one_page = blocks[max(before, 0)].page == blocks[min(after, len(blocks) - 1)].page
            stretch = UnmatchedStretch(
                blocks[first:last], own[own_first:own_last], keys[own_first:own_last], on_one_page, has_tables
            )
            yield from replacements_in_stretch(stretch, wraps=wraps)


def fixed_points(own: Sequence[str], printed: Sequence[str]) -> list[tuple[int, int]]:
    """Places of what stands once in both, as many as follow each other in both; with those before and behind all."""
    often, places = Counter(own), {letters: place for place, letters in enumerate(printed)}
    once = Counter(printed)
    pairs = [(at, places[key]) for at, key in enumerate(own) if key and often[key] == 1 and once[key] == 1]
    return [(-1, -1), *longest_increasing(pairs), (len(own), len(printed))]


def longest_increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of them whose second numbers rise as the first ones do."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, (_, value) in enumerate(pairs):
        length = bisect_left(tails, value)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [value]
        ends[length : length + 1] = [at]
    found, at = [], ends[-1] if ends else -1
    while at >= 0:
        found.append(pairs[at])
        at = before[at]
    return found[::-1]


def replacements_in_stretch(stretch: UnmatchedStretch, *, wraps: bool) -> Iterator[Replacement]:
    """All blocks at once, or else each that several paragraphs have run into."""
    if (
        len(stretch.own) > MOST_PARAGRAPHS
        or len(stretch.blocks) > MOST_BLOCKS
        or sum(map(len, stretch.keys)) > MOST_LETTERS
    ):
        return
    if whole := matching_blocks(stretch):
        yield from build_replacement(whole, stretch.own, wraps=wraps)
        return
    starts, letters = [0, *accumulate(map(len, stretch.keys))], "".join(stretch.keys)
    for block in stretch.blocks:
        at = letters.find(block.letters) if block.kind == TEXT and block.letters else -1
        first, last = bisect_left(starts, at), bisect_left(starts, at + len(block.letters))
        if at >= 0 and last - first > 1 and starts[first] == at and starts[last] == at + len(block.letters):
            yield from build_replacement([block], stretch.own[first:last], wraps=wraps)


def matching_blocks(stretch: UnmatchedStretch) -> Sequence[PrintedBlock]:
    """The blocks that have the letters of the file's paragraphs: all, or those without heads and feet; else none."""
    blocks, own = stretch.blocks, "".join(stretch.keys)
    has_table = any(each.table for each in stretch.own)
    most_lost = MOST_LOST if stretch.is_on_one_page and not has_table else 0.0
    heads = next((place for place, each in enumerate(blocks) if not each.is_edge), len(blocks))
    feet = next((place for place, each in enumerate(reversed(blocks)) if not each.is_edge), len(blocks))
    cuts = [(head, foot) for head in range(min(heads, MOST_EDGES) + 1) for foot in range(min(feet, MOST_EDGES) + 1)]
    for head, foot in sorted(cuts, key=sum):
        part = blocks[head : len(blocks) - foot]
        if (
            part
            and is_one_text(part, may_change_tables=has_table or is_torn_into_rows(part, stretch))
            and has_same_letters("".join(each.letters for each in part), own, most_lost)
        ):
            return part
    return ()


def is_torn_into_rows(blocks: Sequence[PrintedBlock], stretch: UnmatchedStretch) -> bool:
    """Whether the file has no table, and a paragraph of it is spread over several rows of what looks like one. Rows
    that are typed with tabs are paragraphs as they stand."""
    rows = [row for block in blocks for row in block.rows]
    is_whole = (any(key in row for row in (*rows, *(b.letters for b in blocks if not b.rows))) for key in stretch.keys)
    return bool(rows) and not stretch.has_tables and not all(is_whole)


def is_one_text(blocks: Sequence[PrintedBlock], *, may_change_tables: bool) -> bool:
    """Whether they are of one page and not headings alone; tables are text where `may_change_tables`."""
    kinds = {each.kind for each in blocks}
    changed = {TEXT, TABLE} if may_change_tables else {TEXT}
    return (
        bool(kinds & changed) and kinds <= {*changed, HEADING} and all(each.page == blocks[0].page for each in blocks)
    )


def has_same_letters(printed: str, own: str, most_lost: float) -> bool:
    """Whether both have the same letters in any order; print may have lost a share, as in a box that is too small."""
    given, wanted = Counter(printed), Counter(own)
    return given <= wanted and len(own) - len(printed) <= most_lost * len(own)


def build_replacement(
    blocks: Sequence[PrintedBlock], own: Sequence[SourceParagraph], *, wraps: bool
) -> Iterator[Replacement]:
    """None where a paragraph would be read as something else. `wraps`: the writer may end each line with one."""
    texts = [each.text.replace(SOFT_HYPHEN, "") for each in own]
    if any(is_read_otherwise(each, text) for each, text in zip(own, texts, strict=True)):
        return
    marks = {each.letters: each.mark for each in blocks if each.mark}
    joined: list[str] = []
    before = ""
    for each, text in zip(own, texts, strict=True):
        mark = marks.get(comparable_letters(text), "")
        if before and not (mark or each.apart) and continues_text(before, text, wraps=wraps):
            joined[-1] = append_line(joined[-1], text)
        else:
            joined.append(f"{mark}{text}")
        before = "" if mark else text
    yield Replacement(blocks[0].page, blocks[0].start, blocks[-1].end, BETWEEN.join(joined))


def is_read_otherwise(own: SourceParagraph, text: str) -> bool:
    """Whether Markdown has it for another thing than a paragraph; a table that the file has is meant to be one."""
    if own.table and text.startswith(TABLE_BEGINS):
        return False
    return text.startswith(KEPT) or ITEM.match(text) is not None


def continues_text(before: str, text: str, *, wraps: bool) -> bool:
    """Whether a writer has ended a line, not a paragraph: a text flows from one to the other."""
    if before.endswith(SENTENCE_ENDS):
        return False
    if text[0].islower() or before.rsplit(maxsplit=1)[-1] in CONTINUATION_WORDS:
        return True
    return wraps and len(before) >= FULL_LINE and LABEL.match(text) is None


def apply_replacements(pages: Sequence[ParsedPage], found: Sequence[Replacement]) -> list[ParsedPage]:
    made = list(pages)
    # From the last one on: places before it stay as they are.
    for each in sorted(found, key=lambda each: (each.page, each.start), reverse=True):
        page = made[each.page]
        text = f"{page.text[: each.start]}{each.text}{page.text[each.end :]}"
        start, end = page.body or (0, 0)
        body = None if page.body is None else (start, end + len(text) - len(page.text))
        made[each.page] = replace(page, text=text, body=body)
    return made
