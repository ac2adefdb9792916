"""Finds sentences without which the one beside them says too little: "Dann entstehen keine Kosten" leaves open when.

Or it leaves open for whom: "Der Ausweis gilt zehn Jahre", where the next one says "Für Personen unter 24 Jahren sind es
sechs Jahre".
"""

import re
from collections.abc import Collection, Sequence

from apps.llm.offline.ranking.analyse_question import QuestionTerms
from apps.llm.offline.ranking.answer_type_cues import CONSEQUENCE, LEANS_ON_PREVIOUS
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.term_coverage import LEAST_NAMED, similarities_by_word
from apps.text.entailment import narrows_sentence_before
from apps.text.entailment.parse_statements import keyed_tokens
from apps.text.restrictions.exceptions_in_next_sentence import names_exception
from apps.text.word_stems import common_prefix_length

OPENS_CASE = re.compile(
    r"(?:(?:Hinweis|Ausnahme|Note|Exception): )?(?:Für|Bei|Ab|Während|Außerhalb|Solange|Soweit|Sofern|Falls|Wenn|Unter"
    r"|Über|Erst|Ermäßigt|Kinder|For|If|Unless|Until|Once|During|Between|After|Those|Children)\b"
)
BARE = frozenset({"number", "ordinal"})
"""Kinds of figures without a unit: two of them may count anything."""
HOUR = "clock"
LONGEST_BEHIND = 240
FARTHEST = 3
"""Sentences between what answers and what says more of the asker's case."""
BEGINS_ALIKE = 6
"""Letters of two stems: a "Blindenhund" is a "Blindenführhund"."""


def leans_on_previous(candidate: CandidateUnit) -> bool:
    """Whether it is a sentence that begins with what points to the one before. Rows and items of lists never do."""
    unit = candidate.unit
    return not unit.cells and not unit.proof and LEANS_ON_PREVIOUS.match(unit.quote) is not None


def is_consequence(candidate: CandidateUnit) -> bool:
    """Whether it says what holds under a condition that stands before it."""
    return leans_on_previous(candidate) and CONSEQUENCE.match(candidate.unit.quote) is not None


def previous_sentence(candidate: CandidateUnit, candidates: Sequence[CandidateUnit]) -> CandidateUnit | None:
    """That right before it under the same heading; None where there is none that can be read by itself."""
    before = neighbouring_unit(candidate, candidates, -1)
    if before is None or candidate.unit.follows_lead:
        return None
    return None if before.unit.cells or before.is_list else before


def narrowing_sentence_after(candidate: CandidateUnit, candidates: Sequence[CandidateUnit]) -> CandidateUnit | None:
    """The sentence right behind it under the same heading, where it says of some cases that they are another matter."""
    behind = neighbouring_unit(candidate, candidates, 1)
    if behind is None or any(part.unit.cells or part.unit.proof or part.is_list for part in (candidate, behind)):
        return None
    told = behind.unit.quote
    if len(told) > LONGEST_BEHIND or behind.unit.is_question or behind.unit.is_item != candidate.unit.is_item:
        return None
    return behind if narrows_sentence(candidate.unit.quote, told) else None


def hour_sentence_after(
    asked: QuestionTerms, candidate: CandidateUnit, candidates: Sequence[CandidateUnit]
) -> CandidateUnit | None:
    """The sentence right behind it that leans on it and alone says the hour, where somebody asks when: "Der Markt ist
    mittwochs. Er beginnt um 7 Uhr." """
    behind = neighbouring_unit(candidate, candidates, 1)
    if behind is None or "when" not in asked.kinds or candidate.unit.cells or candidate.is_list:
        return None
    if not leans_on_previous(behind) or len(behind.unit.quote) > LONGEST_BEHIND:
        return None
    return (
        behind
        if HOUR in figures_by_kind(behind.unit.quote) and HOUR not in figures_by_kind(candidate.unit.quote)
        else None
    )


def nearest_sentence_naming(
    told: Collection[str], candidate: CandidateUnit, candidates: Sequence[CandidateUnit]
) -> CandidateUnit | None:
    """The nearest sentence under the same heading that says one of these stems more nearly than the candidate does."""
    near = [one for one in candidates if is_nearby_sentence(candidate, one)]
    said = {term: term_similarity(term, candidate.stems.own) for term in told}
    saying = (one for one in near if any(term_similarity(term, one.stems.own) > said[term] for term in told))
    return min(saying, key=lambda one: abs(one.position - candidate.position), default=None)


def is_nearby_sentence(candidate: CandidateUnit, one: CandidateUnit) -> bool:
    is_beside = one.number == candidate.number and 0 < abs(one.position - candidate.position) <= FARTHEST
    is_sentence = not one.is_list and not one.unit.is_question and len(one.unit.quote) <= LONGEST_BEHIND
    return is_beside and is_sentence and one.unit.lead == candidate.unit.lead


def term_similarity(term: str, words: Collection[str]) -> float:
    """How alike the term and the stem nearest to it are; 0 for none. A compound that ends in the term is another thing
    and does not count."""
    share = max(
        similarities_by_word(term, [word for word in words if word == term or not word.endswith(term)]).values(),
        default=0,
    )
    begins_alike = any(common_prefix_length(term, word) >= BEGINS_ALIKE for word in words)
    return share if share >= LEAST_NAMED else LEAST_NAMED if begins_alike else 0.0


def narrows_sentence(sentence: str, following: str) -> bool:
    """Whether it narrows by its words, or by another figure of the same kind for a case that it names first."""
    if narrows_sentence_before(following) or names_exception(following):
        return True
    if not OPENS_CASE.match(following) or OPENS_CASE.match(sentence):
        return False
    here, there = figures_by_kind(sentence), figures_by_kind(following)
    return any(here[kind] != there[kind] for kind in here.keys() & there.keys())


def figures_by_kind(text: str) -> dict[str, set[str]]:
    """Returns the figures by the kind of what they measure."""
    found: dict[str, set[str]] = {}
    for token in keyed_tokens(text):
        if token.value is not None and token.value.kind not in BARE:
            found.setdefault(token.value.kind, set()).add(token.key)
    return found


def neighbouring_unit(candidate: CandidateUnit, candidates: Sequence[CandidateUnit], step: int) -> CandidateUnit | None:
    place = (candidate.number, candidate.position + step)
    found = next((one for one in candidates if (one.number, one.position) == place), None)
    return found if found is not None and found.unit.lead == candidate.unit.lead else None
