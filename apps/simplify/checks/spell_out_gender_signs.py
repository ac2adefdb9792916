"""Spells out gender signs where both forms are certain: "den Bürger*innen" is "den Bürgerinnen und Bürgern".

Only plurals of nouns in -er, whose masculine form has no ending but the -n of the dative; the word before says which
case it is. "Ärzt*innen" or "jede*r" would need to be known one by one, and stay as they are.
"""

import re

from apps.text.entailment.tokens.morphology import analyse_word

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
DATIVE_PREPOSITIONS = {"mit", "von", "bei", "zu", "aus", "nach", "seit"}
DATIVE = DATIVE_PREPOSITIONS | {
    "den", "allen", "diesen", "jenen", "unseren", "ihren", "seinen", "euren", "meinen", "deinen", "keinen",
}  # fmt: skip
"""Determiners and prepositions. "Unseren" and its like are never accusative in the plural."""
OTHER_PREPOSITIONS = {
    "für", "ohne", "gegen", "durch", "um", "in", "an", "auf", "über", "unter", "vor", "hinter", "neben", "zwischen",
}  # fmt: skip
ADJECTIVE = "ADJ(A)"
VERBS = {"haben", "wollen"}
"""Before a passive the noun may be a dative: "Bürger*innen werden Leistungen bewilligt"."""
SUBJECTS = {"wir", "sie", "Sie", "ich", "es", "die", "das", "der"}
"""After a verb they may be what acts: "Bürger*innen können wir helfen"."""
IRREGULAR = ("auer", "äuer", "ayer")
"""Bauer, Bayer: their plural has an ending."""
LOOKED_AT = 60


def spell_out_gender_signs(text: str) -> str:
    """The text with both forms in place of each sign whose noun and case are certain."""
    return PLURAL.sub(lambda found: spell_both_forms(found, text) or found[0], text)


def spell_both_forms(found: re.Match[str], text: str) -> str:
    """Empty where it is not certain."""
    noun = found[1]
    ending = masculine_plural_ending(text[max(0, found.start() - LOOKED_AT) : found.start()], found[2], found[3])
    if ending is None or noun.endswith(IRREGULAR):
        return ""
    return f"{noun}innen und {noun}{ending}"


def masculine_plural_ending(before: str, first: str, second: str) -> str | None:
    """Returns the plural's ending by what stands before the noun and two words behind; None where it is open."""
    words = before.split()
    if not words or words[-1].endswith((".", "!", "?")):
        return "" if first in VERBS and second not in SUBJECTS else None
    if not before[-1].isspace():
        return None
    # An adjective may stand between: "mit den neuen Bürger*innen".
    if words[1:] and words[-1].endswith("en") and analyse_word(words[-1]).tag == ADJECTIVE:
        words.pop()
    last = words[-1].lower()
    if may_be_relative_pronoun(last, words[-2] if words[1:] else ""):
        return None
    return "" if last in NOT_DATIVE else "n" if last in DATIVE else None


def may_be_relative_pronoun(word: str, before: str) -> bool:
    """Whether "die", "der" or "den" may begin a clause as its pronoun: "ein Verein, für den Bürger*innen spenden"."""
    low = before.lower()
    if before.endswith(",") and word in RELATIVE:
        return True
    return (word in {"den", "der"} and low in OTHER_PREPOSITIONS) or (word == "der" and low in DATIVE_PREPOSITIONS)
