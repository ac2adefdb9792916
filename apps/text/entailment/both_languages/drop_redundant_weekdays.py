"""A weekday in front of its date: "am Montag, dem 3. März 2025" is "am 3. März 2025" when that day is a Monday."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from apps.text.entailment.tokens.token import Token
from apps.text.numbers.calendar_names import ENGLISH_WEEKDAYS, GERMAN_WEEKDAYS

NUMBER_OF_WEEKDAY = {
    name: number for names in (GERMAN_WEEKDAYS, ENGLISH_WEEKDAYS) for number, name in enumerate(names)
} | {"sonnabend": 5}
"""From 0 for Monday, as Python counts them."""
BETWEEN = frozenset({",", "dem", "den", "der", "the"})


def drop_redundant_weekdays(tokens: Sequence[Token]) -> list[Token]:
    """Drops each weekday that only repeats what the date after it says; a wrong one stays to be compared."""
    if not any(t.value is not None and t.value.kind == "date" for t in tokens):
        return list(tokens)
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        end = index + 1
        while end < len(tokens) and tokens[end].low in BETWEEN and end - index <= len((",", "dem")):
            end += 1
        if end < len(tokens) and weekday_matches_date(tokens[index], tokens[end]):
            index = end
        done.append(tokens[index])
        index += 1
    return done


def weekday_matches_date(day: Token, dated: Token) -> bool:
    """The calendar gives the date this weekday; only a date with its year tells."""
    if dated.value is None or dated.value.kind != "date" or day.low not in NUMBER_OF_WEEKDAY:
        return False
    with suppress(ValueError):
        return NUMBER_OF_WEEKDAY[day.low] == date(*map(int, dated.value.amount.split("-"))).weekday()
    return False
