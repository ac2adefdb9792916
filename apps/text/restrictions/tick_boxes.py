"""Boxes to tick: only what is ticked is said, whatever stands behind the free ones."""

import re

FREE, TICKED = "☐", ("☒", "☑")
BOX = re.compile(f"[{FREE}{''.join(TICKED)}]")
FREE_OPTION = re.compile(f"{FREE}[^{FREE}{''.join(TICKED)}]*+")
BETWEEN_PARAGRAPHS = "\n\n"


def as_ticked(text: str) -> str:
    """The sentence of a form without its boxes and the options whose box is free; as it is where none is ticked."""
    if not any(sign in text for sign in TICKED):
        return text
    return " ".join(BOX.sub(" ", FREE_OPTION.sub(" ", text)).split())


def is_behind_free_box(text: str, place: int) -> bool:
    """Whether the last box of the paragraph before this place is free: what stands there is offered and not said."""
    start = max(text.rfind(BETWEEN_PARAGRAPHS, 0, place), 0)
    free = text.rfind(FREE, start, place)
    return free >= 0 and free > max(text.rfind(sign, start, place) for sign in TICKED)
