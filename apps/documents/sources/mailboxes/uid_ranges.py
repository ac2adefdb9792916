"""Ranges of message UIDs as IMAP writes them, 1:500,503: a folder of 100,000 mails fits in a line."""

from collections.abc import Iterable


def format_ranges(numbers: Iterable[int]) -> str:
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ",".join(str(first) if first == last else f"{first}:{last}" for first, last in ranges)


def parse_ranges(text: str) -> set[int]:
    """Raises ValueError."""
    found: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _colon, last = part.partition(":")
        found.update(range(int(first), int(last or first) + 1))
    return found
