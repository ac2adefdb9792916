"""The sentence before one that says nothing without it: "Dann entstehen keine Kosten" leaves open when."""

from collections.abc import Sequence

from apps.llm.offline.ranking.answer_type_cues import CONSEQUENCE, LEANS_ON_PREVIOUS
from apps.llm.offline.ranking.candidate_unit import CandidateUnit


def leans_on_previous(candidate: CandidateUnit) -> bool:
    """Whether it is a sentence that begins with what points to the one before. Rows and items of lists never do."""
    unit = candidate.unit
    return not unit.cells and not unit.proof and LEANS_ON_PREVIOUS.match(unit.quote) is not None


def is_consequence(candidate: CandidateUnit) -> bool:
    """Whether it says what holds under a condition that stands before it."""
    return leans_on_previous(candidate) and CONSEQUENCE.match(candidate.unit.quote) is not None


def sentence_before(candidate: CandidateUnit, candidates: Sequence[CandidateUnit]) -> CandidateUnit | None:
    """That right before it under the same heading; None where there is none that can be read by itself."""
    place = (candidate.number, candidate.position - 1)
    before = next((one for one in candidates if (one.number, one.position) == place), None)
    if before is None or before.unit.lead != candidate.unit.lead or candidate.unit.follows_lead:
        return None
    return None if before.unit.cells or before.is_list else before
