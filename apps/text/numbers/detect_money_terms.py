"""Detects whether a text speaks of money: by a word for what is paid, or by a currency."""

import re

from apps.text.numbers.units import MONEY, unit_alternation

PRICE_WORDS = (
    r"gebühr|preis|kosten|kostet|entgelt|beitrag|beiträge|miete|pacht|eintritt|pfand|ermäßig|zuschuss|zuschlag"
    r"|lohn\b|löhne\b|tarif|steuer\b|steuern\b|\bfees?\b|\bprices?\b|\bcosts?\b|\bcharges?\b|\brents?\b|\bwages?\b"
)
NAMES_PRICE = re.compile(PRICE_WORDS, re.IGNORECASE)
NAMES_MONEY = re.compile(rf"{PRICE_WORDS}|(?<!\w)(?:{unit_alternation(MONEY)})", re.IGNORECASE)


def names_price(text: str) -> bool:
    """Whether it has a word for what is paid, such as "Gebühr"."""
    return NAMES_PRICE.search(text) is not None


def names_money(text: str) -> bool:
    """Whether it has such a word, or a currency."""
    return NAMES_MONEY.search(text) is not None
