"""Compares named times without a figure: the weekend that became the end of the year.

The calendar is a closed class of words, alone and in compounds ("Wochenende", "Sommerferien"); dates, weekdays, months
and units beside a number are compared elsewhere.
"""

import re
from collections.abc import Mapping

from apps.simplify.text.rewrite_fidelity_violation import Violation

TIMES: Mapping[str, str] = {
    "weekend": r"wochenend",
    "week": r"woche(?!nend|ntag)|wöchentl",
    "month": r"\w*monat",
    "quarter": r"quartal|vierteljahr|vierteljähr",
    "half-year": r"halbjahr|halbjähr|semester",
    "year": r"(?:kalender|haushalts|vor|folge|schul|geschäfts)?jahr(?!e?szeit|marke?t|hundert)|jähr(?:lich|ig)|alljähr",
    "spring": r"früh(?:ling|jahr)",
    "summer": r"sommer",
    "autumn": r"herbst",
    "winter": r"winter",
    "Easter": r"oster(?:n|f|m|s)",
    "Pentecost": r"pfingst",
    "Christmas": r"weihnacht",
    "New Year": r"neujahr|silvester",
    "morning": r"vormittag|frühmorgens|morgens",
    "noon": r"mittag",
    "afternoon": r"nachmittag",
    "evening": r"abend",
    "night": r"nachts?\b|nächt",
}
NAMED = re.compile(
    "|".join(rf"(?P<t{place}>{words})" for place, words in enumerate(TIMES.values())).join(
        (r"(?=\w)(?<![\w-])(?<!\d )(?:", r")\w*")
    ),
    re.IGNORECASE,
)
NAMES = tuple(TIMES)
NUMBERED = re.compile(r"(?:\d|\b(?:ein\w{0,2}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|halb\w*)) $")
HINT = r"^(?i:woche|wöchent|\w*monat|quartal|viertelj|halbj|semester|\w*jahr|\w*jähr|früh|sommer|herbst|winter|oster|pfingst|weihnacht|neujahr|silvester|\w*mittag|morgens|abend|nacht|nächt)"  # noqa: E501


def check(before: str, after: str) -> list[Violation]:
    """One time is named less often and another one more often. Said in other words alone, it is no violation."""
    old, rewritten = find_named_times(before), find_named_times(after)
    gone = [name for name, words in old.items() if len(words) > len(rewritten.get(name, ()))]
    new = [name for name, words in rewritten.items() if len(words) > len(old.get(name, ()))]
    return [Violation("date", old[gone[0]][0], rewritten[new[0]][0])] if gone and new else []


def find_named_times(text: str) -> dict[str, list[str]]:
    """The words by the name of their time, without those that a number counts: these belong to the numbers."""
    found: dict[str, list[str]] = {}
    for match in NAMED.finditer(text):
        if not NUMBERED.search(text, max(0, match.start() - 12), match.start()):
            found.setdefault(NAMES[int((match.lastgroup or "t0")[1:])], []).append(match[0])
    return found
