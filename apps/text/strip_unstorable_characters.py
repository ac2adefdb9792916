"""Strips from texts what the database (NUL, lone surrogates) or XML does not accept, and combining marks without end.

To normalise a run of marks takes time with the square of its length, and no other thread runs meanwhile.
"""

import re
from typing import Any, overload
from unicodedata import combining, normalize

MOST_MARKS = 30
"""Behind each other, as in Unicode's Stream-Safe Text Format (UAX #15); no language writes as many."""
POSSIBLE_RUN = re.compile(r"(?:[^\w\s\x00-\u02ff]|[\uff9e\uff9f]){31,}+")
"""Signs that are neither letters nor blanks, and the two letters that decompose to marks alone."""
FOREIGN_RUN = re.compile("[^\x00-\u02ff]{31}")
"""Contains every POSSIBLE_RUN, and is looked for in a third of the time: most texts have none."""

FORBIDDEN_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""All but Char of XML 1.0, 2.2."""


@overload
def strip_unstorable(value: str, *, nul: str = " ") -> str: ...
@overload
def strip_unstorable(value: Any, *, nul: str = " ") -> Any: ...
def strip_unstorable(value: Any, *, nul: str = " ") -> Any:
    """Replaces such characters in a text, or in data of JSON, by `nul` or a question mark."""
    if isinstance(value, str):
        return value.replace("\0", nul).encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [strip_unstorable(each, nul=nul) for each in value]
    if isinstance(value, dict):
        return {strip_unstorable(key, nul=nul): strip_unstorable(each, nul=nul) for key, each in value.items()}
    return value


def strip_forbidden_in_xml(text: str) -> str:
    """The text with a blank in place of each character that no XML may hold."""
    return FORBIDDEN_IN_XML.sub(" ", text)


def limit_combining_marks(text: str) -> str:
    """The text with at most 30 combining marks behind each other; what is more is left out."""
    return POSSIBLE_RUN.sub(drop_surplus_marks, text) if FOREIGN_RUN.search(text) else text


def drop_surplus_marks(run: re.Match[str]) -> str:
    kept, marks = [], 0
    for sign in run[0]:
        marks = marks + 1 if is_combining_mark(sign) else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def is_combining_mark(sign: str) -> bool:
    """Also of what decomposes to marks, such as the Tibetan vowel sign II, which has no class of its own."""
    return combining(normalize("NFKD", sign)[0]) > 0
