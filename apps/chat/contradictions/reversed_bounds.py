"""Detects claims that reverse a bound or an order of the quoted source: at least for at most, before for after."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.chat.contradictions.changed_negations import contains_denial
from apps.chat.quantities.lower_and_upper_bounds import bound_before, has_bound, without_bounds
from apps.chat.quantities.numbers_dates_and_sections import StatedQuantity, stated_quantities
from apps.text.word_stems import fold, stem

ORDER = re.compile(
    r"\b(?:(?P<before>vor|before)|(?:nach|after))\s+(?:(?:de[mnrs]|einer?|einem|the|an?)\s+){0,2}(?P<what>[^\W\d_]{4,})",
    re.IGNORECASE,
)

RESTRICTING = re.compile(r"\b(?:nur|erst|lediglich|ausschließlich|allein|only)\b", re.IGNORECASE)
"""Words that narrow what is said and do not turn it into its opposite."""
IN_TIME = re.compile(
    r"\b(?:(?P<latest>spätestens|at\s+the\s+latest|no\s+later\s+than)|frühestens|at\s+the\s+earliest|no\s+earlier\s+than)"
    r"\s+(?:(?:zu[mr]?|nach|am|im|in|ab|von|dem|der|on|by|after|the)\s+){0,3}\Z",
    re.IGNORECASE,
)
FURTHEST = 40
"""Characters between such a word and the beginning of what it bounds."""


@dataclass(frozen=True, slots=True)
class BoundedFigure:
    """A figure that is the least, or the most."""

    figure: StatedQuantity
    is_least: bool


def reverses_statement(claim: str, quoted: Sequence[str]) -> bool:
    """True when the claim says of a figure or an event the opposite of what the quoted sentences say of it.

    "Unter 18 frei" and "ab 18 kostenpflichtig" are the same: one of them denies.
    """
    if not (has_bound(claim) or ORDER.search(claim) or has_time_bound(claim)):
        return False
    told = "\n".join(quoted)
    if is_denial_without_bounds(claim) != is_denial_without_bounds(told):
        return False
    return reverses_bound(claim, told) or reverses_order(claim, told) or reverses_time_bound(claim, told)


def is_denial_without_bounds(text: str) -> bool:
    """ "Nur ab 18" and "unter 18 nicht" are the same: one of them denies, and the other only narrows."""
    return contains_denial(RESTRICTING.sub(" ", without_bounds(text)))


def has_time_bound(text: str) -> bool:
    return "estens" in text or " the latest" in text or " the earliest" in text or " no " in text


def reverses_bound(claim: str, told: str) -> bool:
    claimed = bounded_figures(claim)
    return reverses_any_figure(claimed, bounded_figures(told) if claimed else [])


def reverses_time_bound(claim: str, told: str) -> bool:
    """ "Spätestens einen Monat nach X" and "frühestens einen Monat nach X"."""
    claimed = time_bounded_figures(claim) if has_time_bound(claim) else []
    return reverses_any_figure(claimed, time_bounded_figures(told) if claimed else [])


def reverses_any_figure(claimed: Sequence[BoundedFigure], known: Sequence[BoundedFigure]) -> bool:
    """Whether one of the figures is known in the other direction alone."""
    return any(
        directions == {not one.is_least}
        for one in claimed
        if (directions := {other.is_least for other in known if one.figure.proves & other.figure.states})
    )


def time_bounded_figures(text: str) -> list[BoundedFigure]:
    """Figures with a word that makes them the first or the last moment."""
    before = [(one, IN_TIME.search(text[max(0, one.start - FURTHEST) : one.start])) for one in stated_quantities(text)]
    return [BoundedFigure(one, is_least=not found["latest"]) for one, found in before if found]


def bounded_figures(text: str) -> list[BoundedFigure]:
    found = []
    for written in stated_quantities(text):
        bound = bound_before(text, written.start)
        if bound:
            found.append(BoundedFigure(written, is_least=bound == "least"))
    return found


def reverses_order(claim: str, told: str) -> bool:
    claimed, known = order_statements(claim), order_statements(told)
    return any((not is_before, what) in known and (is_before, what) not in known for is_before, what in claimed)


def order_statements(text: str) -> set[tuple[bool, str]]:
    return {(bool(found["before"]), stem(fold(found["what"]))) for found in ORDER.finditer(text)}
