"""Normalises figures with decimal signs or thousands separators: "1.234,50" and "1,234.50" are `=1234.5`.

A whole number is its digits alone, as words of an index have it: "1.234" finds "1234". Where one mark before three
digits may be either, both values are given, since a text does not say which notation it keeps to.
"""

import re
from collections.abc import Iterator

from apps.text.numbers.read_figure import readings

WRITTEN = re.compile(r"(?<!\d)\d++(?:[.,'’]\d++|[ \u00a0\u202f]\d{3}(?!\d))++")
"""Thousands may be parted by a blank, also by one at which no line ends, as word processors put it."""
LOOSE_BEFORE = frozenset("./:§,")
"""Signs before or behind a figure that make it part of a date, a version or a file number."""
BEGINS_WITH_NOUGHT = re.compile(r"0\d*[^\d.,]")
"""Such as an area code, which is no amount."""
DAY = re.compile(r"\d{1,2}\.\d{1,2}")
"""Without its year, where a full stop follows, as in 3.10."""
LONGEST_FIGURE = 30
"""Characters: longer rows of figures are no amounts."""


def normalised_figures(text: str) -> set[str]:
    """The forms of all figures of the text that have a sign within."""
    return {form for form, _ in normalised_figures_with_ends(text)}


def normalised_figures_with_ends(text: str) -> Iterator[tuple[str, int]]:
    """Each form, and where its figure ends in the text."""
    for found in WRITTEN.finditer(text):
        if stands_alone(text, found):
            yield from ((form, found.end()) for form in figure_forms(found[0]))


def stands_alone(text: str, found: re.Match[str]) -> bool:
    before, behind = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 2]
    if before.isalnum() or before in LOOSE_BEFORE:
        return False
    if behind[:1] in LOOSE_BEFORE and behind[1:].isdigit():
        return False
    return not (behind.startswith(".") and DAY.fullmatch(found[0]))


def figure_forms(written: str) -> Iterator[str]:
    """None for what is no figure, such as the day 24.12.2026; two where the mark may be either."""
    if len(written) > LONGEST_FIGURE or BEGINS_WITH_NOUGHT.match(written):
        return
    values = readings(written)
    for value in values:
        if value != value.to_integral_value():
            yield f"={value.normalize():f}"
        elif value == max(values):  # "10.000" is ten thousand, and not ten.
            yield f"{value.to_integral_value():f}"
