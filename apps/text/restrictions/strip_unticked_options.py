"""Strips options with unticked boxes from a form's text: only what is ticked is said."""

import re

FREE, TICKED = r"☐|\[ \]", r"[☒☑]|\[[xX]\]"
"""As signs and as Markdown writes them."""
BOX = re.compile(rf"(?P<free>{FREE})|{TICKED}")
IS_TICKED = re.compile(TICKED)
FREE_OPTION = re.compile(rf"(?:{FREE})(?:(?!{FREE}|{TICKED})[\s\S])*+")
BETWEEN_PARAGRAPHS = "\n\n"


def strip_unticked_options(text: str) -> str:
    """The sentence of a form without its boxes and the options whose box is free; as it is where none is ticked."""
    if IS_TICKED.search(text) is None:
        return text
    return " ".join(BOX.sub(" ", FREE_OPTION.sub(" ", text)).split())


def is_behind_free_box(text: str, place: int) -> bool:
    """Whether the last box of the paragraph before this place is free: what stands there is offered and not said."""
    start = max(text.rfind(BETWEEN_PARAGRAPHS, 0, place), 0)
    boxes = [found["free"] for found in BOX.finditer(text, start, place)]
    return bool(boxes and boxes[-1])
