"""Compares names of laws and abbreviations: BGB stays BGB, the Gemeindeordnung stays the Gemeindeordnung."""

import re

from apps.simplify.text.rewrite_fidelity_violation import Violation, pair_violations

ACRONYM = re.compile(
    r"(?<![\w-])[A-ZÄÖÜ][a-zäöüß]{0,8}[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*(?:-[A-Z]{2,})?(?![\w-])"
    # Laws in compounds, too: EEG-Umlage, BauGB-MaßnahmenG.
    r"|(?<!\w)[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*(?:GB|G|VO|O|V)(?=-[A-ZÄÖÜ])"
)
# "regelung", "ordnung" and "satzung" alone are words; with something before them they name one.
NAMED_LAW = re.compile(
    r"(?<![\w-])[A-ZÄÖÜ][\wäöüß-]{2,}?(?:gesetzbuch|gesetz|verordnung|ordnung|satzung|richtlinie)(?:e?s|e|en|ern?|n)?(?![\w-])"
)
NO_LAWS = frozenset({"EUR"})
"""The numbers check compares currencies: "EUR" and "Euro" are one."""
ENDING = re.compile(r"(?:es|s|en|ern|er|e|n)$")

HINT = r"\w[A-ZÄÖÜ]|(?i:gesetz|ordnung|satzung|richtlinie)"


def check(before: str, after: str) -> list[Violation]:
    old, rewritten = find_acronyms(before), find_acronyms(after)
    lost = [name for name in old if name not in after] + missing_laws(before, after)
    invented = [name for name in rewritten if name not in before] + missing_laws(after, before)
    return pair_violations("legal_reference", lost, invented)


def find_acronyms(text: str) -> list[str]:
    """Abbreviations with at least two capitals. A text in capitals throughout has none."""
    found = [name for name in dict.fromkeys(ACRONYM.findall(text)) if name not in NO_LAWS]
    if not found:
        return []
    loud = sum(word.isupper() for word in text.split()) * 2 > len(text.split())
    return [] if loud else [name for name in found if not has_inner_capital_i(name)]


def has_inner_capital_i(word: str) -> bool:
    """ "AntragstellerInnen" is a gender sign, not an abbreviation."""
    return "Innen" in word[1:] or word[-2:] == "In"


def missing_laws(text: str, other: str) -> list[str]:
    return [name for name in dict.fromkeys(NAMED_LAW.findall(text)) if strip_case_ending(name) not in other]


def strip_case_ending(name: str) -> str:
    """Strips the ending of its case: Landesreisekostengesetzes -> Landesreisekostengesetz."""
    return ENDING.sub("", name)
