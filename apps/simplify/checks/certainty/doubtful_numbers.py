"""Figures that a rewrite may say in other words: 12 Monate and ein Jahr; "zwei Bedingungen" that are listed."""

import re
from fractions import Fraction

from apps.simplify.text.violation import Violation

DAYS = {"tag": 1, "kalendertag": 1, "woche": 7, "kalenderwoche": 7}
MONTHS = {"monat": 1, "kalendermonat": 1, "lebensmonat": 1, "quartal": 3, "vierteljahr": 3, "halbjahr": 6, "jahr": 12,
          "kalenderjahr": 12, "lebensjahr": 12}  # fmt: skip
MINUTES = {"minute": 1, "stunde": 60}
SCALES = (("day", DAYS), ("month", MONTHS), ("minute", MINUTES))
IN_WORDS = {
    "2": r"beid\w*|doppelt\w*|zweit\w*|zweimal|Paar",
    "1": r"ein\w*|einzeln\w*|jede\w*|erst\w*",
    "0": r"kein\w*|nicht\w*|kostenlos\w*|frei",
    "12 monat": r"Jahr\w*|jährlich\w*",
    "1 jahr": r"jährlich\w*|Jahre?s?",
    "1 monat": r"monatlich\w*|Monate?s?",
    "1 tag": r"täglich\w*|Tage?s?",
    "1 woche": r"wöchentlich\w*|Woche",
    "18 jahr": r"volljährig\w*|erwachsen\w*|minderjährig\w*",
    "50 prozent": r"Hälfte|halb\w*",
    "100 prozent": r"voll\w*|ganz\w*|alle\w*",
}
"""Words that may say a figure."""
HALF_A_YEAR = re.compile(r"\bhalbe[nrs]? Jahre?s?\b", re.IGNORECASE)
COUNTED = re.compile(
    r"\b(?:zwei|drei|vier|fünf|sechs|2|3|4|5|6)\s(?:\w+\s)?(?:Bedingung|Voraussetzung|Fall|Fäll|Möglichkeit|Grund"
    r"|Gründ|Punkt|Ding|Schritt|Weg|Ausnahme|Regel|Art|Teil|Sache|Aufgabe|Pflicht|Angabe|Folge|Wahl|Stelle|Unterlage"
    r"|Seite|Recht)\w*"
)
"""What a rewrite counts that lists it."""


def is_doubtful_number(one: Violation, before: str, after: str) -> bool:
    if one.before and one.after:
        return same_time(one.before, one.after) or is_half(one.before, one.after, before, after)
    if one.before:
        return is_in_words(one.before, after)
    return is_in_words(one.after or "", before) or counts_its_list(one.after or "", before, after)


def is_half(quantity: str, other: str, before: str, after: str) -> bool:
    """ "die Hälfte" and 50 Prozent; "sechs Monate" and "ein halbes Jahr", of which "ein Jahr" is read."""
    pair = {quantity, other}
    return pair == {"1/2", "50 prozent"} or (
        pair == {"6 monat", "1 jahr"} and HALF_A_YEAR.search(f"{before} {after}") is not None
    )


def is_in_words(quantity: str, other: str) -> bool:
    said = IN_WORDS.get(quantity)
    return said is not None and re.search(rf"\b(?:{said})\b", other, re.IGNORECASE) is not None


def counts_its_list(quantity: str, before: str, after: str) -> bool:
    """ "Dafür gelten zwei Bedingungen:" names no figure of the text."""
    return quantity in {"2", "3", "4", "5", "6"} and bool(COUNTED.search(after)) and not COUNTED.search(before)


def same_time(one: str, other: str) -> bool:
    """12 Monate and 1 Jahr, 2 Wochen and 14 Tage: the same period, though days may be counted otherwise."""
    amounts = amount(one), amount(other)
    return None not in amounts and amounts[0] == amounts[1]


def amount(quantity: str) -> tuple[str, Fraction] | None:
    """The period in days, months or minutes; None for what is none."""
    value, _blank, unit = quantity.partition(" ")
    if not re.fullmatch(r"\d+(?:[.]\d+)?", value):
        return None
    return next(((name, Fraction(value) * units[unit]) for name, units in SCALES if unit in units), None)
