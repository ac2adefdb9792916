"""Parses dates as German sources write them."""

import re
from collections.abc import Iterator
from datetime import date

from apps.text.numbers.calendar_names import GERMAN_MONTHS, full_year

ISO = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?\s*\Z")
NUMERIC = re.compile(r"\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\s*\Z")
LONG = re.compile(r"\s*(?:\w+,\s*)?(?:den\s+)?(\d{1,2})\.\s*([A-Za-zäÄ]+)\s+(\d{4})\s*\Z")

MONTH = rf"(?:\d{{1,2}}\.|(?:{'|'.join(GERMAN_MONTHS)})\b)"
DAY = re.compile(
    rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}\.\s*{MONTH}\s*\d{{4}}\b|\b\d\d\.\d\d\.\d\d\b(?!\.?\d)", re.IGNORECASE
)
BEFORE_LAST = re.compile(
    rf"\b((?:\d{{1,2}}\.\s*(?:,|/|–|-|und|oder|bis)\s*){{1,6}})\d{{1,2}}\.\s*({MONTH}\s*\d{{4}})\b", re.IGNORECASE
)
"""Days that share the month of the last one: "12. und 13. März 2026"."""
SHORT_YEAR = re.compile(r"(?<=\A\d\d\.\d\d\.)\d\d\Z")


def dates_in_text(text: str) -> frozenset[date]:
    """All days that a text names with their year."""
    return frozenset(filter(None, map(parse_date, date_strings(text))))


def date_strings(text: str) -> Iterator[str]:
    """What looks like a day, each with its month and four digits of its year."""
    for found in DAY.findall(text):
        yield SHORT_YEAR.sub(lambda year: full_year(year[0]), found)
    for days, month in BEFORE_LAST.findall(text):
        yield from (f"{day}. {month}" for day in re.findall(r"\d+", days))


def parse_date(text: str) -> date | None:
    """`2010-04-21`, `21.04.2010`, `21. April 2010`, `Mittwoch, den 21. April 2010`; None for anything else."""
    if found := ISO.match(text):
        year, month, day = map(int, found.groups())
    elif found := NUMERIC.match(text):
        day, month, year = map(int, found.groups())
    elif (found := LONG.match(text)) and found[2].lower() in GERMAN_MONTHS:
        day, month, year = int(found[1]), GERMAN_MONTHS.index(found[2].lower()) + 1, int(found[3])
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
