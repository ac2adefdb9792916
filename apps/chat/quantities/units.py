"""Units of what is counted: two weeks are 14 days, but not 14 working days and not 14 weeks."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

Units = dict[str, tuple[str, str, int | str]]
"""By name: how it is written, what it counts in, and how many of these it is."""

WORKING_DAYS = r"(?:arbeits|werk)tage?n?s?|(?:working|business)[ ]days?"
TIMES: Units = {
    "days": (r"(?:kalender)?tage?n?s?|days?|tägig\w{0,2}", "days", 1),
    "weeks": (r"(?:kalender)?wochen?|weeks?|wöchig\w{0,2}", "days", 7),
    "months": (r"(?:kalender)?monate?n?s?|months?|monatig\w{0,2}", "months", 1),
    "years": (r"(?:kalender|lebens)?jahre?n?s?|years?|jährig\w{0,2}", "months", 12),
    "hours": (r"stunden?|hours?|stündig\w{0,2}", "minutes", 60),
    "minutes": (r"minuten?|minutes?|minütig\w{0,2}", "minutes", 1),
}
OTHERS: Units = {
    "euros": (r"euros?|eur|€", "money", 1),
    "cents": (r"(?:euro)?cents?", "money", "0.01"),
    "dollars": (r"(?:us-)?dollars?|usd|\$", "dollars", 1),
    "francs": (r"(?:schweizer[ ])?franken|chf", "francs", 1),
    "pounds": (r"gbp|£", "pounds", 1),
    "percent": (r"%|prozent|percent|v\.[ ]?h\.", "percent", 1),
    "permille": (r"‰|promille", "permille", 1),
    "working_days": (WORKING_DAYS, "working_days", 1),
    "square_metres": (r"quadratmetern?|qm|m²|square[ ]met(?:er|re)s?", "square_metres", 1),
    "hectares": (r"hektar|ha", "square_metres", 10_000),
    "kilometres": (r"kilometern?|km", "metres", 1000),
    "metres": (r"metern?|m", "metres", 1),
    "centimetres": (r"zentimetern?|cm", "metres", "0.01"),
    "kilograms": (r"kilogramm|kilo|kg", "grams", 1000),
    "grams": (r"gramm|g", "grams", 1),
    "litres": (r"litern?|l", "litres", 1),
}
ALL: Units = TIMES | OTHERS
UNIT = re.compile("|".join(f"(?P<{name}>{pattern})" for name, (pattern, _, _) in ALL.items()), re.IGNORECASE)
ANY_UNIT = "|".join(f"(?:{pattern})" for pattern, _, _ in (*OTHERS.values(), *TIMES.values()))
UNIT_BEGINNINGS = (
    "eu", "cent", "doll", "us", "$", "€", "£", "schw", "fran", "chf", "gbp", "%", "proz", "perc", "prom", "‰", "v.",
    "arb", "werk", "work", "busi", "quad", "qm", "m", "squ", "hek", "ha", "kil", "km", "zen", "cm", "kg", "g", "l",
    "kal", "tag", "day", "täg", "woc", "wee", "wöc", "leb", "jah", "yea", "jäh", "stu", "hou",
)  # fmt: skip
"""With one of these begins whatever ANY_UNIT finds."""
ANY_TIME = "|".join(f"(?:{pattern})" for pattern, _, _ in TIMES.values())


@dataclass(frozen=True, slots=True)
class MeasurementUnit:
    """`factor` times the amount gives it in what `kind` counts in."""

    kind: str
    factor: Decimal = Decimal(1)


@lru_cache(maxsize=1024)
def unit_of(word: str) -> MeasurementUnit:
    """Of a word that ANY_UNIT matches. Raises ValueError for any other."""
    found = UNIT.fullmatch(word)
    if found is None or found.lastgroup is None:
        raise ValueError(f"'{word}' is no unit.")
    _, kind, factor = ALL[found.lastgroup]
    return MeasurementUnit(kind, Decimal(factor))
