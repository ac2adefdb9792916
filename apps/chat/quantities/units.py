"""Patterns of the units of what is counted: two weeks are 14 days, but not 14 working days and not 14 weeks."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from apps.chat.quantities.word_list_prefilter import ALIKE
from apps.text.numbers.units import UnitOfMeasure, units_by_spelling

SPANS_OF_TIME = frozenset({"days", "months", "minutes"})
UNITS = units_by_spelling(but={"percentage_point"})
FOLDED = str.maketrans({sign: letter for letter, signs in ALIKE.items() for sign in signs})
"""Signs that a pattern without regard to capitals takes for letters, and `lower` leaves."""
ADJECTIVES = {
    "tägig": "tag",
    "wöchig": "woche",
    "monatig": "monat",
    "jährig": "jahr",
    "stündig": "stunde",
    "minütig": "minute",
}
"""Endings such as those of "zweiwöchige", with the unit of each."""
ADJECTIVE = re.compile(rf"({'|'.join(ADJECTIVES)})\w{{0,2}}", re.IGNORECASE)


def spelling_pattern(spellings: Iterable[str]) -> str:
    """Finds them without regard to capitals, the longest first."""
    return "|".join(re.escape(spelling) for spelling in sorted(spellings, key=len, reverse=True))


def is_span_of_time(unit: UnitOfMeasure) -> bool:
    return unit.dimension in SPANS_OF_TIME


ANY_TIME = f"(?:{spelling_pattern(one for one in UNITS if is_span_of_time(UNITS[one]))}|{ADJECTIVE.pattern})"
ANY_UNIT = f"(?:{spelling_pattern(UNITS)}|{ADJECTIVE.pattern})"
UNIT_BEGINNINGS = (*UNITS, *ADJECTIVES)
"""With one of these begins whatever ANY_UNIT finds."""


@dataclass(frozen=True, slots=True)
class MeasurementUnit:
    """`factor` times the amount gives it in what `kind` counts in."""

    kind: str
    factor: Decimal = Decimal(1)


@lru_cache(maxsize=1024)
def parse_unit(word: str) -> MeasurementUnit | None:
    """Returns the unit that a word matching ANY_UNIT names; None for any other word."""
    plain = " ".join(word.translate(FOLDED).lower().split())
    ending = ADJECTIVE.fullmatch(plain)
    unit = UNITS.get(ADJECTIVES[ending[1]] if ending else plain)
    return MeasurementUnit(unit.dimension, unit.factor) if unit else None
