"""Spells out gender signs where both forms are certain: "den Bürger*innen" is "den Bürgerinnen und Bürgern".

Only plurals of nouns in -er, whose masculine form has no ending but the -n of the dative; the word before says which
case it is. "Ärzt*innen" or "jede*r" would need to be known one by one, and stay as they are.
"""

import re

PLURAL = re.compile(
    r"(?<![\w-])([A-ZÄÖÜ][a-zäöüß]{2,40}er)(?:(?:[*:_·’]|/-?)[Ii]nnen|Innen|\(innen\))(?![\w*:/-])(?=\s?(\w*)\s?(\w*))"
)
RELATIVE = {"die", "der", "den"}
"""After a comma who helps is open: "Leute, die Bürger*innen helfen"."""
NOT_DATIVE = {
    "die", "alle", "diese", "jene", "unsere", "ihre", "seine", "eure", "meine", "deine", "keine", "viele", "einige",
    "mehrere", "wenige", "beide", "der", "aller", "dieser", "jener", "unserer", "ihrer", "seiner", "eurer", "vieler",
    "einiger", "mehrerer", "liebe", "geehrte", "für", "ohne", "gegen", "durch",
}  # fmt: skip
DATIVE = {
    "den", "allen", "diesen", "jenen", "unseren", "ihren", "seinen", "euren", "meinen", "deinen", "keinen", "mit",
    "von", "bei", "zu", "aus", "nach", "seit",
}  # fmt: skip
"""Determiners and prepositions. "Unseren" and its like are never accusative in the plural."""
VERBS = {"sind", "haben", "können", "müssen", "dürfen", "sollen", "werden", "wollen"}
SUBJECTS = {"wir", "sie", "Sie", "ich", "es", "die", "das", "der"}
"""After a verb they may be what acts: "Bürger*innen können wir helfen"."""
IRREGULAR = ("auer", "äuer", "ayer")
"""Bauer, Bayer: their plural has an ending."""
LOOKED_AT = 60


def spelled_out(text: str) -> str:
    """The text with both forms in place of each sign whose noun and case are certain."""
    return PLURAL.sub(lambda found: both_forms(found, text) or found[0], text)


def both_forms(found: re.Match[str], text: str) -> str:
    """Empty where it is not certain."""
    noun = found[1]
    ending = ending_after(text[max(0, found.start() - LOOKED_AT) : found.start()], found[2], found[3])
    if ending is None or noun.endswith(IRREGULAR):
        return ""
    return f"{noun}innen und {noun}{ending}"


def ending_after(before: str, first: str, second: str) -> str | None:
    """Of the masculine plural, by what stands before the noun and the two words behind it; None where it is open."""
    words = before.split()
    if not words or words[-1].endswith((".", "!", "?")):
        return "" if first in VERBS and second not in SUBJECTS else None
    *others, last = words
    if not before[-1].isspace() or (others and others[-1].endswith(",") and last in RELATIVE):
        return None
    # An adjective may stand between: "mit den neuen Bürger*innen".
    for word in (last, *(others[-1:] if last.endswith("en") else [])):
        if word.lower() in NOT_DATIVE:
            return ""
        if word.lower() in DATIVE:
            return "n"
    return None
