"""The sentence that follows a quote on its page: readers see how it may narrow the quote, in words that no rule knows.

Works on the text of the page. No network, no database.
"""

from collections.abc import Sequence

from apps.chat.proof.find_quote import on_one_line
from apps.chat.proof.types import ProvedCitation
from apps.chat.reply_parsing.split_answer_sentences import is_same_block, split_sentences
from apps.llm.offline.answers.make_units_readable import BEGINS_WITHIN, ENDS
from apps.text.grammar.link_texts import link_texts
from apps.text.locate_quote import Span

LONGEST = 240
"""Characters. Of a longer one the beginning is shown."""


def following_sentences(citations: Sequence[ProvedCitation]) -> list[str]:
    """For each citation the sentence right behind it in its paragraph or item; empty where there is none, and where
    the answer quotes that one as well."""
    placed = [(one, one.span or one.page_text.locate(one.quote)) for one in citations]
    return [
        following_sentence(one, place, [span for other, span in placed if same_page(one, other)])
        for one, place in placed
    ]


def following_sentence(citation: ProvedCitation, place: Span | None, quoted: Sequence[Span | None]) -> str:
    """`place` is that of its quote, `quoted` are those of all quotes of the page."""
    page = citation.page_text
    behind = page.place_after(place) if place and not citation.sheet else None
    if place is None or behind is None or not is_same_block(page.text, place.end, behind.start):
        return ""
    if any(other and other.start < behind.end and behind.start < other.end for other in quoted):
        return ""
    said = link_texts(whole_sentence(page.text, behind))
    return said if len(said) <= LONGEST else f"{said[:LONGEST].rsplit(' ', 1)[0]} …"


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


def same_page(one: ProvedCitation, other: ProvedCitation) -> bool:
    return (one.document_id, one.page) == (other.document_id, other.page)
