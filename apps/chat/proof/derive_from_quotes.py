"""Derives a sentence from its quotes by the rules of `apps.text.entailment`.

Quotes are read with what their page says around them: the whole sentence, the row, the heading and what restricts it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.types import ProvedCitation
from apps.chat.quote_restrictions.find_restriction import Restriction, find_restriction
from apps.chat.quote_restrictions.restricting_lead_in import is_quoted_or_struck, restricting_heading
from apps.chat.quote_restrictions.restricting_table_cell import restricting_key
from apps.llm.offline.answers.table_rows_to_sentences import sentence_of_quoted_rows
from apps.text.entailment import Derivation, Level, derive
from apps.text.grammar.item_labels import BRACKETED_LABEL
from apps.text.locate_quote import Span
from apps.text.restrictions.non_restrictive_lead_ins import is_plain_lead_in
from apps.text.restrictions.strip_unticked_options import is_behind_free_box, strip_unticked_options

Item = TypeVar("Item")
MOST_COMPARED = 4_000_000
"""Characters of a sentence times those of its quotes; more is never proved. A long sentence with eight long quotes has
a million; clauses that repeat each other take a second for six."""
MOST_QUOTES = 8
TEXTS_OF_PROOF = 2
LABEL = re.compile(
    rf"(?>(?:Zu|Re) (?:Nr\. ?|Frage )?\d{{1,2}}\b|{BRACKETED_LABEL}|\d{{1,2}}(?:\.\d{{1,2}}){{0,3}}(?=[.)])|[^\w\s]|\s)"
    r"{1,20}"
)
""" "Zu 3.: ", "(2) ", "d) ", "4.1. " in front of what is quoted."""


def derive_from_quotes(words: str, proofs: Sequence[ProvedCitation], *, only_proof: bool = False) -> Derivation:
    """Each proof gives TEXTS_OF_PROOF: the sentence of the page around it, and its row.

    Never the quote alone: "dogs are free of tax" may be torn out of "Only guide dogs are free of tax". What a row of a
    table says, it says under the names of the columns, which stand elsewhere on the page.
    """
    quotes = [
        text
        for proof in proofs[:MOST_QUOTES]
        for text in (without_label(proof), sentence_of_quoted_rows(proof.page_text.text, proof.quote, words))
    ]
    if len(words) * sum(map(len, quotes)) > MOST_COMPARED:
        return Derivation(Level.UNEXPLAINED)
    return derive(words, quotes, only_proof=only_proof)


def without_label(proof: ProvedCitation) -> str:
    """The sentence of the page around the quote, without its label or empty lead: "Re 3.:", "Kurz gesagt:"."""
    before, _quote, _after = proof.sentence.partition(proof.quote)
    is_label = LABEL.fullmatch(before) or is_plain_lead_in(before)
    sentence = strip_unticked_options(proof.sentence[len(before) :] if is_label else proof.sentence)
    # What deviates from a sentence holds for what that one is about.
    return f"{sentence_before_quote([proof])} {sentence}".strip() if sentence.startswith("Abweichend") else sentence


def sentence_before_quote(proofs: Sequence[ProvedCitation]) -> str:
    """The sentence of the page in front of the first quote; an empty text where it opens its page."""
    for proof in proofs[:1]:
        told = proof.page_text.sentences
        place = next((i for i, one in enumerate(told) if proof.quote in one or one in proof.quote), 0)
        return told[place - 1] if place else ""
    return ""


def sentence_with_restrictions(proof: ProvedCitation) -> str:
    """The sentence around a quote, with the heading, the key of its row and the sentence that restrict it."""
    found = find_proof_restriction(proof)
    page = proof.page_text.text
    above = [restricting_heading(page, proof.span.start), restricting_key(page, proof.span, ())] if proof.span else []
    before = [f"{heading}:" for heading in above if heading]
    before += [found.text] if found and found.is_before else []
    after = [found.text] if found and not found.is_before else []
    return " ".join([*before, proof.sentence, *after])


def find_proof_restriction(proof: ProvedCitation) -> Restriction | None:
    """What its page says around the quote that takes it back or restricts it."""
    if proof.span is None:
        return None
    page = proof.page_text
    return find_restriction(page.text, page_sentences_with_spans(page), proof.span, page.sentence_after(proof.span))


def page_sentences_with_spans(page: PageText) -> Iterator[tuple[Span, str]]:
    """The sentences of the page with their places. It is split when they are asked for: most pages have one section."""
    yield from zip(page.places, page.sentences, strict=True)


def is_reported_or_struck(proofs: Sequence[ProvedCitation]) -> bool:
    """Whether a page only reports what is quoted, has struck it, or leaves the box before it free."""
    return any(proof.span and is_not_said(proof.page_text.text, proof.span) for proof in proofs)


def is_not_said(text: str, quote: Span) -> bool:
    return is_quoted_or_struck(text, quote) or is_behind_free_box(text, quote.start)


def unique_items(items: Iterable[Item]) -> list[Item]:
    return list(dict.fromkeys(items))
