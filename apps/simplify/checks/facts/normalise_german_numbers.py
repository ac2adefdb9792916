"""Normalises numbers in digits, with German grouping and decimal commas, to one form."""

from apps.text.numbers.read_figure import BLANKS, readings


def normalise_german_number(digits: str) -> str:
    """German digits as a plain number: 1.000,50 -> 1000.5; other forms (3.2, 14:30) stay as they are."""
    plain = BLANKS.sub("", digits)
    value = next(iter(readings(plain, "de")), None)
    if value is None or ("," not in plain and value.as_tuple().exponent != 0):
        return plain
    return f"{value.normalize():f}"
