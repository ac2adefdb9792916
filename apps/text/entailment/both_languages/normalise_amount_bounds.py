"""Bounds of amounts in one form: "mehr als 10" is at least 11, "11 bis 49" at least 11 and at most 49."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from apps.text.entailment.tokens.parse_numbers_and_dates import Value, format_decimal
from apps.text.entailment.tokens.token import Token
from apps.text.numbers.calendar_names import ENGLISH_WEEKDAYS, GERMAN_WEEKDAYS, TO_GERMAN_WEEKDAY
from apps.text.numbers.units import PERIODS

STEPS = {"more": ("at_least", 1), "less": ("at_most", -1)}


def normalise_bounds(tokens: Sequence[Token]) -> list[Token]:
    """Only whole numbers without a unit, of things with a name: persons, not euros."""
    if all(t.value is None and t.key != "but" for t in tokens):
        return list(tokens)
    done: list[Token] = []
    tokens = normalise_dimension_bounds(normalise_upper_bounds(tokens))
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if is_count(token) and done and done[-1].key in STEPS and done[-1].kind == "limit":
            name, step = STEPS[done[-1].key]
            done[-1] = replace(done[-1], key=name)
            done.append(shift_count(token, step))
        elif is_count(token) and following is not None and following.kind == "noun" and opens_range(done):
            low = done[-2]
            del done[-2:]
            if done and done[-1].key == "from":
                del done[-1]
            done += [
                Token(low.text, "at_least", "limit"),
                low,
                Token("bis", "and", "conj"),
                Token("bis", "at_most", "limit"),
                token,
            ]
        elif not is_empty_contrast(done, token, following):
            done.append(replace(token, key="and") if joins_two_bounds(done, token, following) else token)
    return done


def normalise_upper_bounds(tokens: Sequence[Token]) -> list[Token]:
    """ "bis zu 500 Euro" as "höchstens 500 Euro"; not the end of a range, a time or a date."""
    done: list[Token] = []
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        up_to = token.low == "zu" and bool(done) and done[-1].low == "bis" and not ends_range(done)
        if up_to and following is not None and is_amount(following):
            done[-1] = Token("bis zu", "at_most", "limit")
        else:
            done.append(token)
    return done


def ends_range(done: Sequence[Token]) -> bool:
    """ "3 bis zu 5": a value stands before "bis"."""
    return len(done) > 1 and done[-2].value is not None


DIMENSIONS = {
    "höher": "hoch",
    "niedriger": "hoch",
    "länger": "lang",
    "kürzer": "lang",
    "grösser": "gross",
    "größer": "gross",
}
DIMENSIONS |= {"kleiner": "gross", "schwerer": "schwer"}
OWN_KINDS = {
    "hoch": frozenset({"euro", "percent", "permille", "number", "degrees", "times", "dollar", "pound"}),
    "lang": PERIODS | {"date", "clock"},
    "gross": frozenset({"square_metres", "cubic_metres", "litres", "number", "percent"}),
    "schwer": frozenset({"grams"}),
}
"""Kinds of values that have no other dimension than this."""


def normalise_dimension_bounds(tokens: Sequence[Token]) -> list[Token]:
    """ "nicht höher als 2 Meter" as "höchstens 2 Meter hoch": what is no higher may be longer."""
    done: list[Token] = []
    for token in tokens:
        done.append(token)
        before = done[-2] if len(done) > 1 else None
        if before is None or token.value is None or before.kind != "limit":
            continue
        name = next((meant for word, meant in DIMENSIONS.items() if word in before.text.lower()), "")
        if name and token.value.kind not in OWN_KINDS[name]:
            done.append(Token(name, name, "adj", "D"))
    return done


TIMES = frozenset({"date", "clock", "ordinal"})


def is_amount(token: Token) -> bool:
    return token.value is not None and token.value.kind not in TIMES


def is_empty_contrast(done: Sequence[Token], token: Token, following: Token | None) -> bool:
    """ "höchstens jedoch 100 Euro", "jedoch höchstens 100 Euro": where nothing was bounded before, it adds nothing."""
    if token.key != "but" or token.kind != "conj" or not done or following is None:
        return False
    if done[-1].kind == "limit":
        return following.kind == "value"
    return done[-1].text == "," and following.kind == "limit" and not has_bound_in_sentence(done)


def has_bound_in_sentence(done: Sequence[Token]) -> bool:
    """A bound stands in the same sentence."""
    for token in reversed(done):
        if token.kind in {"limit", "end"}:
            return token.kind == "limit"
    return False


WEEKDAYS = {
    **{f"{day}s": day for day in GERMAN_WEEKDAYS},
    **{day: day for day in GERMAN_WEEKDAYS},
    **TO_GERMAN_WEEKDAY,
}


def normalise_ranges(tokens: Sequence[Token]) -> list[Token]:
    """ "montags bis freitags", "von Montag bis Freitag" as one word; "zwischen 8 und 10 Uhr" as "von 8 bis 10 Uhr"."""
    done: list[Token] = []
    for token in tokens:
        if len(done) > 1 and done[-1].key in {"until", "to"} and token.key in WEEKDAYS and done[-2].key in WEEKDAYS:
            first = done[-2]
            del done[-2:]
            if done and done[-1].key == "from":
                del done[-1]
            done.append(Token(f"{first.text} bis {token.text}", f"{WEEKDAYS[first.key]}-{WEEKDAYS[token.key]}", "adv"))
        elif len(done) > 1 and token.key == "feiertag" and done[-1].key == "and" and done[-2].key in ENGLISH_WEEKDAYS:
            done.append(replace(token, key="on_holidays", kind="adv"))
        elif (
            is_clock_time(token)
            and len(done) > 2
            and done[-1].key == "and"
            and is_clock_time(done[-2])
            and done[-3].key == "between"
        ):
            done[-3:] = [Token("zwischen", "from", "prep"), done[-2], Token("und", "until", "prep"), token]
        else:
            done.append(token)
    return done


def is_clock_time(token: Token) -> bool:
    return token.value is not None and token.value.kind == "clock"


def is_count(token: Token) -> bool:
    return token.value is not None and token.value.kind == "number" and "." not in token.value.amount


def opens_range(done: Sequence[Token]) -> bool:
    return (
        len(done) > 1
        and done[-1].key == "until"
        and is_count(done[-2])
        and (len(done) < 3 or done[-3].key not in {"at_least", "at_most"})
    )


def joins_two_bounds(done: Sequence[Token], token: Token, following: Token | None) -> bool:
    """ "mehr als 10, aber weniger als 50": both hold."""
    return (
        token.key == "but"
        and token.kind == "conj"
        and following is not None
        and following.kind == "limit"
        and bool(done)
    )


def shift_count(token: Token, step: int) -> Token:
    amount = format_decimal(Decimal(token.value.amount if token.value else "0") + step)
    return replace(token, key=f"number:{amount}", value=Value("number", amount))
