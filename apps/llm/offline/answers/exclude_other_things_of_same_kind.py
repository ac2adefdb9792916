"""Leaves out what is said of another thing of the same kind: a fair's hours for the weekly market's.

Also the hours of an open-air pool for those of an indoor pool.
"""

from collections.abc import Sequence

from apps.llm.offline.answers.neighbouring_sentences import leans_on_previous, previous_sentence
from apps.llm.offline.ranking.analyse_question import QuestionTerms
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.question_kinds import asks_for_opening, question_kind
from apps.llm.offline.ranking.rank_units import RankedUnit
from apps.llm.offline.ranking.term_coverage import SHORTEST_MODIFIER, SHORTEST_PART
from apps.llm.offline.ranking.unit_features import asks_for_amount
from apps.text.entailment.tokens.morphology import is_known_noun
from apps.text.word_stems import common_prefix_length

SHORTEST_HEAD = 3
"""Letters of a noun that ends two compounds; one of fewer than SHORTEST_PART must be a noun: "Bad", not "Ung"."""


def exclude_other_things(
    asked: QuestionTerms, found: Sequence[RankedUnit], candidates: Sequence[CandidateUnit]
) -> list[RankedUnit]:
    """All of them but where an amount, a time or another value is asked for, and a unit names another thing."""
    kind = question_kind(asked.text)
    if not asks_for_amount(asked) and (kind is None or not kind.is_strict):
        return list(found)
    return [one for one in found if not is_of_another_thing(asked, one.candidate, candidates)]


def is_of_another_thing(asked: QuestionTerms, candidate: CandidateUnit, candidates: Sequence[CandidateUnit]) -> bool:
    """Whether the unit, or the sentence that its "it" points to, begins with a compound that has the head of one of
    the question, and says nothing of that one; nor does the title of it alone. Other units must name that one: it may
    be the same in another word. Places that open are not."""
    before = previous_sentence(candidate, candidates) if leans_on_previous(candidate) else None
    about = (before or candidate).stems.begin
    said = candidate.stems.own | candidate.stems.lead | (before.stems.own if before else frozenset())
    title = candidate.stems.title
    is_place = asks_for_opening(asked.text)
    return any(
        has_same_head(term, about)
        and not asked.matches.is_said_by(term, said)
        and (has_same_head(term, title) or not asked.matches.is_said_by(term, title))
        and (is_place or any(asked.matches.is_said_by(term, one.stems.own) for one in candidates))
        for term in asked.telling
    )


def has_same_head(term: str, words: frozenset[str]) -> bool:
    """Whether one of the stems is another compound with the head of this one."""
    return any(shares_compound_head(term, word) for word in words)


def shares_compound_head(term: str, word: str) -> bool:
    head = common_prefix_length(term[::-1], word[::-1])
    is_head = head >= SHORTEST_PART or (head == SHORTEST_HEAD and is_known_noun(term[-head:]))
    is_compound_of_it = is_head and min(len(term), len(word)) - head >= SHORTEST_MODIFIER
    # An "Urnenwahlgrab" is an "Urnengrab".
    return is_compound_of_it and common_prefix_length(term, word) < SHORTEST_MODIFIER
