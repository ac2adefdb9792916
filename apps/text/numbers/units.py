"""Units of what is measured, German and English, with all their spellings: "km", "Kilometern" and "kilometres"."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

TABLE = Path(__file__).with_name("units.tsv")
COMMENT = "#"
BLANK = "_"
"""Stands for the blank of a spelling of two words."""
MONEY = frozenset({"euro", "dollar", "franc", "pound", "mark"})
SHARES = frozenset({"percent", "percentage_points", "permille"})
PERIODS = frozenset({"days", "months", "minutes", "working_days", "business_days"})
"""Dimensions: of sums of money, of shares, and of how long something lasts."""


@dataclass(frozen=True, slots=True)
class UnitOfMeasure:
    """`factor` times an amount gives it in what its `dimension` counts in: 2 weeks are 14 of `days`.

    Months are no days, and Werktage (Saturdays among them, § 3 BUrlG) no Arbeitstage. `label` is what a table of
    figures shows, empty for units that no table is read in. `spellings` are in lower case, the sign first; `ambiguous`
    are those that mean something else in running text: "18 h" is a time of day, "1.500 T Euro" no weight, "KW 12" a
    week, and a decimetre no Deutsche Mark.
    """

    name: str
    dimension: str
    factor: Decimal
    label: str
    spellings: tuple[str, ...]
    ambiguous: tuple[str, ...] = ()


def load_units() -> dict[str, UnitOfMeasure]:
    """By name, in the order of units.tsv."""
    units = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith(COMMENT):
            continue
        name, dimension, factor, sign, label, words, ambiguous = line.split("\t")
        spellings = tuple(spelling.replace(BLANK, " ") for spelling in (sign, *words.split()) if spelling)
        units[name] = UnitOfMeasure(name, dimension, Decimal(factor), label, spellings, tuple(ambiguous.split()))
    return units


UNITS = load_units()


def units_by_spelling(*, but: Collection[str] = (), with_ambiguous: bool = False) -> dict[str, UnitOfMeasure]:
    """By each of their spellings, with the ambiguous ones where they are asked for; `but` names units left out."""
    units = [unit for name, unit in UNITS.items() if name not in but]
    found = {spelling: unit for unit in units for spelling in unit.spellings}
    return found | {spelling: unit for unit in units if with_ambiguous for spelling in unit.ambiguous}


def unit_alternation(dimensions: Collection[str]) -> str:
    """An alternation for a pattern: the spellings of these dimensions, the longest first; without single letters."""
    spellings = (spelling for unit in UNITS.values() if unit.dimension in dimensions for spelling in unit.spellings)
    clear = (spelling for spelling in spellings if len(spelling) > 1 or not spelling.isalpha())
    longest_first = sorted(clear, key=lambda spelling: (-len(spelling), spelling))
    return "|".join(re.escape(spelling) + (r"\b" if spelling[-1].isalnum() else "") for spelling in longest_first)
