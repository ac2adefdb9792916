"""Which units of the sources answer a question: overlap of words, weighted by how rare they are in the sources. Pure.

A unit covers a term of the question with its own words, or in part through the heading above it or the title of its
document. Its coverage is the covered share of the terms' weights. Weight of a term: ln(1 + units / units that contain
it), so that a word nobody mentions counts most and a question about something else is refused.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.llm.framing import Frame
from apps.llm.offline.sentences import Unit, units
from apps.llm.offline.words import content_words, stem

LEAD_SHARE = 0.85
TITLE_SHARE = 0.5
LEAST_COVERAGE = 0.5
"""Below this the sources do not answer the question. Measured in tests/llm/offline/test_extracting.py."""
NEARLY_AS_GOOD = 0.85
MOST_UNITS = 4
MOST_WORDS = 110
SHORTEST_PART = 4
"""Characters a word must have to be looked for inside a longer one ("Gebühr" in "Gebührenordnung")."""

ASKS_FOR_NUMBER = re.compile(
    r"\b(?:wie\s+(?:viel\w*|hoch|lange?|oft|gro(?:ß|ss)|alt|teuer|weit)|wann|(?:seit|bis|ab)\s+wann|kostet|kosten"
    r"|how\s+(?:many|much|long|often|high)|when)\b",
    re.IGNORECASE,
)
NUMBER = re.compile(
    r"\d|\b(?:kein\w*|ein(?:e[rnms]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend"
    r"|kostenlos|kostenfrei|gebührenfrei|monatlich|jährlich|täglich|wöchentlich)\b",
    re.IGNORECASE,
)
NUMBER_BONUS = 0.1
FIRST_BONUS = 0.05


@dataclass(frozen=True, slots=True)
class Extract:
    """A unit with the number of its source."""

    number: int
    unit: Unit
    score: float


@dataclass(frozen=True, slots=True)
class Candidate:
    number: int
    position: int
    unit: Unit
    own: frozenset[str]
    lead: frozenset[str]
    title: frozenset[str]


def extract(question: str, frames: Sequence[Frame]) -> list[Extract]:
    """At most four units that answer the question, best source first, in the order of the text within a source.

    Empty when nothing covers enough of the question.
    """
    terms = list(dict.fromkeys(stem(word) for word in content_words(question)))
    candidates = [candidate for frame in frames for candidate in candidates_of(frame)]
    if not terms or not candidates:
        return []
    matches = Matches(terms, candidates)
    wants_number = bool(ASKS_FOR_NUMBER.search(question))
    scored = [(matches.coverage(candidate), candidate) for candidate in candidates if not candidate.unit.is_question]
    ranked = sorted(
        (
            (coverage + bonus(candidate.unit, wants_number), candidate)
            for coverage, candidate in scored
            if coverage >= LEAST_COVERAGE
        ),
        key=lambda pair: (-pair[0], pair[1].number, pair[1].position),
    )
    return arranged(ranked)


def candidates_of(frame: Frame) -> list[Candidate]:
    title = stems(frame.title)
    return [
        Candidate(frame.number, position, unit, stems(unit.shown), stems(unit.lead), title)
        for position, unit in enumerate(units(frame.text))
    ]


def stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(text))


def bonus(unit: Unit, wants_number: bool) -> float:
    number = NUMBER_BONUS if wants_number and NUMBER.search(unit.quote) else 0.0
    return number + (FIRST_BONUS if unit.follows_lead else 0.0)


def arranged(ranked: Sequence[tuple[float, Candidate]]) -> list[Extract]:
    """The best units that are nearly as good as the first, without repetitions, at most 110 words."""
    chosen: list[tuple[float, Candidate]] = []
    words = 0
    for score, candidate in ranked:
        length = len(candidate.unit.shown.split())
        if score < ranked[0][0] * NEARLY_AS_GOOD or len(chosen) == MOST_UNITS:
            break
        if chosen and (words + length > MOST_WORDS or any(candidate.own == other.own for _, other in chosen)):
            continue
        chosen.append((score, candidate))
        words += length
    sources = list(dict.fromkeys(candidate.number for _, candidate in chosen))
    chosen.sort(key=lambda pair: (sources.index(pair[1].number), pair[1].position))
    return [Extract(candidate.number, candidate.unit, score) for score, candidate in chosen]


class Matches:
    """How well each word of the sources stands for each term of the question, and what each term weighs."""

    def __init__(self, terms: Sequence[str], candidates: Sequence[Candidate]) -> None:
        words = frozenset[str]().union(*(c.own | c.lead | c.title for c in candidates))
        self._share = {term: shares(term, words) for term in terms}
        self._weight = {term: self._weight_of(term, candidates) for term in terms}
        self._total = sum(self._weight.values())

    def _weight_of(self, term: str, candidates: Sequence[Candidate]) -> float:
        share = self._share[term]
        containing = sum(1 for candidate in candidates if not share.keys().isdisjoint(candidate.own))
        return math.log(1 + len(candidates) / max(containing, 0.5))

    def coverage(self, candidate: Candidate) -> float:
        """Between 0 and 1."""
        covered = sum(self._weight[term] * self._covered(share, candidate) for term, share in self._share.items())
        return covered / self._total

    @staticmethod
    def _covered(share: Mapping[str, float], candidate: Candidate) -> float:
        return max(
            best(share, candidate.own),
            LEAD_SHARE * best(share, candidate.lead),
            TITLE_SHARE * best(share, candidate.title),
        )


def best(share: Mapping[str, float], words: frozenset[str]) -> float:
    return max((share[word] for word in share.keys() & words), default=0.0)


def shares(term: str, words: frozenset[str]) -> dict[str, float]:
    """The words that stand for the term, with how well: 1 the same, less for compounds and similar spelling."""
    return {word: share for word in words if (share := likeness(term, word))}


def likeness(term: str, word: str) -> float:
    if term == word:
        return 1.0
    if not term.isalpha() or not word.isalpha():
        return 0.0
    short, long = sorted((term, word), key=len)
    if len(short) < SHORTEST_PART:
        return 0.0
    if long.startswith(short) or long.endswith(short):
        return 0.8
    if short in long:
        return 0.6
    shared = common_prefix(term, word)
    return 0.6 if shared >= 6 or (shared >= 4 and shared >= 0.75 * len(short)) else 0.0


def common_prefix(one: str, other: str) -> int:
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
