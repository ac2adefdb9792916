"""A weekday in front of its date: "am Montag, dem 3. März 2025" is "am 3. März 2025" when that day is a Monday."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from apps.text.derivation.tokens.token import Token

WEEKDAYS = (
    ("montag", "monday"),
    ("dienstag", "tuesday"),
    ("mittwoch", "wednesday"),
    ("donnerstag", "thursday"),
    ("freitag", "friday"),
    ("samstag", "saturday", "sonnabend"),
    ("sonntag", "sunday"),
)
BETWEEN = frozenset({",", "dem", "den", "der", "the"})


def without_weekdays(tokens: Sequence[Token]) -> list[Token]:
    """Without each weekday that only repeats what the date after it says; a wrong one stays to be compared."""
    if not any(t.value is not None and t.value.kind == "date" for t in tokens):
        return list(tokens)
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        end = index + 1
        while end < len(tokens) and tokens[end].low in BETWEEN and end - index <= len((",", "dem")):
            end += 1
        if end < len(tokens) and tells(tokens[index], tokens[end]):
            index = end
        done.append(tokens[index])
        index += 1
    return done


def tells(day: Token, dated: Token) -> bool:
    """The calendar gives the date this weekday; only a date with its year tells."""
    if dated.value is None or dated.value.kind != "date" or not any(day.low in names for names in WEEKDAYS):
        return False
    with suppress(ValueError):
        return day.low in WEEKDAYS[date(*map(int, dated.value.amount.split("-"))).weekday()]
    return False
