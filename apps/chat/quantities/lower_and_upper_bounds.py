"""Tells whether a quantity is a lower or an upper bound: "mindestens 3", "bis zu 3", "nicht mehr als 3"."""

import re
from typing import Literal

WORDS = r"""
    \b(?=[^\W\d_])(?P<no>\b(?:nicht|kein\w*|not|no)\s+)?\b(?:
      (?P<least>mindestens|wenigstens|ab|über|at\s+least|over|(?:mehr|länger|älter|höher|more|longer|older)\s+(?:als|than))
    | (?P<most>höchstens|maximal|längstens|bis\s+zu|unter|at\s+most|up\s+to|under
        |(?:weniger|kürzer|jünger|niedriger|less|shorter|younger)\s+(?:als|than))
    )\b"""
BEFORE = re.compile(
    rf"{WORDS}\s+(?:(?:zu|einem|einer|dem|der|rund|etwa|alter|von|a|the|age|of)\s+){{0,4}}\Z",
    re.IGNORECASE | re.VERBOSE,
)
ANYWHERE = re.compile(WORDS, re.IGNORECASE | re.VERBOSE)
FURTHEST = 60


def bound_before(text: str, start: int) -> Literal["least", "most"] | None:
    """What the words right before a figure at `start` make of it."""
    found = BEFORE.search(text[max(0, start - FURTHEST) : start])
    if found is None:
        return None
    return "least" if bool(found["least"]) != bool(found["no"]) else "most"


def has_bound(text: str) -> bool:
    return ANYWHERE.search(text) is not None


def without_bounds(text: str) -> str:
    return ANYWHERE.sub(" ", text)
