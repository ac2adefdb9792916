"""Selects the amounts, times, days, rates and shares among the words of a fact."""

import re
from collections.abc import Iterator, Sequence

from apps.text.entailment.both_languages.normalise_amount_bounds import WEEKDAYS
from apps.text.entailment.tokens.token import Token

REFERENCES = frozenset(
    """
    § abs absatz nr nummer satz art artikel seite s buchstabe anlage ziffer kapitel teil fassung version section
    article paragraph page annex chapter table figure tabelle abbildung
    """.split()  # noqa: SIM905 - a list of words to be read
)
"""A number after one of them names a place in a text, and no amount."""
TIMES_AS_MUCH = re.compile(r"(?!ein|mehr|viel)\w+fach")
"""Keys such as "zweifach", which stands for "doppelt", too."""
YEAR = re.compile(r"number:(?:1[89]|20)\d\d")
KINDS = {
    "days": "duration",
    "working_days": "duration",
    "business_days": "duration",
    "months": "duration",
    "minutes": "duration",
    "permille": "percent",
    "times": "share",
}
"""Kinds of values that stand for each other: 2 months instead of 2 days, three times instead of once (a word)."""
WEEKDAY_KEYS = frozenset({*WEEKDAYS, *WEEKDAYS.values()})
RATES = frozenset({"daily", "weekly", "monthly", "yearly", "per_day", "per_hour"})
SHARES = frozenset(
    "hälfte drittel viertel fünftel zehntel half third quarter once twice".split()  # noqa: SIM905
)


def select_amounts(words: Sequence[Token]) -> Iterator[Token]:
    """Yields all but years, and numbers that name a place in a text or count nothing."""
    before = ""
    for place, token in enumerate(words):
        is_bare = token.value is not None and token.value.kind in {"number", "ordinal"}
        following = words[place + 1 : place + 3]
        if not is_bare or (
            place and before not in REFERENCES and (counts_following_noun(token, following) or is_scaled_number(token))
        ):
            yield token
        before = token.key if not is_bare and token.key not in {"and", "until", "to"} else before


def is_scaled_number(number: Token) -> bool:
    """ "5.8 million are considered unhealthy": what was counted stands before."""
    return number.text[-1:].isalpha() and any(sign.isdigit() for sign in number.text)


def counts_following_noun(number: Token, following: Sequence[Token]) -> bool:
    """ "10 Personen", "10 volle Tage": a number without a unit, a noun after it."""
    return not YEAR.fullmatch(number.key) and any(token.kind == "noun" for token in following)


def kind_and_key(token: Token) -> tuple[str, str] | None:
    """The kind and key of an amount, a date, a time, a weekday, a rate or a share; None for any other word."""
    if token.value is not None and token.value.kind != "ordinal":
        return KINDS.get(token.value.kind, token.value.kind), token.key
    if token.key in SHARES or (token.kind == "adj" and TIMES_AS_MUCH.fullmatch(token.key)):
        return "share", token.key
    if all(day in WEEKDAY_KEYS for day in token.key.split("-")):
        return "weekday", token.key
    return ("rate", token.key) if token.key in RATES else None
