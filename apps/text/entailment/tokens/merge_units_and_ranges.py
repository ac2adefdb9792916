"""Merges numbers with their units, and completes ranges in which only the last number names its unit."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from apps.text.entailment.tokens.classify_words import classify_word
from apps.text.entailment.tokens.parse_numbers_and_dates import UNITS, Value, format_decimal, value_with_unit
from apps.text.entailment.tokens.token import EMPTY_TOKEN, Token
from apps.text.numbers.scale_words import zeros_of_scale_word


def merge_units(tokens: Sequence[Token], language: str) -> list[Token]:
    """Numbers joined with their units, and every word given its key and class."""
    done: list[Token] = []
    for index, token in enumerate(tokens):
        # Not the sign of the amount before: "35,00 € 40,00 €".
        if token.value is not None and token.value.kind == "number" and done and done[-1].text in CURRENCIES:
            done[-1] = amount_token(done[-1], token)
            continue
        if token.kind not in {"word", "sign"}:
            done.append(token)
            continue
        before = done[-1] if done else None
        if (half := half_unit_token(done, token)) is not None:
            done[-1] = half
            if len(done) > 1 and done[-2].key == "a":
                del done[-2]
            continue
        unit = amount_with_unit(before, token, language) if before is not None else None
        if unit is not None:
            done[-1] = unit
        else:
            following = tokens[index + 1] if index + 1 < len(tokens) else EMPTY_TOKEN
            done.append(classify_word(token.text, token.kind, token.form, following.text, following.kind, language))
    return done


HALF = frozenset({"halbe", "halben", "halber", "halbes"})


def half_unit_token(before: Sequence[Token], token: Token) -> Token | None:
    """ "ein halbes Jahr" as six months, "eine halbe Stunde" as thirty minutes; None for anything else."""
    if not before or before[-1].low not in HALF or token.low not in UNITS:
        return None
    value = value_with_unit("0.5", token.low)
    return Token(f"{before[-1].text} {token.text}", str(value), "value", value=value)


CURRENCIES = {
    "€": "euro", "$": "dollar", "£": "pound", "EUR": "euro", "USD": "dollar", "GBP": "pound", "CHF": "franc",
}  # fmt: skip
"""Signs and codes before a number; codes as they are written, in capitals."""


def amount_token(sign: Token, number: Token) -> Token:
    value = Value(CURRENCIES[sign.text], number.value.amount if number.value else "")
    return replace(number, key=str(value), value=value)


def amount_with_unit(before: Token, token: Token, language: str) -> Token | None:
    """The number before a unit as an amount; "tausend" and its like multiply it, and an amount of money, too."""
    is_one = (before.kind == "det" and before.key == "a") or before.low == "one"
    if is_one and token.low in UNITS and UNITS[token.low][0] not in {"euro"}:
        value = value_with_unit("1", token.low)
        return Token(f"{before.text} {token.text}", str(value), "value", value=value)
    if is_one and (zeros := zeros_of_scale_word(token.low, language)) is not None:
        value = Value("number", format_decimal(Decimal(1).scaleb(zeros)))
        return Token(f"{before.text} {token.text}", str(value), "value", value=value)
    if before.kind != "value" or before.value is None:
        return None
    # "$5", and not "5 €": of "Erwachsene 5 € K 3 €" no letter multiplies.
    is_currency = before.value.kind in CURRENCIES.values() and before.text[-1:].isdigit()
    if before.value.kind != "number" and not is_currency:
        return None
    if (zeros := zeros_of_scale_word(token.low, language, is_currency=is_currency)) is not None:
        value = Value(before.value.kind, format_decimal(Decimal(before.value.amount).scaleb(zeros)))
        return Token(f"{before.text} {token.text}", str(value), "value", value=value)
    if is_currency:
        return None
    value = value_with_unit(before.value.amount, token.low)
    return None if value is None else Token(f"{before.text} {token.text}", str(value), "value", value=value)


RANGE_WORDS = frozenset({"until", "and", "or", "to", "-"})


def complete_ranges(tokens: list[Token]) -> list[Token]:
    """ "von 8 bis 22 Uhr": the first number is of the second one's kind."""
    for index in range(len(tokens) - 2):
        first, middle, last = tokens[index : index + 3]
        rises = middle.key == "on" and index > 0 and tokens[index - 1].key == "from"  # "von 21 auf 27 Prozent"
        if (
            first.value is not None
            and last.value is not None
            and first.value.kind == "number"
            and (middle.key in RANGE_WORDS or rises)
            and last.value.kind not in {"number", "date", "ordinal"}
        ):  # fmt: skip
            value = value_of_same_kind(first.value.amount, last)
            tokens[index] = replace(first, key=str(value), value=value)
    return tokens


def value_of_same_kind(amount: str, last: Token) -> Value:
    if last.value is not None and last.value.kind == "clock":
        return Value("clock", f"{amount}:00")
    unit = last.text.split(" ")[-1]
    return value_with_unit(amount, unit) or Value("number", amount)
