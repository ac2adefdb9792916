"""Negation words of German and English, and the idioms in which they negate nothing.

What denies in other words ("verboten", "kostenlos", "außer") depends on what is compared, so the proof of answers and
the checks of plain language each keep a list of these.
"""

import re
from functools import lru_cache

# "Not" with a capital is German distress unless an English word follows; "No. 5" is a number.
WORDS = (
    r"(?<![\w-])(?:nicht|nichts|kein(?:e[nmrs]?|erlei|esfalls|eswegs)?|nie|niemals|niemand(?:en|em|es)?"
    r"|nirgend(?:s|wo|woher|wohin)|weder|ohne"
    r"|(?-i:not|Not(?=\s(?:a|all|any|every|more|less|the|to|until)\b))|no(?!\.\s?\d)|never|nothing|nobody|none|nowhere"
    r"|neither|without|cannot|[a-z]{2,8}n['’]t)(?!\w)"
)
# "Nichtzahlung", "nicht-öffentlich", "nichtig".
PREFIX = r"(?<!\w)nicht(?=-?[a-zäöüß])"
NEGATION = re.compile(rf"{WORDS}|{PREFIX}", re.IGNORECASE)
IMPLICIT_NEGATIONS = (
    r"untersag\w*|verbot\w*|verbiet\w*|ausgeschlossen\w*|verweiger\w*|versag\w*|verzicht\w*|befrei\w*|erlosch\w*"
    r"|prohibit\w*|forbid\w*|refus\w*"
)
"""Words that deny without a negative one, whatever is compared; others are added where they are looked for."""

# "nicht nur … sondern auch" denies nothing; "nicht unerheblich" is a way to say "erheblich".
IDIOM = re.compile(
    r"\bnicht\s(?:nur|allein|bloß|ausschließlich|lediglich|zuletzt|selten)\b"
    r"|\bnicht\s(?:unerheblich|unwesentlich|unbedingt|ungewöhnlich|unüblich|unbedeutend)\w*"
    r"|\bnichts?desto\w+|\bgar\snicht\serst\b|\bob\soder\snicht\b|\bnot\s(?:only|least)\b|\bno\slater\sthan\b",
    re.IGNORECASE,
)
# They deny no more than "höchstens" does.
BOUND = re.compile(
    r"\bnicht\s(?:mehr|weniger|länger|älter|jünger|später|früher|höher|größer|öfter|weiter)\sals\b"
    r"|\b(?:not|no)\s(?:more|less|fewer|longer|later|earlier|older|higher)\sthan\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_000)
def find_negations(text: str) -> tuple[tuple[str, ...], int]:
    """The words that deny, in small letters and in their order, and the number of idioms that hold one and do not."""
    plain, idioms = IDIOM.subn(" ", text)
    return tuple(word.lower() for word in NEGATION.findall(plain)), idioms


def is_negated(text: str) -> bool:
    """Whether it denies anything outright; a bound such as "nicht mehr als" denies nothing."""
    return NEGATION.search(BOUND.sub(" ", IDIOM.sub(" ", text))) is not None


def strip_negations(text: str) -> str:
    return NEGATION.sub(" ", text)
