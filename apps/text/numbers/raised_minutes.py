"""Writes times whose minutes are raised, "8³⁰ Uhr", with a colon: as plain figures they would be the mark of a note."""

import re

AS_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", "\ue000\ue001")
MINUTES = "(?:[⁰¹²³⁴⁵][⁰¹²³⁴-⁹]|\ue000[0-5][0-9]\ue001)"
"""Raised by characters of their own, or between the signs that readers of files put around what is raised."""
HOUR = r"(?<![\d.,:])(?:[01]?\d|2[0-4])"
RAISED_MINUTES = re.compile(rf"({HOUR})({MINUTES})(?![\d⁰¹²³⁴-⁹])")
HOUR_AT_END = re.compile(rf"{HOUR}\Z")
BLANK = r"\s{0,4}"
TIME = rf"\d{{1,2}}(?:[:.]\d\d|{MINUTES})"
CLOCK_FOLLOWS = re.compile(
    rf"(?:{BLANK}(?:(?:[–—-]|bis){BLANK}(?:{TIME}|\d{{1,2}})|(?:[,/]|und|oder){BLANK}{TIME})){{0,6}}{BLANK}Uhr\b"
)
"""Behind raised minutes, perhaps behind further times: "8⁰⁰ – 12³⁰ Uhr"."""
LONGEST_HOUR = 3
"""Characters that are looked at: two figures and what stands before them."""


def write_raised_minutes(text: str) -> str:
    """Returns "8:00" for "8⁰⁰" where a clock is named behind it; what else is raised stays."""
    if "Uhr" not in text:
        return text
    return RAISED_MINUTES.sub(write_time, text)


def write_time(found: re.Match[str]) -> str:
    if CLOCK_FOLLOWS.match(found.string, found.end()) is None:
        return found[0]
    return f"{found[1]}:{found[2].translate(AS_PLAIN)}"


def may_be_minutes(before: str, raised: str) -> bool:
    """Whether the raised figure, in plain digits, could be the minutes of an hour that ends the text before it."""
    is_minute = len(raised) == 2 and raised.isdecimal() and raised < "60"
    return is_minute and HOUR_AT_END.search(before, max(0, len(before) - LONGEST_HOUR)) is not None
