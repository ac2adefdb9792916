"""The sections of a number format: for what is positive, negative, zero, and text. Source: ECMA-376-1, 18.8.31."""

import re
from functools import lru_cache

SECTIONS = re.compile(r"(?:\"[^\"]*\"|\\.|[^;\"\\])*+")
CONDITION = re.compile(r"\[(<=|>=|<>|=|<|>)\s*(-?\d+(?:\.\d+)?)\]")
CURRENCY = re.compile(r"\[\$([^\[\]\"-]+)(?:-[^\[\]]*)?\]")
IN_BRACKETS = re.compile(r"\[[^\[\]]*\]")
COMPARED = {
    "=": float.__eq__, "<>": float.__ne__, "<": float.__lt__, ">": float.__gt__, "<=": float.__le__, ">=": float.__ge__,
}  # fmt: skip


@lru_cache(maxsize=1_000)
def split_format_sections(form: str) -> tuple[str, ...]:
    """Splits a format at its semicolons: one section each for positive numbers, negative ones, zero and text."""
    return tuple(found[0] for found in SECTIONS.finditer(form) if found.start() == 0 or form[found.start() - 1] == ";")


def section_for_value(value: float, sections: tuple[str, ...]) -> str:
    """Empty where each has a condition that the number does not meet: a sheet has no form for it then."""
    if any("[" in section for section in sections) and any(map(CONDITION.search, sections)):
        conditions = [CONDITION.search(section) for section in sections]
        for section, said in zip(sections, conditions, strict=True):
            if said is None or COMPARED[said[1]](value, float(said[2])):
                return section
        return ""
    if value < 0 and len(sections) > 1:
        return sections[1]
    return sections[2] if value == 0 and len(sections) > 2 else sections[0]


def strip_format_brackets(section: str) -> str:
    """Strips colours, conditions and languages; the sign of a currency, `[$€-407]`, becomes quoted text."""
    return IN_BRACKETS.sub("", CURRENCY.sub(r'"\1"', section))


def hides_all_values(form: str) -> bool:
    return form.strip() == ";;;"
