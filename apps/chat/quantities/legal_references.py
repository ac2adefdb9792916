"""Parses §§ and articles: "§ 70 Abs. 1" is "§ 70 I", and states § 70 as well."""

import re
from collections.abc import Iterator

Stated = frozenset[tuple[str, str]]
SECTION_SIGN = r"(?:§§?|\bArt(?:ikel|\.)?|\bParagra(?:f|ph)(?:en)?\b)[ ]{0,3}"
SECTION = (
    rf"{SECTION_SIGN}\d+[a-z]?\b"
    r"(?:[ ]?(?:,|und|bis|oder|[–-])[ ]?(?:§[ ]?)?\d+[a-z]?\b"
    r"|[ ]{1,2}(?:Abs(?:atz|\.)?[ ]{0,2}\d+[a-z]?|(?-i:[IVX]+))\b)*"
)
LONE_SUBSECTION = r"\bAbs(?:atz|\.)[ ]{0,2}\d+[a-z]?\b"
SUBSECTION = re.compile(r"(?<![\w§])\((\d{1,2}[a-z]?)\)")
"""How a law itself numbers the parts of a section."""
PART = re.compile(
    r"(?P<until>bis|[–-])?(?:(?<![ §])[ §]++)?(?<!\d)(?P<number>\d++)(?P<letter>[a-z]?)\b"
    r"|Abs(?:atz|\.)?\s*(?P<subsection>\d+[a-z]?)|(?-i:\b(?P<roman>[IVX]+)\b)",
    re.IGNORECASE,
)
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
LONGEST_RANGE = 100


def parse_section_references(text: str) -> Iterator[tuple[Stated, Stated]]:
    """What each part of "§§ 12 bis 14" or "§ 70 Abs. 1" states, and what proves it; a range states all between."""
    kind = "" if text[:3].lower() == "abs" else "Art" if text[:1] in "aA" else "§"
    last = ""
    for found in PART.finditer(text[2:] if kind == "Art" else text):
        if found["number"]:
            for value in numbers_to(last, found):
                yield single_figure("section", f"{kind} {value}")
            last = found["number"] + found["letter"].lower()
        else:
            part = (found["subsection"] or roman_to_arabic(found["roman"])).lower()
            yield subsection_figures(f"{kind} {last} {part}" if last else "", part)


def numbers_to(last: str, found: re.Match[str]) -> Iterator[str]:
    if found["until"] and last.isdigit() and int(found["number"]) - int(last) <= LONGEST_RANGE:
        yield from (str(number) for number in range(int(last) + 1, int(found["number"])))
    yield found["number"] + found["letter"].lower()


def single_figure(kind: str, value: str) -> tuple[Stated, Stated]:
    states = frozenset({(kind, value)})
    return states, states


def subsection_figures(full: str, part: str) -> tuple[Stated, Stated]:
    """The law's own page says "(3)", where an answer says "§ 70 Abs. 3"."""
    alone = frozenset({("subsection", part)})
    if not full:
        return alone | {("any", part)}, alone | {("any", part)}
    return frozenset({("section", full), ("any", part)}), frozenset({("section", full)}) | alone


def roman_to_arabic(roman: str) -> str:
    return str(ROMAN.index(roman) + 1) if roman in ROMAN else roman
