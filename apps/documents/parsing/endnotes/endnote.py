"""An endnote: its mark, what it says, and where it is named."""

from typing import NamedTuple


class Endnote(NamedTuple):
    """`before` is the text of its paragraph before the mark, from the mark of the endnote before it on."""

    mark: str
    text: str
    before: str


ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def roman_numeral(number: int) -> str:
    """Small Roman figures, as programs count endnotes."""
    figures = ""
    for value, sign in ROMAN:
        figures += sign * (number // value)
        number %= value
    return figures
