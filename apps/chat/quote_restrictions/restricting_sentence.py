"""Finds the sentence of a page that takes back what another says: the next one or clause, or "Absatz 1 gilt nicht für".

Works on the text of one page and the places of its sentences. No network, no database.
"""

import re
from collections.abc import Iterable, Sequence

from apps.text.entailment import narrows_numbered_provision
from apps.text.locate_quote import BETWEEN_PARAGRAPHS, Span
from apps.text.restrictions.past_events_and_reported_speech import belongs_to_story
from apps.text.restrictions.restricting_sentences_after import (
    answers_no,
    may_take_back_above,
    takes_back_above,
    takes_back_sentence_before,
)
from apps.text.restrictions.voided_texts import DOCUMENT, voids_document

PARAGRAPH_LABEL = re.compile(r"\s*\((\d{1,2})[a-z]?\)\s")
SECTION = re.compile(r"^(?:\#{1,6}[ \t]+)?(?:§ ?|Art(?:ikel|\.) ?)(\d{1,4}[a-z]?)\b", re.MULTILINE)
OPENS_SECTION = re.compile(r"^(?:\#{1,6}[ \t]|§|\(1\)|Art(?:ikel|\.) \d)", re.MULTILINE)
"""Behind each of these the numbers of paragraphs are others."""
HEADING = re.compile(r"^\#{1,6}[ \t]", re.MULTILINE)
NAMES_NUMBER = re.compile(r"\bAbs(?:\.|atz|ätze)|\bS(?:ätze|atz)\b|§")
MAY_NARROW = re.compile(
    r"\b(?:nur|nicht|kein\w*|lediglich|allein|ausschließlich|soweit|sofern|wenn|falls|abweich\w*|weich\w*|aufgehoben"
    r"|gestrichen|entfällt|entfallen|only|not|no|if|unless|where|repealed|deleted|solely)\b",
    re.IGNORECASE,
)
"""Most sentences that name a number have no such word, and are not parsed."""
CLAUSE = re.compile(r" ?[;,–-] ([^.!?;\n]{3,300})")
LONGEST_ANSWER = 40
MOST_SENTENCES = 60
"""Of a page that name a number, and of those that speak of all above."""

SentenceWithSpan = tuple[Span, str]


def find_narrowing_sentence(text: str, sentences: Iterable[SentenceWithSpan], quote: Span, following: str) -> str:
    """The sentence that takes back the one in which the quote stands, or an empty text.

    `sentences` are those of the page with their places, `following` the next one of the paragraph. The page is split
    into its sentences only where one of them may.
    """
    if (clause := clause_behind(text, quote)) and takes_back_sentence_before(clause):
        return clause
    if following and (
        takes_back_sentence_before(following) or belongs_to_story(following, text[quote.start : quote.end])
    ):
        return following
    if answers_no(text[quote.end : quote.end + LONGEST_ANSWER]):
        return text[quote.end : quote.end + LONGEST_ANSWER].strip()
    if not (NAMES_NUMBER.search(text) or may_take_back_above(text, quote.end) or DOCUMENT.search(text)):
        return ""
    told = list(sentences)
    return (
        find_narrowing_by_number(text, told, quote)
        or find_sentence_about_text_above(text, told, quote)
        or find_voiding_sentence(told)
    )


def clause_behind(text: str, quote: Span) -> str:
    """What goes on behind the quote in its sentence, after a comma, semicolon or dash, as a sentence of its own."""
    found = CLAUSE.match(text, quote.end)
    return f"{found[1][0].upper()}{found[1][1:]}." if found else ""


def find_narrowing_by_number(text: str, told: Sequence[SentenceWithSpan], quote: Span) -> str:
    """ "Absatz 1 gilt nicht für …" in its section, "Satz 1 gilt nur …" later in its paragraph, "§ 3 ist aufgehoben"."""
    start = text.rfind(BETWEEN_PARAGRAPHS, 0, quote.start) + 1
    end = text.find(BETWEEN_PARAGRAPHS, quote.end)
    end = len(text) if end < 0 else end
    label = PARAGRAPH_LABEL.match(text, start)
    own = next((one for one in reversed(list(SECTION.finditer(text))) if one.start() <= quote.start), None)
    opened = [one.start() for one in OPENS_SECTION.finditer(text)]
    opens = max((place for place in opened if place <= quote.start), default=0)
    closes = min((place for place in opened if place > quote.start), default=len(text))
    number = sum(start < place.end and place.start < quote.end for place, _ in told)
    naming = [one for one in told if NAMES_NUMBER.search(one[1]) and not overlaps(one[0], quote)]
    for place, said in naming[:MOST_SENTENCES]:
        names = [("§", own[1])] if own else []
        if label and opens <= place.start < closes:
            names.append(("absatz", label[1]))
        if quote.end <= place.start < end:
            names.append(("satz", str(number)))
        bare = said[own_label.end() :] if (own_label := PARAGRAPH_LABEL.match(said)) else said
        stated = [(noun, value) for noun, value in names if re.search(rf"\b{value}\b", bare)]
        if (
            stated
            and MAY_NARROW.search(bare)
            and any(narrows_numbered_provision(bare, noun, value) for noun, value in stated)
        ):
            return said
    return ""


def find_sentence_about_text_above(text: str, told: Sequence[SentenceWithSpan], quote: Span) -> str:
    """ "Die vorstehende Regelung gilt nur für Vereine." farther below, before the next heading."""
    following = HEADING.search(text, quote.end)
    end = following.start() if following else len(text)
    below = [said for place, said in told if quote.end <= place.start < end and may_take_back_above(said)]
    return next((said for said in below[:MOST_SENTENCES] if takes_back_above(said)), "")


def find_voiding_sentence(told: Sequence[SentenceWithSpan]) -> str:
    """ "Diese Fassung ist nicht mehr in Kraft.", wherever on the page."""
    return next((said for _, said in told if voids_document(said)), "")


def overlaps(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
