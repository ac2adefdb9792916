"""Normalises the text an OpenDocument sheet stores beside a value ("85,3 %" beside 0.853) to one notation.

Which sign is the decimal one depends on the language of the program; the value tells it.
"""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from apps.documents.parsing.cell_formats.apply_cell_format import ShownValue
from apps.documents.parsing.cell_formats.format_numbers import format_stored_number

FIGURE = re.compile(r"\d(?:[\d.,'’\u00a0\u202f ]*\d)?")
MARKS = re.compile(r"[.,'’\u00a0\u202f ]")
LEADING_ZERO = re.compile(r"-?0\d[\d /-]*")
MINUS = re.compile(r"[-−]|^\(")
PART_OF_DATE = re.compile(r"(?:[^\W\d]{3,9}\.?,? )?\d{4}|\d{1,2}/\d{4}|[^\W\d]{3,10}")
"""A month of a year, a year, a day of the week: no day that could be told in another notation."""
CLOCK = re.compile(r"-?\d{1,7}:\d\d(?::\d\d)?(?: [^\W\d]{1,10}\.?)?")
FRACTION = re.compile(r"-?(?:(?P<whole>\d{1,9}) )?(?P<above>\d{1,4})/(?P<below>[1-9]\d{0,3})")
ERROR = re.compile(r"(?:Err:|#)(?=\S)")
"""What a sheet shows where a formula has no result; its value is 0."""
SCALES: tuple[int | str, ...] = (1, "0.001", "0.000001")
"""In thousands and millions, where a word behind the figure says so."""
LONGEST = 100
"""Characters; a longer text is no figure."""


def shown_value_from_text(kind: str, value: str, text: str) -> ShownValue | None:
    """`kind` is the value's type as OpenDocument calls it; None where the text says no more than the value."""
    if kind == "date":
        return ShownValue(text) if PART_OF_DATE.fullmatch(text) else None
    if kind == "time":
        return ShownValue(text) if CLOCK.fullmatch(text) else None
    if kind not in {"float", "percentage", "currency"} or not text or len(text) > LONGEST:
        return None
    if ERROR.match(text):
        return ShownValue(text)
    is_words = any(map(str.isalpha, text)) and not any(map(str.isdigit, text))
    if is_words or LEADING_ZERO.fullmatch(text):
        return ShownValue(text)
    try:
        return shown_number_from_text(Decimal(value), text)
    except (ArithmeticError, ValueError):
        return None


def shown_number_from_text(value: Decimal, text: str) -> ShownValue | None:
    """None where the text has several figures, or one that is not the value rounded."""
    if not value.is_finite():
        return None
    if fraction := FRACTION.fullmatch(text):
        return shown_fraction_from_text(value, fraction)
    found = list(FIGURE.finditer(text))
    if len(found) != 1:
        return None
    before, after = text[: found[0].start()], text[found[0].end() :]
    scales: Sequence[int | str] = (
        [100] if "%" in before + after else SCALES if any(map(str.isalpha, after)) else SCALES[:1]
    )
    told_by = ((digits_with_decimal_point(found[0][0], abs(value) * Decimal(scale)), scale) for scale in scales)
    digits, scale = next(((digits, scale) for digits, scale in told_by if digits), ("", 1))
    if not digits:
        return None
    stored, sign = format_stored_number(float(value)), "-" if MINUS.search(before) else ""
    before = MINUS.sub("", before).strip()
    after = " ".join(after.removesuffix(")").split()) if "(" in text else " ".join(after.split())
    if not before and not after and Decimal(digits) == abs(value):
        return None
    apart = " " if before[-1:].isalpha() else ""
    told = f"{before}{apart}{sign}{digits} {after}".strip()
    return ShownValue(told, "" if scale == 1 and stored in told else stored, is_figure=True)


def shown_fraction_from_text(value: Decimal, said: re.Match[str]) -> ShownValue | None:
    below = int(said["below"])
    whole = int(said["whole"] or 0) * below + int(said["above"])
    is_near = abs(abs(value) * below - whole) <= Decimal("0.5")
    return ShownValue(said[0], format_stored_number(float(value)), is_figure=True) if is_near else None


def digits_with_decimal_point(figure: str, value: Decimal) -> str | None:
    """The digits with a decimal point in the one way of reading them that makes the value rounded."""
    marks = [found.start() for found in MARKS.finditer(figure)]
    for point in [*reversed(marks[-1:]), None]:
        whole = MARKS.sub("", figure if point is None else figure[:point])
        decimals = "" if point is None else figure[point + 1 :]
        digits = f"{whole}.{decimals}" if decimals else whole
        if Decimal(digits) == value.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP):
            return digits
    return None
