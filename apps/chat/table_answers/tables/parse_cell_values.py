"""Parses the value of a cell: its figure with its unit; nothing for ranges, dates and text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from apps.text.numbers.detect_money_terms import names_price
from apps.text.numbers.read_figure import readings
from apps.text.numbers.units import units_by_spelling

GROUPED = r"\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d+)?"
WITH_POINT = re.compile(
    r"(?P<before>[€$£])?(?P<sign>[+–−-]?)\s?(?P<number>\d+(?:\.\d+)?)\s{0,2}(?P<unit>[^\d\s]?[^\d]{0,14})"
)
WITH_COMMA = re.compile(
    rf"(?P<sign>[+–−-]?)\s?(?P<number>{GROUPED}|\d+(?:,\d+)?)\s{{0,2}}(?P<unit>[^\d\s]?[^\d]{{0,14}})"
)
MULTIPLES_OF_EURO = {
    f"{scale}{euro}": label
    for label, scales in {
        "Tausend Euro": ("tausend ", "tsd. ", "tsd ", "t ", "t", "1.000 ", "1000 "),
        "Millionen Euro": ("millionen ", "mio. ", "mio "),
        "Milliarden Euro": ("milliarden ", "mrd. ", "mrd "),
    }.items()
    for scale in scales
    for euro in ("euro", "eur", "€")
}
COUNTED = {"einwohner": "Einwohner", "punkte": "Punkte", "personen": "Personen", "stück": "Stück"}
MEASURED = {spelling.strip(" ."): unit.label for spelling, unit in units_by_spelling(with_ambiguous=True).items()}
UNITS = {"": ""} | {spelling: label for spelling, label in MEASURED.items() if label} | MULTIPLES_OF_EURO | COUNTED
"""As written in a cell or after "in" in the head of a column -> as shown."""
MONEY_LABELS = frozenset({"Euro", "Cent", "Dollar", "Franken", "Pfund", "DM", *MULTIPLES_OF_EURO.values()})
UNIT_OF_HEAD = re.compile(r"\bin (?P<unit>[^\W\d][^()\[\],;]{0,20})|[(\[](?:in )?(?P<bracket>[^()\[\]]{1,16})[)\]]")
WRITTEN = re.compile(
    r"[€$£+–−-]?\s?(?P<whole>0|[1-9]\d{0,2}(?:\.\d{3}){1,4}|[1-9]\d{0,2}(?:,\d{3}){1,4}|[1-9]\d*+)"
    r"(?P<mark>[.,])(?P<decimals>\d++)[^\d]{0,15}"
)
"""A figure with marks of thousands or decimals, of which the last is `mark`."""
MARKS = re.compile(r"\d[.,]\d")
THOUSAND = 3
FREE = re.compile(r"(?:\w*(?:frei|kostenlos|unentgeltlich))", re.IGNORECASE)
EMPHASIS = re.compile(r"\*\*|__")
MOST_DIGITS = 15
"""Of a figure: longer ones are numbers of accounts and the like, with which nobody reckons."""
MULTIPLIER = re.compile(r"(?:tausend|tsd|million(?:en)?|mio|milliarden?|mrd)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """`unit` as it is shown, empty where neither the cell nor the head of its column names one."""

    value: Decimal
    unit: str = ""


def plain_cell(text: str) -> str:
    return " ".join(EMPHASIS.sub("", text).split())


def decimal_sign(texts: Iterable[str]) -> str:
    """The decimal sign of figures as people wrote them; empty where they have none or both: 4.210 may be either."""
    found = {sign for text in texts if (sign := decimal_sign_of_figure(plain_cell(text)))}
    return found.pop() if len(found) == 1 else ""


def decimal_sign_of_figure(text: str) -> str:
    """Returns the sign of a figure with one reading: "," of "1.204,0" and "1.204.000", "." of "18.3"; else empty."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        return ""
    whole, mark, decimals = found["whole"], found["mark"], found["decimals"]
    other = {".": ",", ",": "."}[mark]
    if "." in whole or "," in whole:
        return other if mark in whole else mark
    return "" if len(decimals) == THOUSAND and len(whole) <= THOUSAND else mark


def parse_figure(text: str, *, decimal_point: bool | None = False) -> Figure | None:
    """None unless the whole cell is one figure. `decimal_point`: of a sheet, whose cells have no marks of thousands;
    None where nobody knows, and a figure with a mark is none."""
    if decimal_point is None and MARKS.search(text):
        return None
    found = (WITH_POINT if decimal_point else WITH_COMMA).fullmatch(plain_cell(text).rstrip(" ,;"))
    before = found.groupdict().get("before") or "" if found else ""
    unit = UNITS.get((before + found["unit"]).strip(" .").lower()) if found else None
    if found is None or unit is None:
        return None
    values = readings(found["number"], "en" if decimal_point else "de")
    if not values or len(values[0].as_tuple().digits) > MOST_DIGITS:
        return None
    value = values[0]
    return Figure(-value if found["sign"] in "–−-" and found["sign"] else value, unit)


def unit_after(text: str) -> str | None:
    """The unit with which a text goes on behind a figure, empty without one; None for a multiple that is not known."""
    words = text.split()[:2]
    for number in (2, 1):
        if unit := UNITS.get(" ".join(words[:number]).strip(" .,;:?!").lower()):
            return unit
    return None if words and MULTIPLIER.match(words[0]) else ""


def unit_in_column_head(name: str) -> str:
    """Returns Euro of "Kosten in Euro", km of "Länge (km)"; empty for "Beitrag (Monat)", a price per month."""
    for found in UNIT_OF_HEAD.finditer(name):
        unit = UNITS.get((found["unit"] or found["bracket"]).strip(" .").lower())
        says_per_what = found["bracket"] and unit not in MONEY_LABELS and names_price(name)
        if unit and not says_per_what:
            return unit
    return ""


def normalise_unit(text: str) -> str:
    """The unit as it is shown; empty for one that is not known."""
    return UNITS.get(" ".join(text.split()).strip(" .").lower(), "")


def is_free_of_charge(text: str) -> bool:
    """Whether it says that nothing is to be paid."""
    return FREE.fullmatch(plain_cell(text)) is not None
