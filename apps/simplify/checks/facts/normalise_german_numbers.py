"""Normalises numbers in digits, with German grouping and decimal commas, to one form."""

from decimal import Decimal


def normalise_german_number(digits: str) -> str:
    """German digits as a plain number: 1.000,50 -> 1000.5; other forms (3.2, 14:30) stay as they are."""
    plain = digits.replace("\u00a0", "").replace("\u202f", "").replace(" ", "").replace("'", "")
    head, comma, tail = plain.partition(",")
    groups = head.split(".")
    if len(groups) > 1 and all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3:
        head = "".join(groups)
    if not head.isdigit() or (comma and not tail.isdigit()):
        return plain
    value = Decimal(f"{head}.{tail}" if tail else head).normalize()
    return f"{value:f}"
