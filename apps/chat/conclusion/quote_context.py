"""Where a quote stands: the headings above it, the sentence before it and the one behind it.

Each may narrow the quote, or say that the page only carries it, in words that no rule knows: so readers see them,
whatever they say. Works on the text of the page. No network, no database.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.chat.contradictions.between_sections import section_at, sections
from apps.chat.proof.find_quote import on_one_line
from apps.chat.proof.types import ProvedCitation
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
from apps.text.grammar.link_texts import link_texts
from apps.text.locate_quote import Span

LONGEST = 240
"""Characters. Of a longer sentence behind a quote the beginning is shown, of one before it and of headings the end."""
BETWEEN_HEADINGS = " › "


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """What a reader sees around a quote; each is empty where there is none, or the answer says it anyway."""

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
    text = citation.page_text.text
    before, behind = place_before(citation, place), place_behind(citation, place)
    return QuoteContext(
        section_above(text, place.start, citation.title),
        ending(said_of(text[before.start : before.end])) if before and not is_quoted(before, quoted) else "",
        beginning(link_texts(whole_sentence(text, behind))) if behind and not is_quoted(behind, quoted) else "",
    )


def section_above(text: str, start: int, title: str) -> str:
    """The headings above the line in which `start` stands, from the outermost, without one that says the title."""
    line = text.rfind("\n", 0, start)
    path = section_at(sections(text), line).path if line >= 0 else ()
    told = [said for heading in path if (said := said_of(heading).strip("# ")) and said != title]
    return ending(BETWEEN_HEADINGS.join(told))


def place_before(citation: ProvedCitation, place: Span) -> Span | None:
    """The sentence before it in its paragraph or item; before the first of them the last one of what stands above, up
    to a heading: of an item that is what leads to its list."""
    text, touched = citation.page_text.text, citation.page_text.sentences_touched(place)
    start = touched[0].start if touched else place.start
    begin = max(0, start - FARTHEST_LEAD)
    window = text[begin : start + LONGEST_LABEL]
    *above, own = [Span(begin + first, begin + last) for first, last in blocks(window) if begin + first <= start]
    in_own = [one for one in sentences_of(text, own.start, own.end) if one.end <= start]
    if ITEM.match(text[own.start : own.end]):
        above = [one for one in above if not ITEM.match(text[one.start : one.end])]
    led = [own] if in_own else above[-1:]
    if not led or STANDS_ALONE.match(text, led[0].start):
        return None
    last = [one for one in sentences_of(text, led[0].start, led[0].end) if one.end <= start][-1:]
    return Span(last[0].start, last[0].end) if last else None


def place_behind(citation: ProvedCitation, place: Span) -> Span | None:
    """The sentence behind it in its paragraph or item."""
    page = citation.page_text
    behind = page.place_after(place)
    return behind if behind and is_same_block(page.text, place.end, behind.start) else None


def is_quoted(place: Span, quoted: Sequence[Span]) -> bool:
    return any(other.start < place.end and place.start < other.end for other in quoted)


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


def said_of(text: str) -> str:
    return link_texts(on_one_line(text))


def beginning(said: str) -> str:
    return said if len(said) <= LONGEST else f"{said[:LONGEST].rsplit(' ', 1)[0]} …"


def ending(said: str) -> str:
    return said if len(said) <= LONGEST else f"… {said[-LONGEST:].split(' ', 1)[-1]}"


def same_page(one: ProvedCitation, other: ProvedCitation) -> bool:
    return (one.document_id, one.page) == (other.document_id, other.page)
