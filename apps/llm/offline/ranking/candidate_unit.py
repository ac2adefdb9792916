"""A unit of the sources that may be quoted, with the words in and around it."""

from dataclasses import dataclass

from apps.text.quotable_units import QuotableUnit


@dataclass(frozen=True, slots=True)
class UnitStems:
    """The stems in and around a unit; `begin` are those of its first words."""

    own: frozenset[str]
    begin: frozenset[str]
    lead: frozenset[str]
    around: frozenset[str]
    page: frozenset[str]
    title: frozenset[str]


@dataclass(frozen=True, slots=True)
class CandidateUnit:
    """A unit that may be quoted; `position` counts the units of its source."""

    number: int
    position: int
    unit: QuotableUnit
    stems: UnitStems
    is_list: bool = False
    lead_number: int = 0
    """The source of the line that leads to it, where that is another one: the page before."""
    opens: bool = False
    """It is the first of its document that can be read."""
