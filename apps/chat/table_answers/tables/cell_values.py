"""Parses the value of a cell: its figure with its unit; nothing for ranges, dates and text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

GROUPED = r"\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d+)?"
WITH_POINT = re.compile(
    r"(?P<before>[€$£])?(?P<sign>[+–−-]?)\s?(?P<number>\d+(?:\.\d+)?)\s{0,2}(?P<unit>[^\d\s]?[^\d]{0,14})"
)
WITH_COMMA = re.compile(
    rf"(?P<sign>[+–−-]?)\s?(?P<number>{GROUPED}|\d+(?:,\d+)?)\s{{0,2}}(?P<unit>[^\d\s]?[^\d]{{0,14}})"
)
UNITS = {
    "": "", "€": "Euro", "euro": "Euro", "eur": "Euro", "cent": "Cent", "%": "Prozent", "prozent": "Prozent",
    "v. h.": "Prozent", "km": "km", "kilometer": "km", "kilometern": "km", "m": "m", "meter": "m", "cm": "cm",
    "m²": "m²", "qm": "m²", "m³": "m³", "ha": "ha", "kg": "kg", "t": "t", "tonnen": "t", "liter": "Liter",
    "minuten": "Minuten", "minute": "Minuten", "min": "Minuten", "stunden": "Stunden", "stunde": "Stunden",
    "tage": "Tage", "tagen": "Tage", "wochen": "Wochen", "monate": "Monate", "jahre": "Jahre", "jahren": "Jahre",
    "hz": "Hz", "khz": "kHz", "mhz": "MHz", "tausend euro": "Tausend Euro", "t€": "Tausend Euro",
    "tsd. euro": "Tausend Euro", "tsd. €": "Tausend Euro", "tsd euro": "Tausend Euro", "teur": "Tausend Euro",
    "teuro": "Tausend Euro", "t eur": "Tausend Euro", "1.000 euro": "Tausend Euro", "1.000 €": "Tausend Euro",
    "1000 euro": "Tausend Euro", "1000 €": "Tausend Euro", "tausend €": "Tausend Euro", "hektar": "ha",
    "mio. euro": "Millionen Euro", "millionen euro": "Millionen Euro", "mio. €": "Millionen Euro",
    "mio euro": "Millionen Euro", "mio €": "Millionen Euro", "mio. eur": "Millionen Euro", "dm": "DM",
    "mrd. euro": "Milliarden Euro", "milliarden euro": "Milliarden Euro", "mrd. €": "Milliarden Euro",
    "$": "Dollar", "£": "Pfund", "chf": "Franken", "kwh": "kWh", "m2": "m²", "m3": "m³", "einwohner": "Einwohner",
    "punkte": "Punkte", "personen": "Personen", "stück": "Stück",
}  # fmt: skip
"""As written in a cell or after "in" in the head of a column -> as shown."""
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
    found = {sign for text in texts if (sign := sign_of(plain_cell(text)))}
    return found.pop() if len(found) == 1 else ""


def sign_of(text: str) -> str:
    """Of a figure that can be read in one way alone: "1.204,0" and "1.204.000" have a comma, "18.3" a point."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        return ""
    whole, mark, decimals = found["whole"], found["mark"], found["decimals"]
    other = {".": ",", ",": "."}[mark]
    if "." in whole or "," in whole:
        return other if mark in whole else mark
    return "" if len(decimals) == THOUSAND and len(whole) <= THOUSAND else mark


def figure_of(text: str, *, decimal_point: bool | None = False) -> Figure | None:
    """None unless the whole cell is one figure. `decimal_point`: of a sheet, whose cells have no marks of thousands;
    None where nobody knows, and a figure with a mark is none."""
    if decimal_point is None and MARKS.search(text):
        return None
    found = (WITH_POINT if decimal_point else WITH_COMMA).fullmatch(plain_cell(text).rstrip(" ,;"))
    before = found.groupdict().get("before") or "" if found else ""
    unit = UNITS.get((before + found["unit"]).strip(" .").lower()) if found else None
    if found is None or unit is None:
        return None
    digits = found["number"] if decimal_point else re.sub(r"[.\u00a0\u202f ]", "", found["number"]).replace(",", ".")
    if len(digits) > MOST_DIGITS + len("."):
        return None
    value = Decimal(digits)
    return Figure(-value if found["sign"] in "–−-" and found["sign"] else value, unit)


def unit_after(text: str) -> str | None:
    """The unit with which a text goes on behind a figure, empty without one; None for a multiple that is not known."""
    words = text.split()[:2]
    for number in (2, 1):
        if unit := UNITS.get(" ".join(words[:number]).strip(" .,;:?!").lower()):
            return unit
    return None if words and MULTIPLIER.match(words[0]) else ""


def unit_of_head(name: str) -> str:
    """Of "Kosten in Euro" Euro, of "Länge (km)" km; empty for others."""
    for found in UNIT_OF_HEAD.finditer(name):
        words = (found["unit"] or found["bracket"]).strip().lower()
        if unit := UNITS.get(words):
            return unit
    return ""


def unit_named(text: str) -> str:
    """The unit as it is shown; empty for one that is not known."""
    return UNITS.get(" ".join(text.split()).strip(" .").lower(), "")


def is_free(text: str) -> bool:
    """Whether it says that nothing is to be paid."""
    return FREE.fullmatch(plain_cell(text)) is not None
