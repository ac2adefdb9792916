"""Figures with decimals that a question states: a text that holds one of them, in whatever notation, comes first."""

from apps.text.numbers.figures_in_one_form import figures

WITH_DECIMALS = "="
LONGEST_QUESTION = 2_000
"""Characters of a question that are looked at."""


def stated_figures(question: str) -> frozenset[str]:
    """Without "2.500", which may be a whole number."""
    found = figures(question[:LONGEST_QUESTION])
    return frozenset(each for each in found if each.startswith(WITH_DECIMALS) and times_thousand(each) not in found)


def times_thousand(figure: str) -> str:
    whole, _, fraction = figure.removeprefix(WITH_DECIMALS).partition(".")
    return f"{whole}{fraction:0<3}"


def shares_of_figures(stated: frozenset[str], texts: list[str]) -> list[float]:
    """The share of the figures that each text holds."""
    return [len(stated & figures(text)) / len(stated) for text in texts]
