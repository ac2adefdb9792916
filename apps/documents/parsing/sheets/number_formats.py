"""Numbers that a sheet shows as words or with leading zeros: a postcode 1587 is 01587, a zero may be "entfällt".

All other numbers stay as they are stored. Source: ECMA-376, part 1, 18.8.31 (number formats).
"""

import re
from functools import lru_cache
from math import floor, isfinite

from apps.documents.parsing.sheets.stored_cell_text import Cell

SECTIONS = re.compile(r"(?:\"[^\"]*\"|\\.|[^;\"\\])*+")
CONDITION = re.compile(r"\[(<=|>=|<>|=|<|>)\s*(-?\d+(?:\.\d+)?)\]")
IN_BRACKETS = re.compile(r"\[[^\[\]]*\]")
LITERAL = re.compile(r"\"([^\"]*)\"|\\(.)|[_*].|([-+/(): ])")
"""What is shown as it stands; widths and fillers are not."""
COMPARED = {
    "=": float.__eq__, "<>": float.__ne__, "<": float.__lt__, ">": float.__gt__, "<=": float.__le__, ">=": float.__ge__,
}  # fmt: skip
MOST_DIGITS = 30
SHIELDED_ZERO = "\x00"


@lru_cache(maxsize=1_000)
def sections_of(form: str) -> tuple[str, ...]:
    """For what is positive, negative, zero, and text."""
    return tuple(found[0] for found in SECTIONS.finditer(form) if found.start() == 0 or form[found.start() - 1] == ";")


def hides_all(form: str) -> bool:
    return form.strip() == ";;;"


def says_more(form: str) -> bool:
    """Whether some number is shown otherwise than by its digits."""
    return hides_all(form) or any(
        words_of(section) or zeros_of(section) for section in map(without_brackets, sections_of(form))
    )


def shown(value: float, form: str) -> str | None:
    """None where its digits are shown, in whatever notation."""
    section = without_brackets(section_for(float(value), sections_of(form)))
    if words := words_of(section):
        return words
    return padded(value, section) if zeros_of(section) and isfinite(value) else None


def section_for(value: float, sections: tuple[str, ...]) -> str:
    """Empty where each has a condition that the number does not meet: a sheet has no form for it then."""
    conditions = [CONDITION.search(section) for section in sections]
    if any(conditions):
        for section, said in zip(sections, conditions, strict=True):
            if said is None or COMPARED[said[1]](value, float(said[2])):
                return section
        return ""
    if value < 0 and len(sections) > 1:
        return sections[1]
    return sections[2] if value == 0 and len(sections) > 2 else sections[0]


def without_brackets(section: str) -> str:
    """Without colours, conditions and languages."""
    return IN_BRACKETS.sub("", section)


def words_of(section: str) -> str:
    """Those it shows in place of a number; empty where it shows digits, or signs alone."""
    if LITERAL.sub("", section):
        return ""
    text = literals(section).strip()
    return text if any(map(str.isalpha, text)) else ""


def literals(section: str) -> str:
    return "".join(one or other or sign or "" for one, other, sign in LITERAL.findall(section))


def zeros_of(section: str) -> int:
    """How many digits it always shows; 0 where it is no row of zeros that is longer than one."""
    rest = LITERAL.sub("", section)
    return len(rest) if 1 < len(rest) <= MOST_DIGITS and not rest.strip("0") else 0


def padded(value: float, section: str) -> str:
    """The digits in place of the zeros, from the last one on."""
    digits = list(f"{floor(abs(value) + 0.5):0{zeros_of(section)}d}")
    parts, zeros = re.split(r"(0)", LITERAL.sub(shielded, section)), zeros_of(section)
    told = []
    for part in reversed(parts):
        if part == "0":
            zeros -= 1
            told.append(digits.pop() if zeros else "".join(digits))
        else:
            told.append(part)
    text = "".join(reversed(told)).replace(SHIELDED_ZERO, "0").strip()
    return f"-{text}" if value < 0 and not text.startswith("-") else text


def shielded(found: re.Match[str]) -> str:
    """What is shown of a literal, with its zeros told from those that stand for digits."""
    return (found[1] or found[2] or found[3] or "").replace("0", SHIELDED_ZERO)


def as_shown(value: Cell, form: str) -> Cell:
    """Of any value; one that is not shown at all is empty."""
    if hides_all(form):
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    told = shown(value, form)
    return value if told is None else told
