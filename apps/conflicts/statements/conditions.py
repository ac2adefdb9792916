"""Recognises the conditions under which a statement holds: for whom, when, and whether it is in force at all.

The words are in conditions.tsv.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

from apps.text.numbers.calendar_names import ENGLISH_MONTHS, GERMAN_MONTHS, in_title_case

MONTH_SPAN = re.compile(
    rf"\b({in_title_case(*GERMAN_MONTHS, *ENGLISH_MONTHS)}|Easter|Ostern)\b(?: \d{{4}})?"
    r"\s?(?:bis|–|-|to|until|and|und)\s(?:the end of |Ende )?(\w+)\b"
)
LETTERS_OF_MONTH = 3
YEAR = re.compile(r"\b(?:19|20)\d\d(?:[/–-]\d\d(?:\d\d)?)?\b")
KEPT = 4_000


@cache
def patterns(sort: str) -> dict[str, re.Pattern[str]]:
    """By name."""
    lines = (Path(__file__).parent / "conditions.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: re.compile(rf"\b(?:{words})") for of_sort, name, words in rows if of_sort == sort}


@lru_cache(maxsize=KEPT)
def named(text: str, sort: str) -> frozenset[str]:
    """What it names of a `sort`: "group" ("child", "resident"), "season" ("winter", and spans of months such as
    "apr-sep") or "case" ("net", "renewal")."""
    spans = MONTH_SPAN.finditer(text) if sort == "season" else ()
    months = (f"{found[1][:LETTERS_OF_MONTH]}-{found[2][:LETTERS_OF_MONTH]}".lower() for found in spans)
    return frozenset({name for name, pattern in patterns(sort).items() if pattern.search(text)} | set(months))


@lru_cache(maxsize=KEPT)
def years_of(text: str) -> frozenset[str]:
    """ "2025", "2025/26"."""
    return frozenset(found[0] for found in YEAR.finditer(text))


def may_not_hold(text: str) -> bool:
    """It reports what was, or says what somebody wants or plans."""
    return bool(named(text, "not_held"))


def is_rough(text: str) -> bool:
    """ "rund 2,7 Millionen Euro"."""
    return bool(named(text, "rough"))
