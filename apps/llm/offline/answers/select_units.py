"""Which units of the sources answer a question: overlap of words, weighted by how rare they are in the sources.

A unit covers a term of the question with its own words, or in part through the heading above it, the units around it,
its page and the title of its document. Its coverage is the covered share of the terms' weights. The weight of a term is
ln(1 + units / units that contain it): a word that no source mentions weighs most. Whether the best unit is an answer at
all is decided in evidence.py.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.llm.offline.answers.candidate_units import CandidateUnit, candidates_of
from apps.llm.offline.answers.evidence import evidence, is_enough
from apps.llm.offline.answers.separable_verbs import in_one_word, like_infinitive
from apps.llm.offline.answers.term_coverage import GENERAL, TermCoverage
from apps.llm.prompts.prompt_blocks import SourceBlock
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import STOP_WORDS, fold, stem, subjects

NEARLY_AS_GOOD = 0.9
MOST_UNITS = 4
MOST_WORDS = 110
LONG = 35
PENALTY_PER_WORD = 0.004
"""For each word beyond LONG: long sentences cover many words without saying much about any."""

# Verbs that ask and nouns that only stand for the question say nothing about its subject.
ASKING = frozenset({"kostet", "bekommt", "bekommen", "bekomme", "brauche", "braucht", "lautet", "betragt", "passiert"})
ASKS_FOR_NUMBER = re.compile(
    r"\b(?:wie\s+(?:viel\w*|hoch|lange?|oft|gro(?:ß|ss)|alt|teuer|weit|dick)|wann|kostet|kosten"
    r"|how\s+(?:many|much|long|often|high|old)|when)\b",
    re.IGNORECASE,
)
ASKS_WHAT_IT_COSTS = re.compile(r"\b(?:(?:was|wie\s+viel)\s+kostet|wie\s+teuer)\b", re.IGNORECASE)
ASKS_FOR_AMOUNT = re.compile(
    r"\b(?:wie\s+(?:viele?|hoch)|how\s+(?:many|much)|(?:telefon|ruf|fax|konto)nummer|phone\s+number)\b", re.IGNORECASE
)
ASKS_FOR_PRICE = re.compile(r"\b(?:kostet|kosten|teuer|gebühr\w*|entgelt\w*|preis\w*|wie\s+hoch|cost)\b", re.IGNORECASE)
NUMBER = re.compile(
    r"\d|\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend|kostenlos|kostenfrei"
    r"|gebührenfrei|unentgeltlich|monatlich|jährlich|täglich|wöchentlich)\b",
    re.IGNORECASE,
)
PRICE = re.compile(r"\d,\d\d\b|\bEuro\b|€|\b(?:kosten|gebühren)frei\b|\bkostenlos\b|\bunentgeltlich\b", re.IGNORECASE)
# Digits that count nothing: sections, marks of paragraphs, days.
REFERENCE = re.compile(
    r"§+\s*\d+\w*(?:\s*(?:,|und|bis)\s*\d+\w*)*|^\(?\d+[.)]\s|\b(?:Absatz|Abs\.|Nr\.|Nummer|Satz)\s*\d+"
    r"|\b\d{1,2}\.\s*(?:\d{1,2}\.|[A-Z]\w+)\s*\d{4}\b"
)


@dataclass(frozen=True, slots=True)
class SelectedUnit:
    """A unit with the number of its source."""

    number: int
    unit: QuotableUnit
    score: float


def select_units(
    question: str, frames: Sequence[SourceBlock], *, most_units: int = MOST_UNITS, most_words: int = MOST_WORDS
) -> list[SelectedUnit]:
    """Some units that answer the question, best source first, in the order of the text within a source.

    Empty when too little speaks for any of them.
    """
    terms = terms_of(question)
    candidates = [candidate for frame in frames for candidate in candidates_of(frame)]
    if not terms or not candidates:
        return []
    telling = [noun for noun in nouns(question) if noun in terms and noun not in GENERAL]
    matches = TermCoverage(terms, [candidate.stems for candidate in candidates], telling)
    # A figure answers one question only: fees of the swimming pool are none of the museum.
    needs_all = bool(ASKS_FOR_NUMBER.search(question))
    scored = [
        (matches.coverage(candidate.stems) + fitness(question, candidate.unit), candidate)
        for candidate in candidates
        if may_answer(question, candidate.unit) and (not needs_all or matches.names_all(telling, candidate.stems))
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].number, pair[1].position))
    if not scored or not is_enough(question, evidence(question, scored[0][1], candidates, matches, telling)):
        return []
    return arranged(scored, most_units, most_words)


def terms_of(question: str) -> list[str]:
    """The stems that an answer should cover, each once."""
    divided, whole = in_one_word(question) or ("", "")
    words = (whole if word == divided else word for word in subjects(question) if word not in ASKING)
    return list(dict.fromkeys(like_infinitive(stem(word)) for word in words))


def nouns(question: str) -> list[str]:
    """Stems of the words with a capital letter, the first word of the question excepted."""
    words = re.findall(r"\w+", question)[1:]
    return [stem(fold(word)) for word in words if word[0].isupper() and fold(word) not in STOP_WORDS]


def may_answer(question: str, unit: QuotableUnit) -> bool:
    """A question for a price or an amount is answered by one or not at all."""
    if ASKS_WHAT_IT_COSTS.search(question):
        return bool(PRICE.search(unit.quote))
    return not ASKS_FOR_AMOUNT.search(question) or bool(NUMBER.search(REFERENCE.sub("", unit.quote)))


def fitness(question: str, unit: QuotableUnit) -> float:
    """What speaks for or against a unit besides its words."""
    score = 0.05 if unit.follows_lead else 0.0
    if ASKS_FOR_NUMBER.search(question):
        score += 0.12 if NUMBER.search(unit.quote) else -0.05
    if ASKS_FOR_PRICE.search(question) and PRICE.search(unit.quote):
        score += 0.1
    return score - PENALTY_PER_WORD * max(0, len(unit.shown.split()) - LONG)


def arranged(ranked: Sequence[tuple[float, CandidateUnit]], most_units: int, most_words: int) -> list[SelectedUnit]:
    """The best units that are nearly as good as the first, without repetitions; the first one however long it is."""
    chosen: dict[tuple[int, int], SelectedUnit] = {}
    seen: set[str] = set()
    words = 0
    for score, candidate in ranked:
        if score < ranked[0][0] * NEARLY_AS_GOOD or len(chosen) >= most_units:
            break
        for offset, unit in enumerate(with_continuation(candidate)):
            length = len(unit.shown.split())
            place = (candidate.number, candidate.position + offset)
            if unit.quote in seen or (chosen and words + length > most_words) or len(chosen) >= most_units:
                continue
            chosen[place] = SelectedUnit(candidate.number, unit, score)
            seen.add(unit.quote)
            words += length
    sources = list(dict.fromkeys(number for number, _ in chosen))
    return [chosen[place] for place in sorted(chosen, key=lambda place: (sources.index(place[0]), place[1]))]


def with_continuation(candidate: CandidateUnit) -> list[QuotableUnit]:
    """A unit that ends in a colon says little without what follows it."""
    if not candidate.unit.quote.endswith(":"):
        return [candidate.unit]
    return [candidate.unit, *(unit for unit in candidate.following if not unit.is_question)]
