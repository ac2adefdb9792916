"""Detects which operation a German question asks for: a sum, the largest, a difference, a share, a count."""

import re
from enum import StrEnum
from functools import lru_cache


class Operation(StrEnum):
    SUM = "sum"
    LARGEST = "largest"
    SMALLEST = "smallest"
    DIFFERENCE = "difference"
    CHANGE = "change"
    SHARE = "share"
    COUNT = "count"
    UNKNOWN = "unknown"
    """Worked out from several values, but not by one of these: a mean, the second largest."""


ONLY_MOST = r"(?:höchst|größt|grösst|stärkst|meist|weitest)"
ONLY_LEAST = r"(?:niedrigst|geringst|kleinst|wenigst)"
MOST = rf"(?:{ONLY_MOST}|teuerst|längst|schwerst)"
LEAST = rf"(?:{ONLY_LEAST}|billigst|günstigst|preiswertest|preisgünstigst|kürzest|leichtest)"
ADJECTIVE_ENDINGS = r"(?:en|e[rsm]?)\b"
ASKS_FOR_FIGURE = re.compile(
    r"\b(?:wie\s*viel\w*|wie\s+(?:hoch|groß|lang|teuer|weit)|kostet|kosten|gekostet|summe)\b", re.IGNORECASE
)
BOUND = re.compile(
    r"\b(?P<bound>(?:nicht )?(?:mehr|höher|teurer|länger|größer|weniger|niedriger|geringer|billiger|kürzer|kleiner)"
    r" als|über|unter|mindestens|höchstens)\s+(?P<figure>\d[\d.\u00a0]*(?:,\d+)?)(?P<unit>\s+[^\W\d]+)?",
    re.IGNORECASE,
)
PATTERNS = (
    (Operation.UNKNOWN, r"\b(?:durchschnitt\w*|im schnitt|mittelwert|im mittel|median|zweit\w+st\w*|dritt\w+st\w*)\b"),
    (Operation.CHANGE, r"\bum\s+wie\s*viel\s+prozent\b"
                       r"|\bprozentual\w*\s+(?:gestiegen|gesunken|verändert|mehr|weniger)"),
    (Operation.SHARE, r"\banteil\b|\bwie\s*viel\w*\s+prozent\b|\bprozentual"),
    (Operation.DIFFERENCE, r"\bum\s+wie\s*viel\w*\b"
                           r"|\bwie\s+(?:groß|hoch)\s+ist\s+(?:der\s+unterschied|die\s+differenz)\b"
                           r"|\b(?:mehr|weniger)\b(?:\s+\S+){0,12}?\s+als\b(?!\s+\d)"),
    (Operation.COUNT, r"\bwie\s+viele[nr]?\b"),
    (Operation.LARGEST, rf"\b{MOST}{ADJECTIVE_ENDINGS}"),
    (Operation.SMALLEST, rf"\b{LEAST}{ADJECTIVE_ENDINGS}"),
    (Operation.SUM, r"\b(?:insgesamt|zusammen(?:gerechnet|genommen)?|gesamtsumme|summe|alles in allem)\b"),
)  # fmt: skip
COMPILED = tuple((operation, re.compile(pattern)) for operation, pattern in PATTERNS)
"""For a question in small letters: each is searched several times faster than one that ignores the case."""
OF_WHAT = re.compile(
    rf"(?:\b(?:{MOST}|{LEAST}){ADJECTIVE_ENDINGS}|\b[Pp]rozent\s+(?:aller|der|des|von))\s+(?:[a-zäöüß]+\s+)?([A-ZÄÖÜ][a-zäöüß]+)"
)
"""The noun that is the largest of its kind, or a share of which is asked for."""
KNOWN_BY = 5
"""Letters of a word that its other forms begin with as well."""
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
NEEDS_FIGURE = frozenset({Operation.SUM, Operation.DIFFERENCE, Operation.COUNT})
"""Without a word that asks for a figure their signs say something else: "wohnen wir zusammen"."""
FIGURE = re.compile(r"\d|doppelt|dreifach|\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b")
""""Höhere Gewalt" is no difference."""
STATED = {
    Operation.LARGEST: rf"\b{MOST}{ADJECTIVE_ENDINGS}",
    Operation.SMALLEST: rf"\b{LEAST}{ADJECTIVE_ENDINGS}",
    Operation.SUM: r"insgesamt|zusammen|summe|gesamt",
    Operation.DIFFERENCE: r"\b(?:um|mehr|weniger)\b|höher|niedriger|teurer|günstiger|unterschied|differenz"
                          r"|gestiegen|gesunken",
    Operation.CHANGE: r"prozent|%|vom hundert",
    Operation.SHARE: r"prozent|%|vom hundert|anteil|hälfte|drittel|viertel",
    Operation.COUNT: r"über|unter|als|mindestens|höchstens",
    Operation.UNKNOWN: r"durchschnitt|schnitt|mittel|median|zweit|dritt",
}  # fmt: skip
STATES = {operation: re.compile(pattern, re.IGNORECASE) for operation, pattern in STATED.items()}


@lru_cache(maxsize=16)
def asked_operation(question: str) -> Operation | None:
    """The first kind whose signs the question has; a mean, two kinds of extremes and the like are UNKNOWN."""
    small = question.lower()
    found = [operation for operation, pattern in COMPILED if pattern.search(small)]
    if not ASKS_FOR_FIGURE.search(question):
        found = [operation for operation in found if operation not in NEEDS_FIGURE]
    if Operation.COUNT in found:
        if BOUND.search(question):
            return Operation.COUNT if found == [Operation.COUNT] else Operation.UNKNOWN
        found.remove(Operation.COUNT)
    extremes = {Operation.LARGEST, Operation.SMALLEST} & set(found)
    if len(extremes) > 1 or (extremes and {Operation.SUM, Operation.DIFFERENCE, Operation.SHARE} & set(found)):
        return Operation.UNKNOWN
    return found[0] if found else None


def states_result(question: str, text: str) -> bool:
    """Whether a text may say itself what the question wants worked out: one value of several is no result.

    It must name the years that the question names and what is the largest or a share of it: of others it says nothing.
    """
    operation = asked_operation(question)
    if operation is None:
        return True
    small = text.lower()
    return (
        STATES[operation].search(text) is not None
        and (operation not in NEEDS_FIGURE or FIGURE.search(small) is not None)
        and all(year in text for year in YEAR.findall(question))
        and all(found[1].lower()[:KNOWN_BY] in small for found in OF_WHAT.finditer(question))
    )
