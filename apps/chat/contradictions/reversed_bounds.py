"""Reversed bounds: words that turn a statement round (at least and at most, over and under, before and after)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.chat.contradictions.negations import denies
from apps.chat.quantities.lower_and_upper_bounds import bound_before, has_bound, without_bounds
from apps.chat.quantities.stated_quantities import StatedQuantity, stated_quantities
from apps.text.word_stems import fold, stem

ORDER = re.compile(
    r"\b(?:(?P<before>vor|before)|(?:nach|after))\s+(?:(?:de[mnrs]|einer?|einem|the|an?)\s+){0,2}(?P<what>[^\W\d_]{4,})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BoundedFigure:
    """A figure that is the least, or the most."""

    figure: StatedQuantity
    is_least: bool


def reverses_statement(claim: str, quoted: Sequence[str]) -> bool:
    """True when the claim says of a figure or an event the opposite of what the quoted sentences say of it.

    "Unter 18 frei" and "ab 18 kostenpflichtig" are the same: one of them denies.
    """
    if not (has_bound(claim) or ORDER.search(claim)):
        return False
    told = "\n".join(quoted)
    if denies(without_bounds(claim)) != denies(without_bounds(told)):
        return False
    return turns_a_bound(claim, told) or turns_an_order(claim, told)


def turns_a_bound(claim: str, told: str) -> bool:
    claimed = bounded(claim)
    known = bounded(told) if claimed else []
    return any(
        directions == {not one.is_least}
        for one in claimed
        if (directions := {other.is_least for other in known if one.figure.proves & other.figure.states})
    )


def bounded(text: str) -> list[BoundedFigure]:
    found = []
    for written in stated_quantities(text):
        bound = bound_before(text, written.start)
        if bound:
            found.append(BoundedFigure(written, is_least=bound == "least"))
    return found


def turns_an_order(claim: str, told: str) -> bool:
    claimed, known = orders(claim), orders(told)
    return any((not is_before, what) in known and (is_before, what) not in known for is_before, what in claimed)


def orders(text: str) -> set[tuple[bool, str]]:
    return {(bool(found["before"]), stem(fold(found["what"]))) for found in ORDER.finditer(text)}
