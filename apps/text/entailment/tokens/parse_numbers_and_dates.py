"""Numbers, amounts, dates and times of day by their value: "1.234,50 EUR" is "1234,5 Euro"."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from apps.text.numbers.calendar_names import MONTH_NUMBER, full_year
from apps.text.numbers.parse_date import YEAR_OF_DAY, is_calendar_day
from apps.text.numbers.read_figure import readings
from apps.text.numbers.units import PERIODS, units_by_spelling

MONTH = "|".join(sorted(MONTH_NUMBER, key=len, reverse=True))
SECTION = r"\d{1,2}\.\d{1,2}\.\d\d\.\s*\S"
"""A number above a paragraph, "3.1.98. Gebühren"; after a word it is a day that ends a sentence."""
DATE = re.compile(
    rf"(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})(?!\d)"
    rf"|(?:(?<=[^\W\d][ ])|(?!{SECTION}))"
    rf"(?P<day>\d{{1,2}})\.[ ]?(?:(?P<month>\d{{1,2}})\.(?P<year>{YEAR_OF_DAY})?(?!\d)"
    rf"|(?P<name>{MONTH})\b(?:\.(?=[ ]?(?:\d|(?-i:[a-zäöü,;)]))))?(?:[ ](?P<named_year>\d{{4}})(?!\d))?)"
    rf"|(?P<english_day>\d{{1,2}})(?:st|nd|rd|th)?[ ](?P<english_name>{MONTH})\b(?:[ ](?P<english_year>\d{{4}})(?!\d))?"
    rf"|(?P<american_name>{MONTH})[ ](?P<american_day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)"
    rf"(?:,?[ ](?P<american_year>\d{{4}})(?!\d))?",
    re.IGNORECASE,
)
CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?[ ]?"
    r"(?:Uhr\b(?:[ ](?P<after>\d{2})(?![\d.,]))?|(?P<half>[ap])(?:\.m\.|m\b))"
    r"|(?P<plain_hour>\d{1,2}):(?P<plain_minute>\d{2})(?!\d)",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d{1,3}(?:[.   ']\d{3})+(?![\d])(?:,\d+|,[-–]+)?|\d+(?:[.,]\d+)?(?:,[-–]+)?")
ENGLISH_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?![\d])(?:\.\d+)?|\d+(?:\.\d+)?")
NOON = 12


@dataclass(frozen=True, slots=True)
class Value:
    """`kind` is number, date, clock or the dimension of a unit; `amount` counts in the smallest unit of its kind."""

    kind: str
    amount: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.amount}"


PHRASES = frozenset({"year_of_life", "percentage_point"})
"""Read as phrases of their own: who has completed the 18th year of life is 18 years old."""
UNITS: dict[str, tuple[str, str]] = {
    **{spelling: (unit.dimension, str(unit.factor)) for spelling, unit in units_by_spelling(but=PHRASES).items()},
    **dict.fromkeys(("mal", "male", "malen", "times"), ("times", "1")),
}
"""Kind and factor of each spelling, in lower case."""

PERIOD_PREFIXES = tuple(f"{kind}:" for kind in PERIODS)
"""Beginnings of their keys."""


def parse_decimal(text: str, language: str = "de") -> Decimal | None:
    """Of a figure as written; in German the comma is the decimal sign, in English the full stop."""
    return next(iter(readings(text.rstrip("-–").rstrip(","), language)), None)


def format_decimal(number: Decimal) -> str:
    """Without zeros at the end, so that 3,50 and 3,5 are the same."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


@lru_cache(maxsize=4096)
def value_with_unit(amount: str, unit: str) -> Value | None:
    """`amount` (as `format_decimal`) of a unit, or None when the word is none: 2 Wochen are 14 days."""
    found = UNITS.get(unit.lower().rstrip("."))
    if found is None:
        return None
    kind, factor = found
    return Value(kind, format_decimal(Decimal(amount) * Decimal(factor)))


def parse_date_match(match: re.Match[str]) -> Value | None:
    found = {name: text for name, text in match.groupdict().items() if text}
    if "iso" in found:
        year, month, day = found["iso"].split("-")
        return Value("date", f"{int(year)}-{int(month)}-{int(day)}")
    day = found.get("day") or found.get("english_day") or found["american_day"]
    name = found.get("name") or found.get("english_name") or found.get("american_name")
    month_number = MONTH_NUMBER[name.lower()] if name else int(found["month"])
    year = found.get("year") or found.get("named_year") or found.get("english_year") or found.get("american_year") or ""
    if not is_calendar_day(month_number, int(day)):
        return None
    return Value("date", f"{full_year(year.strip())}-{month_number}-{int(day)}")


def parse_clock_match(match: re.Match[str]) -> Value:
    hour = int(match["hour"] or match["plain_hour"])
    minute = match["minute"] or match["after"] or match["plain_minute"] or "0"
    if match["half"]:
        hour = hour % NOON + (NOON if match["half"].lower() == "p" else 0)
    return Value("clock", f"{hour}:{int(minute):02d}")
