"""Compares dates, times, months and days of the week in one normal form: 1.1.2026 is 1. Januar 2026."""

import re
from collections import Counter

from apps.simplify.text.mask_found_matches import MaskedText
from apps.simplify.text.rewrite_fidelity_violation import Violation, invented_values, missing_values, pair_violations
from apps.text.numbers.calendar_names import (
    ENGLISH_MONTHS,
    ENGLISH_WEEKDAYS,
    GERMAN_MONTHS,
    GERMAN_WEEKDAYS,
    MONTH_NUMBER,
    full_year,
)
from apps.text.numbers.parse_date import YEAR_OF_DAY, is_calendar_day

FULL_NAMES = (*GERMAN_MONTHS, *ENGLISH_MONTHS, "jänner", "feber")
BEGINNINGS = sorted({name[:3] for name in MONTH_NUMBER})
MONTH = "(?=[jfmasond])(?:" + "|".join(sorted(FULL_NAMES, key=len, reverse=True)) + ")"
SHORT_MONTH = rf"(?:{'|'.join(sorted(MONTH_NUMBER.keys() - set(FULL_NAMES), key=len, reverse=True))})\."
IN_DAYS = ("tag", "woch", "abend", "day", "sonn-")
"""One of them is in the name of every day of the week."""

DIGIT = re.compile(r"\d")
FULL = re.compile(rf"(?<![\d.,])(\d{{1,2}})\.\s?(\d{{1,2}})\.(?:({YEAR_OF_DAY})|(?!\d|,\d))", re.IGNORECASE)
ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
WRITTEN = re.compile(rf"(?<![\w.,])(\d{{1,2}})\.\s*({MONTH}|{SHORT_MONTH})s?(?:\s+(\d{{4}}))?(?!\w)", re.IGNORECASE)
ENGLISH = re.compile(
    rf"\b({MONTH})\s+(\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(\d{{4}}))?\b|\b(\d{{1,2}})\s+({MONTH})(?:\s+(\d{{4}}))?\b",
    re.IGNORECASE,
)
MONTH_YEAR = re.compile(rf"\b({MONTH})s?\s+(\d{{4}})\b", re.IGNORECASE)
# Only with a capital, and "March" and "May" never alone: those are words of their own.
TITLED = [name.capitalize() for name in (*GERMAN_MONTHS, *ENGLISH_MONTHS) if name not in ("march", "may")]
TITLED_MONTH = re.compile(rf"\b(?:{'|'.join(TITLED)})s?\b")
WEEKDAYS = (*GERMAN_WEEKDAYS, "sonnabend", *ENGLISH_WEEKDAYS)
WEEKDAY = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)})(?:s|es|e|en)?\b|\bsonn-(?=\s(?:und|oder)\s)",
    re.IGNORECASE,
)
OF_CLOCK = re.compile(r"Uhr|\d:\d|\d\s*h\b")
CLOCK = re.compile(
    r"(?<![\d.,:])([01]?\d|2[0-4])(?:[.:]([0-5]\d))?\s*(?:Uhr|h)\b"
    r"|(?<![\d.,:])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])"
)
CLOCK_RANGE = re.compile(
    r"(?<![\d.,:])([01]?\d|2[0-4])(?:[.:]([0-5]\d))?(?=\s*(?:bis|und|-|–)\s*(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)?\s*Uhr\b)"
)

HINT = rf"\d|^(?i:{'|'.join((*FULL_NAMES, *WEEKDAYS))}|sonn$)"


def check(before: MaskedText, after: MaskedText) -> list[Violation]:
    old, new_ones = take_dates(before), take_dates(after)
    once = {value: 1 for value in old if is_vague(value)}
    counted = {value: count for value, count in old.items() if not is_vague(value)}
    lost = missing_values(counted, new_ones) + missing_values(once, new_ones)
    return pair_violations("date", lost, invented_values(old, new_ones))


def is_vague(value: str) -> bool:
    """A month or a day of the week without a date: saying it once is enough."""
    return value[0].isalpha()


def take_dates(text: MaskedText) -> Counter[str]:
    """All that says when, taken out of the text: "2026-01-01", "--05-03", "2026-01", "mai", "montag", "14:30"."""
    if not DIGIT.search(text.text):
        return Counter(take_vague_dates(text))
    found: list[str] = [f"{m[1]}-{m[2]}-{m[3]}" for m in text.take(ISO)]
    found += [format_day(m[3], int(m[2]), int(m[1])) for m in text.take(FULL, is_day)]
    lowered = text.text.lower()
    if any(name in lowered for name in BEGINNINGS):
        found += [format_day(m[3], month_number_of_name(m[2]), int(m[1])) for m in text.take(WRITTEN)]
        found += [
            format_day(m[3] or m[6], month_number_of_name(m[1] or m[5]), int(m[2] or m[4]))
            for m in text.take(ENGLISH, is_english_date)
        ]
        found += [f"{m[2]}-{month_number_of_name(m[1]):02}" for m in text.take(MONTH_YEAR)]
    if OF_CLOCK.search(text.text):
        found += [format_clock(m[1], m[2]) for m in text.take(CLOCK_RANGE)]
        found += [format_clock(m[1] or m[3], m[2] or m[4]) for m in text.take(CLOCK)]
    return Counter(found) + Counter(take_vague_dates(text))


def take_vague_dates(text: MaskedText) -> list[str]:
    lowered, found = text.text.lower(), list[str]()
    if any(name in lowered for name in BEGINNINGS):
        found += [m[0].lower().removesuffix("s") for m in text.take(TITLED_MONTH)]
    if any(sign in lowered for sign in IN_DAYS):
        found += [normalise_weekday(m[0]) for m in text.take(WEEKDAY)]
    return found


def normalise_weekday(word: str) -> str:
    lowered = word.lower()
    if lowered.startswith("sonnabend"):
        return "samstag"
    if lowered == "sonn-":
        return "sonntag"
    return next(name for name in (*GERMAN_WEEKDAYS, *ENGLISH_WEEKDAYS) if lowered.startswith(name))


def is_day(found: re.Match[str]) -> bool:
    return is_calendar_day(int(found[2]), int(found[1]))


def is_english_date(found: re.Match[str]) -> bool:
    """ "12 Mai" is German without its full stop; "may 5" without a capital is a verb."""
    name = found[1] or found[5]
    return name[0].isupper() and 1 <= int(found[2] or found[4]) <= 31


def month_number_of_name(name: str) -> int:
    lowered = name.lower().rstrip(".")
    return MONTH_NUMBER[lowered]


def format_day(year: str | None, month_number: int, day_number: int) -> str:
    return f"{full_year((year or '').strip()) or '-'}-{month_number:02}-{day_number:02}"


def format_clock(hour: str, minute: str | None) -> str:
    return f"{int(hour):02}:{minute or '00'}"
