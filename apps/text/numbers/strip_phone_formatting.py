"""Strips the formatting from a telephone number: what is dialled is left.

Which figures of a text are one, each room decides for itself, because they err on different sides. What masks personal
data takes too many (`apps/chat/privacy`). What checks a rewrite keeps short ones, such as 115, that people are told to
call (`apps/simplify/checks`). Keys of the index are stored and so keep their form
(`apps/text/normalise_identifiers.py`). The ranking asks whether a text gives any number to call at all
(`apps/llm/offline/ranking`). The contact in the settings is read as one wherever it has enough figures
(`apps/chat/rendering`).
"""

import re

NOT_DIALLED = re.compile(r"[^\d+]")


def strip_phone_formatting(number: str) -> str:
    """The figures that a telephone dials, with the plus in front of a country: "(030) 12 34-0" is "03012340"."""
    return NOT_DIALLED.sub("", number)
