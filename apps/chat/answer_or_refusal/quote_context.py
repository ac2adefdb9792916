"""The context of a quote: the headings above it, the sentences before and after it, and its notes.

Each may narrow the quote, or say that the page only carries it, in words that no rule knows: so readers see them,
whatever they say. Works on the text of the page. No network, no database.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from apps.chat.contradictions.contrasting_section_headings import section_at, split_page_sections
from apps.chat.proof.find_quote import text_on_one_line
from apps.chat.proof.types import ProvedCitation
from apps.chat.quote_restrictions.restricting_footnote import find_footnotes
from apps.chat.reply_parsing.split_answer_sentences import (
    FARTHEST_LEAD,
    ITEM,
    LONGEST_LABEL,
    STANDS_ALONE,
    is_same_block,
    sentences_of_block,
    split_blocks,
    split_sentences,
)
from apps.llm.offline.answers.make_units_readable import SENTENCE_ENDING, STARTS_MID_SENTENCE
from apps.text.grammar.strip_link_addresses import strip_link_addresses
from apps.text.locate_quote import Span
from apps.text.quotable_units import split_table_cells

LONGEST_CONTEXT = 240
"""Characters. Of a longer sentence behind a quote the beginning is shown, of one before it and of headings the end."""
BETWEEN_HEADINGS = " › "
BETWEEN_CELLS = " · "
WORD = re.compile(r"[^\W\d_]{2}")
ROW = re.compile(r"[ \t]*\|")
HEAD = re.compile(r"[ \t]*\|.*\n[ \t]*\|[ \t|:-]*-{3}")
UNDERLINE = re.compile(r"\n[ \t]*(?:={3,}|-{3,})[ \t]*(?=\n|\Z)")
"""Of a heading in a plain text."""


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """What a reader sees around a quote; each is empty where there is none, or the answer says it anyway.

    `following` ends with the notes at the foot whose signs the quote carries.
    """

    section: str = ""
    preceding: str = ""
    following: str = ""


NO_CONTEXT = QuoteContext()


def quote_contexts(citations: Sequence[ProvedCitation]) -> list[QuoteContext]:
    """One for each citation, without sentences that the answer quotes as well. Pages of sheets have none: their cells
    are quoted with their heads."""
    placed = [(one, one.span or one.page_text.locate(one.quote)) for one in citations]
    return [
        NO_CONTEXT
        if place is None or one.sheet
        else quote_context(one, place, [span for other, span in placed if span and is_same_page(one, other)])
        for one, place in placed
    ]


def quote_context(citation: ProvedCitation, place: Span, quoted: Sequence[Span]) -> QuoteContext:
    """`place` is that of its quote, `quoted` are those of all quotes of the page."""
    text, own = citation.page_text.text, citation.page_text.sentences_touched(place) or [place]
    behind = following_sentence_span(citation, place)
    before = [*preceding_spans(text, own[0].start), Span(own[0].start, place.start)]
    after = Span(place.end, own[-1].end)
    return QuoteContext(
        heading_path_above(text, place.start, citation.title),
        truncate_start(join_spans(text, [one for one in before if is_unquoted_text(text, one, quoted)])),
        " ".join(
            truncate_end(said.strip())
            for said in (
                (
                    f"… {plain_one_line_text(text[after.start : after.end])} "
                    if is_unquoted_text(text, after, quoted)
                    else ""
                )
                + (
                    strip_link_addresses(rejoin_torn_sentence(text, behind))
                    if behind and is_unquoted_text(text, behind, quoted)
                    else ""
                ),
                *(
                    plain_one_line_text(text[one.start : one.end])
                    for one in find_footnotes(text, place)
                    if is_unquoted_text(text, one, quoted)
                ),
            )
            if said
        ),
    )


def heading_path_above(text: str, start: int, title: str) -> str:
    """The headings above the line in which `start` stands, from the outermost, without one that says the title."""
    line = text.rfind("\n", 0, start)
    path = section_at(split_page_sections(text), line).path if line >= 0 else ()
    told = [said for heading in path if (said := plain_one_line_text(heading).strip("# ")) and said != title]
    return truncate_start(BETWEEN_HEADINGS.join(told))


def preceding_spans(text: str, start: int) -> list[Span]:
    """The sentence before the one that begins at `start`, in its paragraph or item; before the first of them the last
    one of what stands above, up to a heading: of an item what leads to its list, of a row what stands above its table,
    and the head of that."""
    begin = max(0, start - FARTHEST_LEAD)
    window = text[begin : start + LONGEST_LABEL]
    *above, own = [Span(begin + first, begin + last) for first, last in split_blocks(window) if begin + first <= start]
    if not ROW.match(text, own.start) and (before := last_sentence(text, own, start)):
        return before
    beside = list(takewhile(lambda one: is_sibling_block(text, one, own), reversed(above)))
    lead = above[: len(above) - len(beside)][-1:]
    heads = [one for one in beside if HEAD.match(text, one.start)]
    return [
        *(last_sentence(text, lead[0], start) if lead and not STANDS_ALONE.match(text, lead[0].start) else []),
        *heads,
    ]


def is_sibling_block(text: str, other: Span, own: Span) -> bool:
    """Whether it is another item of the same list or another row of the same table, or says nothing."""
    if not WORD.search(text, other.start, other.end):
        return True
    if ROW.match(text, own.start):
        return ROW.match(text, other.start) is not None
    return is_item(text, own) and is_item(text, other) and indent(text, other) >= indent(text, own)


def is_item(text: str, place: Span) -> bool:
    """A line of a block quotation is none: the one above leads to it."""
    said = text[place.start : place.end]
    return ITEM.match(said) is not None and not said.lstrip().startswith(">")


def indent(text: str, place: Span) -> int:
    said = text[place.start : place.end]
    return len(said) - len(said.lstrip(" \t"))


def last_sentence(text: str, place: Span, before: int) -> list[Span]:
    """Returns the last sentence of the block at `place` that ends before `before`; empty without one."""
    found = [one for one in sentences_of_block(text, place.start, place.end) if one.end <= before]
    return [Span(one.start, one.end) for one in found[-1:]]


def following_sentence_span(citation: ProvedCitation, place: Span) -> Span | None:
    """The sentence behind it in its paragraph or item."""
    page = citation.page_text
    behind = page.place_after(place)
    return behind if behind and is_same_block(page.text, place.end, behind.start) else None


def is_unquoted_text(text: str, place: Span, quoted: Sequence[Span]) -> bool:
    """It has a word, and no quote of the answer reaches into it."""
    is_quoted = any(other.start < place.end and place.start < other.end for other in quoted)
    return not is_quoted and WORD.search(text, place.start, place.end) is not None


def rejoin_torn_sentence(text: str, place: Span) -> str:
    """Completes a sentence that a scan has torn in two by what stands below the gap, else adds dots at its end.

    What begins a list, a number of a section and that of a page are not its other half.
    """
    said, rest = (
        text_on_one_line(text[place.start : place.end]),
        text[place.end : place.end + 2 * LONGEST_CONTEXT].lstrip(),
    )
    if SENTENCE_ENDING.search(said):
        return said
    tail = split_sentences(rest)[:1] if STARTS_MID_SENTENCE.match(rest) and not said.endswith(":") else []
    last = text_on_one_line(rest[tail[0].start : tail[0].end]) if tail else ""
    return f"{said} {last}" if SENTENCE_ENDING.search(last) else f"{said} …"


def join_spans(text: str, places: Sequence[Span]) -> str:
    """A dot also parts what leads to a table from its head, where no mark does: "beträgt jährlich · Hund · Steuer"."""
    joined = ""
    for place in places:
        is_run_on = HEAD.match(text, place.start) is not None and joined[-1:].isalnum()
        joined += (BETWEEN_CELLS if is_run_on else " " * bool(joined)) + span_display_text(text, place)
    return joined


def span_display_text(text: str, place: Span) -> str:
    """A head of a table with a dot between two cells: glued together, "Art Gebühr" reads as one name."""
    said = text[place.start : place.end]
    if not HEAD.match(text, place.start):
        return plain_one_line_text(said)
    return BETWEEN_CELLS.join(filter(None, map(plain_one_line_text, split_table_cells(said.splitlines()[0]))))


def plain_one_line_text(text: str) -> str:
    return strip_link_addresses(text_on_one_line(UNDERLINE.sub("", text)))


def truncate_end(said: str) -> str:
    return said if len(said) <= LONGEST_CONTEXT else f"{said[:LONGEST_CONTEXT].rsplit(' ', 1)[0]} …"


def truncate_start(said: str) -> str:
    return said if len(said) <= LONGEST_CONTEXT else f"… {said[-LONGEST_CONTEXT:].split(' ', 1)[-1]}"


def is_same_page(one: ProvedCitation, other: ProvedCitation) -> bool:
    return (one.document_id, one.page) == (other.document_id, other.page)
