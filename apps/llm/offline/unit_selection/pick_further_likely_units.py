"""Picks the units shown beside the best one: nearly as likely, each an answer by itself, nothing said twice."""

import math
import re
from collections.abc import Callable, Sequence

from apps.llm.offline.ranking.analyse_question import QuestionTerms
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.rank_units import RankedUnit

NEARLY_AS_LIKELY, OTHER_FIGURE_ELSEWHERE = 0.08, 0.02
"""How likely a further unit must be, compared with the first, to be shown beside it; the second where another document
says another figure: whoever asks for one must hear of both."""
WORD = re.compile(r"\w+")
FIGURE = re.compile(r"\d[\d.,]*")


def word_count(candidate: CandidateUnit) -> int:
    return len(candidate.unit.shown.split())


def drop_less_telling_units(asked: QuestionTerms, chosen: Sequence[RankedUnit]) -> list[RankedUnit]:
    """Drops units that say less of what is asked than the first one: some of its terms, and no others. Beside the hours
    of clearing snow on Sundays, the opening hours of the town hall answer nothing."""
    best, *others = chosen
    named = terms_named(asked, best.candidate)
    return [best, *(one for one in others if not terms_named(asked, one.candidate) < named)]


def terms_named(asked: QuestionTerms, candidate: CandidateUnit) -> set[str]:
    """What of the question the unit or the line that leads to it says."""
    return {term for term in asked.terms if asked.matches.counts(term, candidate.stems)}


def pick_likely_units(
    found: Sequence[RankedUnit], most_units: int, most_words: int, answers_alone: Callable[[int], bool]
) -> list[RankedUnit]:
    """The best units that are nearly as likely as the first and would be answers by themselves, without repetitions;
    the first one however long it is. `answers_alone` is asked for places of `found`."""
    places = {id(one): place for place, one in enumerate(found)}
    chosen: list[RankedUnit] = []
    seen: set[str] = set()
    words = 0
    for one in whole_lists_first(found):
        candidate = one.candidate
        unit, length = candidate.unit, word_count(candidate)
        is_unlikely = math.exp(one.score - found[0].score) < least_likelihood(found[0].candidate, candidate)
        if chosen and (is_unlikely or len(chosen) >= most_units):
            break
        said = " ".join(WORD.findall(unit.quote))
        is_said = any(said in other or other in said for other in seen)
        if is_said or (chosen and (words + length > most_words or not answers_alone(places[id(one)]))):
            continue
        chosen.append(one)
        seen.add(said)
        words += length
    return chosen


def least_likelihood(best: CandidateUnit, other: CandidateUnit) -> float:
    here, there = (set(FIGURE.findall(each.unit.quote)) for each in (best, other))
    says_another = other.number != best.number and here and there and here != there
    return OTHER_FIGURE_ELSEWHERE if says_another else NEARLY_AS_LIKELY


def whole_lists_first(found: Sequence[RankedUnit]) -> Sequence[RankedUnit]:
    """A list before its best item, when one of its items is the best unit: who asks for papers wants to know all."""
    best = found[0].candidate
    whole = next((one for one in found if one.candidate.is_list and list_contains_item(one.candidate, best)), None)
    return [whole, *(one for one in found if one is not whole)] if whole else found


def list_contains_item(whole: CandidateUnit, item: CandidateUnit) -> bool:
    return whole.number == item.number and item.unit.is_item and item.unit.quote in whole.unit.quote
