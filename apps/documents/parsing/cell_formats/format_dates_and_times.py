"""Days and times as a format shows them: no seconds where it has none, "März 2026" where it has no day.

A whole day stays as ISO 8601 has it, in which it is compared with days in any notation.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from apps.text.numbers.calendar_names import ENGLISH_MONTHS, ENGLISH_WEEKDAYS, GERMAN_MONTHS, GERMAN_WEEKDAYS

PART = re.compile(
    r"\"(?P<text>[^\"]*)\"|\\(?P<escaped>.)|[_*].|\[(?P<total>h+|m+|s+)\]|\[\$-(?P<language>[0-9a-f]{1,8}+)[^\[\]]*+\]"
    r"|\[[^\[\]]*\]|General|(?P<unit>am/pm|a/p|y+|m+|d+|h+|s+)|(?P<sign>.)",
    re.IGNORECASE | re.DOTALL,
)
MONTHS = {"de": [name.capitalize() for name in GERMAN_MONTHS], "en": [name.capitalize() for name in ENGLISH_MONTHS]}
DAYS = {"de": [name.capitalize() for name in GERMAN_WEEKDAYS], "en": [name.capitalize() for name in ENGLISH_WEEKDAYS]}
ENGLISH = 0x09
"""The lower bits of the number of a language."""
OF_LANGUAGE = 0x3FF


@dataclass(frozen=True, slots=True)
class TimeFormat:
    """`units` are those it shows, such as "yyyy", "m" of a month, "n" of minutes, "[h]" of all hours; `after` is the
    text behind the last one."""

    units: tuple[str, ...]
    after: str
    language: str

    @property
    def width_of_hours(self) -> int:
        return 1 if {"h", "[h]"} & set(self.units) else 2

    def has(self, letter: str) -> bool:
        return any(unit.strip("[")[0] == letter for unit in self.units)

    @property
    def changes(self) -> bool:
        """Whether it shows other than a whole day."""
        return bool(self.units) and (self.has_clock or not (self.has("y") and {"d", "dd"} & set(self.units)))

    @property
    def has_clock(self) -> bool:
        return self.has("h") or self.has("n") or self.has("s")


@lru_cache(maxsize=1_000)
def parse_time_format(section: str) -> TimeFormat:
    units: list[str] = []
    after, language = "", "de"
    for part in PART.finditer(section):
        if part["language"] and int(part["language"], 16) & OF_LANGUAGE == ENGLISH:
            language = "en"
        if unit := (f"[{part['total']}]" if part["total"] else part["unit"] or "").lower():
            units.append(unit)
            after = ""
        else:
            after += part["text"] or part["escaped"] or part["sign"] or ""
    return TimeFormat(tuple(mark_minute_units(units)), " ".join(after.split()).strip("@,/-: "), language)


def mark_minute_units(units: Sequence[str]) -> list[str]:
    """An m behind hours or before seconds is one of minutes, told as n."""
    told = [unit for unit in units if not unit.startswith("a")]
    for place, unit in enumerate(told):
        is_after = place > 0 and told[place - 1].strip("[")[0] == "h"
        is_before = place + 1 < len(told) and told[place + 1].strip("[")[0] == "s"
        if unit.strip("[")[0] == "m" and len(unit) < 3 and (is_after or is_before):
            told[place] = unit.replace("m", "n")
        if unit.startswith("[m"):
            told[place] = unit.replace("m", "n")
    return told


def format_date_or_time(value: date | time | timedelta, section: str) -> str | None:
    """None where the format is one of no time, or shows what ISO 8601 says."""
    form = parse_time_format(section)
    if isinstance(value, timedelta):
        return append_unit_text(format_duration(value, form), form) if form.has_clock else None
    day = format_day(value, form) if isinstance(value, date) else ""
    clock = format_clock(value, form, 2 if day else form.width_of_hours) if isinstance(value, datetime | time) else ""
    told = " ".join(filter(None, [day, clock]))
    return append_unit_text(told, form) if told else None


def append_unit_text(told: str, form: TimeFormat) -> str:
    """ "08:30 Uhr", as the format has it."""
    return f"{told} {form.after}" if any(map(str.isalpha, form.after)) else told


def format_day(value: date, form: TimeFormat) -> str:
    names = [unit for unit in form.units if unit[0] == "m"]
    has_day = any(unit in {"d", "dd"} for unit in form.units)
    if form.has("y") and has_day and names:
        return value.strftime("%Y-%m-%d")
    if form.has("y") and names and not has_day:
        month = MONTHS[form.language][value.month - 1]
        return f"{month} {value.year}" if len(names[0]) > 2 else f"{value.month:02}/{value.year}"
    if form.units and all(unit[0] == "y" for unit in form.units):
        return str(value.year)
    if form.units and all(unit in {"ddd", "dddd"} for unit in form.units):
        return DAYS[form.language][value.weekday()]
    if form.units and all(unit in {"mmm", "mmmm"} for unit in form.units):
        return MONTHS[form.language][value.month - 1]
    return value.strftime("%Y-%m-%d") if form.has("d") or names or form.has("y") else ""


def format_clock(value: datetime | time, form: TimeFormat, width: int) -> str:
    if not form.has_clock:
        return ""
    seconds = f":{value.second:02}" if form.has("s") else ""
    return f"{value.hour:0{width}}:{value.minute:02}{seconds}"


def format_duration(value: timedelta, form: TimeFormat) -> str:
    """Hours beyond a day are hours: 37:30."""
    total = round(abs(value).total_seconds())
    sign = "-" if value < timedelta() else ""
    if form.has("h") and not form.has("n"):
        return f"{sign}{total // 3600}"
    seconds = f":{total % 60:02}" if form.has("s") else ""
    if not form.has("h"):
        return f"{sign}{total // 60:02}{seconds}" if form.has("n") else f"{sign}{total}"
    return f"{sign}{total // 3600:0{form.width_of_hours}}:{total % 3600 // 60:02}{seconds}"
