"""The value of a cell as its format shows it."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from apps.documents.parsing.cell_formats.dates_and_times import shown_time, time_form
from apps.documents.parsing.cell_formats.format_sections import (
    CONDITION,
    hides_all,
    section_for,
    sections_of,
    without_brackets,
)
from apps.documents.parsing.cell_formats.formatted_numbers import FigureForm, figure_form, plain_number, shown_figure
from apps.documents.parsing.cell_formats.words_and_leading_zeros import padded, words_of, zeros_of


@dataclass(frozen=True, slots=True)
class ShownValue:
    """`stored` is the number of the file in digits where the text rounds or scales it, such as 0.2157 of "21.6 %".
    `is_figure`: the text has the digits of a number, and not its words or a time."""

    text: str
    stored: str = ""
    is_figure: bool = False


TIMES = (date, time, timedelta)
Cell = str | int | float | bool | date | datetime | time | timedelta | ShownValue


class SectionForm(NamedTuple):
    """`words` in place of any number; `zeros` so many digits at least, in the places of `section`; else the figure."""

    section: str
    words: str
    zeros: int
    figure: FigureForm | None


@lru_cache(maxsize=1_000)
def section_form(section: str) -> SectionForm:
    plain = without_brackets(section)
    return SectionForm(plain, words_of(plain), zeros_of(plain), figure_form(plain))


class ValueForm(NamedTuple):
    """A whole format. `only` is its one section, where all numbers are shown by that."""

    hides: bool
    sections: tuple[str, ...]
    only: SectionForm | None


@lru_cache(maxsize=1_000)
def value_form(form: str) -> ValueForm:
    sections = sections_of(form)
    only = section_form(sections[0]) if len(sections) == 1 and not CONDITION.search(form) else None
    return ValueForm(hides_all(form), sections, only)


def says_more(form: str) -> bool:
    """Whether some value is shown otherwise than as it is stored."""
    return hides_all(form) or any(
        told.words or told.zeros or (told.figure and told.figure.changes) or time_form(section).changes
        for section, told in ((section, section_form(section)) for section in sections_of(form))
    )


def as_shown(value: Cell, form: str) -> Cell:
    """A ShownValue, or the value itself where its digits say it; one that is not shown at all is empty."""
    known = value_form(form)
    if known.hides:
        return ""
    if isinstance(value, TIMES):
        told = shown_time(value, known.sections[0])
        return value if told is None else ShownValue(told)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return value
    return shown_number(value, known.only or section_form(section_for(float(value), known.sections))) or value


def shown_number(value: float, form: SectionForm) -> ShownValue | None:
    """None where its digits are shown, in whatever notation."""
    if form.words:
        return ShownValue(form.words)
    if form.zeros:
        return ShownValue(padded(value, form.section), is_figure=True)
    if form.figure is None:
        return None
    stored = plain_number(value)
    text = shown_figure(stored, form.figure)
    if text is None:
        return None
    return ShownValue(text, "" if stored in text and not form.figure.shift else stored, is_figure=True)
