"""Scores texts by the share of a question's decimal numbers that they hold, in whatever notation.

Times, days and numbers of sections, rooms or tariffs are no such figures, and 3.5 tonnes are not 3.5 per cent.
"""

import re

from apps.text.numbers.normalise_figures import normalised_figures_with_ends
from apps.text.numbers.units import units_by_spelling

WITH_DECIMALS = "="
LONGEST_QUESTION = 2_000
"""Characters of a question that are looked at."""
NO_AMOUNT = re.compile(
    r"(?:§|\b(?:abschnitt|anlage|artikel|item|kapitel|no|nr|number|nummer|paragra(?:f|ph)|point|punkt|raum|room|section"
    r"|tabelle|tarif|version|ziffer|zimmer)\b[.]?)\s*\d[\d.,]*"
    r"|\b(?:um|at)\s+\d{1,2}[.]\d\d\b"
    r"|\b(?:\d{1,2}[.]\d\d\s*(?:bis|und|to|-|–)\s*)?\d{1,2}[.]\d\d\s*(?:uhr|h|[ap][.]?m)\b"
    r"|\b(?:am|ab|bis|de[mnr]|seit|vom|zum|by|on|until)\s+\d{1,2}[.](?:0?[1-9]|1[0-2])(?!\d|[.,]\d|\s*(?:€|eur))",
    re.IGNORECASE,
)
UNITS = {spelling: unit.name for spelling, unit in units_by_spelling(with_ambiguous=True).items()} | {
    word: scale
    for scale, words in {"million": "mio million millionen", "milliard": "mrd milliarde milliarden"}.items()
    for word in words.split()
}
WORD_BEHIND = re.compile(r"\s?([€%‰$£]|c?m[23²³]|[^\W\d_]+)")
Figure = tuple[str, str]
"""In its one form, and its unit: empty where none stands behind it that is known."""


def stated_figures(question: str) -> frozenset[Figure]:
    """Returns the decimal figures of a question, without "2.500", which may be a whole number."""
    found = figures_and_units(NO_AMOUNT.sub(" ", question[:LONGEST_QUESTION]))
    forms = {form for form, _ in found}
    return frozenset(
        (form, unit) for form, unit in found if form.startswith(WITH_DECIMALS) and times_thousand(form) not in forms
    )


def figures_and_units(text: str) -> set[Figure]:
    return {(form, unit_behind(text, end)) for form, end in normalised_figures_with_ends(text)}


def unit_behind(text: str, end: int) -> str:
    word = WORD_BEHIND.match(text, end)
    return UNITS.get(word[1].casefold(), "") if word else ""


def times_thousand(figure: str) -> str:
    whole, _, fraction = figure.removeprefix(WITH_DECIMALS).partition(".")
    return f"{whole}{fraction:0<3}"


def shares_of_figures(stated: frozenset[Figure], texts: list[str]) -> list[float]:
    """The share of the figures that each text holds."""
    return [share_of_figures(stated, figures_and_units(text)) for text in texts]


def share_of_figures(stated: frozenset[Figure], held: set[Figure]) -> float:
    """A unit that is missing on one side may be any."""
    same = (any(form == other and (unit == its or not (unit and its)) for other, its in held) for form, unit in stated)
    return sum(same) / len(stated)
