"""Where a quote stands: the headings above it, the sentence before it, the one behind it and its notes.

Each may narrow the quote, or say that the page only carries it, in words that no rule knows: so readers see them,
whatever they say. Works on the text of the page. No network, no database.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from apps.chat.contradictions.contrasting_section_headings import section_at, sections
from apps.chat.proof.find_quote import on_one_line
from apps.chat.proof.types import ProvedCitation
from apps.chat.quote_restrictions.restricting_footnote import notes_to
from apps.chat.reply_parsing.split_answer_sentences import (
    FARTHEST_LEAD,
    ITEM,
    LONGEST_LABEL,
    STANDS_ALONE,
    blocks,
    is_same_block,
    sentences_of,
    split_sentences,
)
from apps.llm.offline.answers.make_units_readable import BEGINS_WITHIN, ENDS
from apps.text.grammar.strip_link_addresses import link_texts
from apps.text.locate_quote import Span
from apps.text.quotable_units import cells_of

LONGEST = 240
"""Characters. Of a longer sentence behind a quote the beginning is shown, of one before it and of headings the end."""
BETWEEN_HEADINGS = " › "
BETWEEN_CELLS = " | "
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
        else quote_context(one, place, [span for other, span in placed if span and same_page(one, other)])
        for one, place in placed
    ]


def quote_context(citation: ProvedCitation, place: Span, quoted: Sequence[Span]) -> QuoteContext:
    """`place` is that of its quote, `quoted` are those of all quotes of the page."""
    text, own = citation.page_text.text, citation.page_text.sentences_touched(place) or [place]
    behind = place_behind(citation, place)
    before = [*places_above(text, own[0].start), Span(own[0].start, place.start)]
    after = Span(place.end, own[-1].end)
    return QuoteContext(
        section_above(text, place.start, citation.title),
        ending(" ".join(shown(text, one) for one in before if is_news(text, one, quoted))),
        " ".join(
            beginning(said.strip())
            for said in (
                (f"… {said_of(text[after.start : after.end])} " if is_news(text, after, quoted) else "")
                + (link_texts(whole_sentence(text, behind)) if behind and is_news(text, behind, quoted) else ""),
                *(said_of(text[one.start : one.end]) for one in notes_to(text, place) if is_news(text, one, quoted)),
            )
            if said
        ),
    )


def section_above(text: str, start: int, title: str) -> str:
    """The headings above the line in which `start` stands, from the outermost, without one that says the title."""
    line = text.rfind("\n", 0, start)
    path = section_at(sections(text), line).path if line >= 0 else ()
    told = [said for heading in path if (said := said_of(heading).strip("# ")) and said != title]
    return ending(BETWEEN_HEADINGS.join(told))


def places_above(text: str, start: int) -> list[Span]:
    """The sentence before the one that begins at `start`, in its paragraph or item; before the first of them the last
    one of what stands above, up to a heading: of an item what leads to its list, of a row what stands above its table,
    and the head of that."""
    begin = max(0, start - FARTHEST_LEAD)
    window = text[begin : start + LONGEST_LABEL]
    *above, own = [Span(begin + first, begin + last) for first, last in blocks(window) if begin + first <= start]
    if not ROW.match(text, own.start) and (before := last_sentence(text, own, start)):
        return before
    beside = list(takewhile(lambda one: is_beside(text, one, own), reversed(above)))
    lead = above[: len(above) - len(beside)][-1:]
    heads = [one for one in beside if HEAD.match(text, one.start)]
    return [
        *(last_sentence(text, lead[0], start) if lead and not STANDS_ALONE.match(text, lead[0].start) else []),
        *heads,
    ]


def is_beside(text: str, other: Span, own: Span) -> bool:
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
    """Of the block at `place` the last one that ends before `before`, if there is one."""
    found = [one for one in sentences_of(text, place.start, place.end) if one.end <= before]
    return [Span(one.start, one.end) for one in found[-1:]]


def place_behind(citation: ProvedCitation, place: Span) -> Span | None:
    """The sentence behind it in its paragraph or item."""
    page = citation.page_text
    behind = page.place_after(place)
    return behind if behind and is_same_block(page.text, place.end, behind.start) else None


def is_news(text: str, place: Span, quoted: Sequence[Span]) -> bool:
    """It has a word, and no quote of the answer reaches into it."""
    is_quoted = any(other.start < place.end and place.start < other.end for other in quoted)
    return not is_quoted and WORD.search(text, place.start, place.end) is not None


def whole_sentence(text: str, place: Span) -> str:
    """With what stands below a gap, where scans have torn it in two; else with dots at its end.

    What begins a list, a number of a section and that of a page are not its other half.
    """
    said, rest = on_one_line(text[place.start : place.end]), text[place.end : place.end + 2 * LONGEST].lstrip()
    if ENDS.search(said):
        return said
    tail = split_sentences(rest)[:1] if BEGINS_WITHIN.match(rest) and not said.endswith(":") else []
    last = on_one_line(rest[tail[0].start : tail[0].end]) if tail else ""
    return f"{said} {last}" if ENDS.search(last) else f"{said} …"


def shown(text: str, place: Span) -> str:
    """A head of a table with a bar between two cells: glued together, "Art Gebühr" reads as one name."""
    said = text[place.start : place.end]
    if not HEAD.match(text, place.start):
        return said_of(said)
    return BETWEEN_CELLS.join(filter(None, map(said_of, cells_of(said.splitlines()[0]))))


def said_of(text: str) -> str:
    return link_texts(on_one_line(UNDERLINE.sub("", text)))


def beginning(said: str) -> str:
    return said if len(said) <= LONGEST else f"{said[:LONGEST].rsplit(' ', 1)[0]} …"


def ending(said: str) -> str:
    return said if len(said) <= LONGEST else f"… {said[-LONGEST:].split(' ', 1)[-1]}"


def same_page(one: ProvedCitation, other: ProvedCitation) -> bool:
    return (one.document_id, one.page) == (other.document_id, other.page)
