"""A unit of a source selected to answer a question, as it is passed to the writer of the answer."""

from dataclasses import dataclass

from apps.llm.offline.ranking.rank_units import RankedUnit
from apps.text.quotable_units import QuotableUnit


@dataclass(frozen=True, slots=True)
class SelectedUnit:
    """A unit with the number of its source, and of that of the line that leads to it, where it is another one.

    `goes_on`: it says something only right behind the unit before.
    """

    number: int
    unit: QuotableUnit
    score: float
    lead_number: int = 0
    goes_on: bool = False


def as_selected_unit(one: RankedUnit) -> SelectedUnit:
    return SelectedUnit(one.candidate.number, one.candidate.unit, one.score, one.candidate.lead_number)
