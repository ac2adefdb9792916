"""Formats the value of a cell as its number format displays it."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from apps.documents.parsing.cell_formats.format_dates_and_times import format_date_or_time, parse_time_format
from apps.documents.parsing.cell_formats.format_numbers import (
    NumberFormat,
    format_number,
    format_stored_number,
    parse_number_format,
)
from apps.documents.parsing.cell_formats.literal_words_and_leading_zeros import (
    fixed_digit_count,
    literal_words,
    pad_with_zeros,
)
from apps.documents.parsing.cell_formats.number_format_sections import (
    CONDITION,
    hides_all_values,
    section_for_value,
    split_format_sections,
    strip_format_brackets,
)


@dataclass(frozen=True, slots=True)
class ShownValue:
    """`stored` is the number of the file in digits where the text rounds or scales it, such as 0.2157 of "21.6 %".
    `is_figure`: the text has the digits of a number, and not its words or a time."""

    text: str
    stored: str = ""
    is_figure: bool = False


TIMES = (date, time, timedelta)
CellValue = str | int | float | bool | date | datetime | time | timedelta | ShownValue


class SectionFormat(NamedTuple):
    """`words` in place of any number; `zeros` so many digits at least, in the places of `section`; else the figure."""

    section: str
    words: str
    zeros: int
    figure: NumberFormat | None


@lru_cache(maxsize=1_000)
def parse_section_format(section: str) -> SectionFormat:
    plain = strip_format_brackets(section)
    return SectionFormat(plain, literal_words(plain), fixed_digit_count(plain), parse_number_format(plain))


class ValueFormat(NamedTuple):
    """A whole format. `only` is its one section, where all numbers are shown by that."""

    hides: bool
    sections: tuple[str, ...]
    only: SectionFormat | None


@lru_cache(maxsize=1_000)
def parse_value_format(form: str) -> ValueFormat:
    sections = split_format_sections(form)
    only = parse_section_format(sections[0]) if len(sections) == 1 and not CONDITION.search(form) else None
    return ValueFormat(hides_all_values(form), sections, only)


def changes_display(form: str) -> bool:
    """Whether some value is shown otherwise than as it is stored."""
    return hides_all_values(form) or any(
        told.words or told.zeros or (told.figure and told.figure.changes) or parse_time_format(section).changes
        for section, told in ((section, parse_section_format(section)) for section in split_format_sections(form))
    )


def apply_cell_format(value: CellValue, form: str) -> CellValue:
    """A ShownValue, or the value itself where its digits say it; one that is not shown at all is empty."""
    known = parse_value_format(form)
    if known.hides:
        return ""
    if isinstance(value, TIMES):
        told = format_date_or_time(value, known.sections[0])
        return value if told is None else ShownValue(told)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return value
    return (
        apply_number_format(value, known.only or parse_section_format(section_for_value(float(value), known.sections)))
        or value
    )


def apply_number_format(value: float, form: SectionFormat) -> ShownValue | None:
    """None where its digits are shown, in whatever notation."""
    if form.words:
        return ShownValue(form.words)
    if form.zeros:
        return ShownValue(pad_with_zeros(value, form.section), is_figure=True)
    if form.figure is None:
        return None
    stored = format_stored_number(value)
    text = format_number(stored, form.figure)
    if text is None:
        return None
    return ShownValue(text, "" if stored in text and not form.figure.shift else stored, is_figure=True)
