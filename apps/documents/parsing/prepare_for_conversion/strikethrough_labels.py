"""Labels struck-through sentences as struck, so that nobody takes them for text that is in force."""

import re
from collections.abc import Sequence

from apps.text.grammar.split_sentences import STRUCK_BEGINS, STRUCK_ENDS

BRACKETS = str.maketrans("[]", "()")
SEAM = "\x1f"
"""Between the parts of a text; no character of XML."""
NEXT_SENTENCE = re.compile(rf"(?<=[.!?])([\s{SEAM}]+)(?=[\"„“»(]?[A-ZÄÖÜ])")
OUTER = re.compile(rf"([\s{SEAM}]*)(.*?)([\s{SEAM}]*)", re.DOTALL)


def label_struck_sentences(parts: Sequence[str]) -> list[str]:
    """The parts of struck text, with a mark around each sentence; white space at its ends, which parts words, outside.

    As they are where no word is struck.
    """
    text = SEAM.join(parts).translate(BRACKETS)
    found = OUTER.fullmatch(text)
    if found is None or not any(map(str.isalnum, text)):
        return list(parts)
    inner = NEXT_SENTENCE.sub(rf"{STRUCK_ENDS}\1{STRUCK_BEGINS}", found[2])
    return f"{found[1]}{STRUCK_BEGINS}{inner}{STRUCK_ENDS}{found[3]}".split(SEAM)
