"""Parses dates as German sources write them, and holds for all who read days what is the year of a day in figures."""

import re
from collections.abc import Iterator
from datetime import date

from apps.text.numbers.calendar_names import GERMAN_MONTHS, full_year
from apps.text.numbers.units import UNITS, unit_alternation

MEASURED = rf"[ \u00a0]?(?:uhr\b|{unit_alternation({unit.dimension for unit in UNITS.values()})})"
YEAR_OF_DAY = (
    r"(?:(?:\d{4}(?!\d|\.\d)|\d\d(?![.,:]?\d))"
    r"|\s(?:\d{4}(?!\d|\.\d)|(?:(?<=\.\s\d\.\s)|(?<=\.\s\d\d\.\s))\d\d(?![.,:]?\d))"
    rf"(?!{MEASURED}))"
)
"""Behind "12.3.": "98" and "1998", after a blank where they count nothing. Stands in a pattern that ignores case.

Of two digits after a blank only where one stands before the month as well: 1998 is in "12. 3. 98", and no 2020 in
"am 12.3. 20 Personen".
"""
ISO = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?\s*\Z")
NUMERIC = re.compile(r"\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}|\d\d)\s*\Z")
LONG = re.compile(r"\s*(?:\w+,\s*)?(?:den\s+)?(\d{1,2})\.\s*([A-Za-zäÄ]+)\s+(\d{4})\s*\Z")

MONTH = rf"(?:\d{{1,2}}\.|(?:{'|'.join(GERMAN_MONTHS)})\b)"
DAY = re.compile(
    rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}\.\s*{MONTH}\s*\d{{4}}\b(?!{MEASURED})"
    rf"|(?<![\d.])\d{{1,2}}\.\s?\d{{1,2}}\.{YEAR_OF_DAY}",
    re.IGNORECASE,
)
BEFORE_LAST = re.compile(
    rf"\b((?:\d{{1,2}}\.\s*(?:,|/|–|-|und|oder|bis)\s*){{1,6}})\d{{1,2}}\.\s*({MONTH}\s*\d{{4}})\b", re.IGNORECASE
)
"""Days that share the month of the last one: "12. und 13. März 2026"."""


def dates_in_text(text: str) -> frozenset[date]:
    """All days that a text names with their year."""
    return frozenset(filter(None, map(parse_date, date_strings(text))))


def date_strings(text: str) -> Iterator[str]:
    """What looks like a day, each with its month and year."""
    yield from DAY.findall(text)
    for days, month in BEFORE_LAST.findall(text):
        yield from (f"{day}. {month}" for day in re.findall(r"\d+", days))


def parse_date(text: str) -> date | None:
    """`2010-04-21`, `21.04.2010`, `21. April 2010`, `21.4.10`, `Mittwoch, den 21. April 2010`; None for anything
    else."""
    if found := ISO.match(text):
        year, month, day = map(int, found.groups())
    elif found := NUMERIC.match(text):
        day, month, year = int(found[1]), int(found[2]), int(full_year(found[3]))
    elif (found := LONG.match(text)) and found[2].lower() in GERMAN_MONTHS:
        day, month, year = int(found[1]), GERMAN_MONTHS.index(found[2].lower()) + 1, int(found[3])
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def is_calendar_day(month: int, day: int) -> bool:
    """Whether it may be one, in a year that is not known."""
    return 1 <= month <= 12 and 1 <= day <= 31
