"""Finds what on a page restricts a quote or takes it back, but for headings: a note, a sentence, the cell beside it."""

from collections.abc import Iterable
from dataclasses import dataclass

from apps.chat.quote_restrictions.open_lead_in import open_lead_in
from apps.chat.quote_restrictions.restricting_footnote import note_to_cell, restricting_note
from apps.chat.quote_restrictions.restricting_lead_in import restricting_lead
from apps.chat.quote_restrictions.restricting_sentence import SentenceWithSpan, find_narrowing_sentence
from apps.chat.quote_restrictions.restricting_table_cell import unit_beside, void_cell
from apps.text.locate_quote import Span
from apps.text.restrictions.motions_that_failed import vote_against


@dataclass(frozen=True, slots=True)
class Restriction:
    """`text` as on the page; `is_before` where it stands in front of the quote."""

    text: str
    is_before: bool


def find_restriction(
    text: str, sentences: Iterable[SentenceWithSpan], quote: Span, following: str
) -> Restriction | None:
    """The first there is. `sentences` are those of the page, `following` the next one in the paragraph of the quote.

    An answer that leaves it out says more than its page.
    """
    note = restricting_note(text, quote) or note_to_cell(text, quote)
    if behind := note or find_narrowing_sentence(text, sentences, quote, following):
        return Restriction(behind, is_before=False)
    if lost := vote_against(text, quote.end):
        return Restriction(lost, is_before=False)
    led = restricting_lead(text, quote) or open_lead_in(text, quote)
    before = led or void_cell(text, quote) or unit_beside(text, quote)
    return Restriction(before, is_before=True) if before else None
