"""Parses dates as German sources write them."""

import re
from datetime import date

MONTHS = (
    "januar", "februar", "märz", "april", "mai", "juni",
    "juli", "august", "september", "oktober", "november", "dezember",
)  # fmt: skip
ISO = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?\s*\Z")
NUMERIC = re.compile(r"\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\s*\Z")
LONG = re.compile(r"\s*(?:\w+,\s*)?(?:den\s+)?(\d{1,2})\.\s*([A-Za-zäÄ]+)\s+(\d{4})\s*\Z")


def parse_date(text: str) -> date | None:
    """`2010-04-21`, `21.04.2010`, `21. April 2010`, `Mittwoch, den 21. April 2010`; None for anything else."""
    if found := ISO.match(text):
        year, month, day = map(int, found.groups())
    elif found := NUMERIC.match(text):
        day, month, year = map(int, found.groups())
    elif (found := LONG.match(text)) and found[2].lower() in MONTHS:
        day, month, year = int(found[1]), MONTHS.index(found[2].lower()) + 1, int(found[3])
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
