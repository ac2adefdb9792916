"""Numbers that a sheet shows as words or with leading zeros: a postcode 1587 is 01587, a zero may be "entfällt"."""

import re
from math import floor

LITERAL = re.compile(r"\"([^\"]*)\"|\\(.)|[_*].|([-+/(): ])")
"""What is shown as it stands; widths and fillers are not."""
MOST_DIGITS = 30
SHIELDED_ZERO = "\x00"


def literal_words(section: str) -> str:
    """Returns the words shown in place of a number; empty where it shows digits, or signs alone."""
    if LITERAL.sub("", section):
        return ""
    text = literal_text(section).strip()
    return text if any(map(str.isalpha, text)) else ""


def literal_text(section: str) -> str:
    return "".join(one or other or sign or "" for one, other, sign in LITERAL.findall(section))


def fixed_digit_count(section: str) -> int:
    """How many digits it always shows; 0 where it is no row of zeros that is longer than one."""
    rest = LITERAL.sub("", section)
    return len(rest) if 1 < len(rest) <= MOST_DIGITS and not rest.strip("0") else 0


def pad_with_zeros(value: float, section: str) -> str:
    """The digits in place of the zeros, from the last one on."""
    digits = list(f"{floor(abs(value) + 0.5):0{fixed_digit_count(section)}d}")
    parts, zeros = re.split(r"(0)", LITERAL.sub(shield_literal_zeros, section)), fixed_digit_count(section)
    told = []
    for part in reversed(parts):
        if part == "0":
            zeros -= 1
            told.append(digits.pop() if zeros else "".join(digits))
        else:
            told.append(part)
    text = "".join(reversed(told)).replace(SHIELDED_ZERO, "0").strip()
    return f"-{text}" if value < 0 and not text.startswith("-") else text


def shield_literal_zeros(found: re.Match[str]) -> str:
    """What is shown of a literal, with its zeros told from those that stand for digits."""
    return (found[1] or found[2] or found[3] or "").replace("0", SHIELDED_ZERO)
