"""Compares legal references word for word: § 5 Abs. 2 Satz 1 SGB X, Artikel 3 GG, Absatz 1, Nummer 4."""

import re
from collections import Counter

from apps.simplify.text.mask_found_matches import MaskedText, normalise_blanks
from apps.simplify.text.rewrite_fidelity_violation import Violation, pair_violations

PART = (
    r"(?:Absatz|Absätze|Absätzen|Abs\.|Satz|Sätze|Sätzen|Nummern?|Nrn?\.|(?:Doppelb|B)uchstaben?|Buchst\.|lit\.|Halbsatz|Hs\.|HS"
    r"|Alternative|Alt\.|Ziffern?|Ziff\.|Unterabsatz|UAbs\.)"
)
# A law by its letters: BGB, SGB X, SGB 2, GemO, VwVfG, LVwVG, BauGB.
LAW = r"(?:[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]*(?:-[A-Z]{2,})?(?:\s(?:[IVX]{1,4}|\d{1,2})(?![\w.,]*\d))?)"
COUNT = r"(?:\d+[a-z]{0,2}|[IVX]{1,5})(?![\w])"
# Buchstaben b bis g, Buchst. a und c
MORE_LETTERS = r"(?:(?:\s?[-–]\s?|,\s|\s(?:bis|und|oder|sowie)\s)[a-z](?!\w)\)?)*"
STEP = (
    rf"(?:{PART}\s?(?:{COUNT}|[a-z]{{1,2}}(?![\w])\)?{MORE_LETTERS})|{COUNT}(?:\.)?(?!\s?(?:Euro|EUR|€|%|Uhr|Prozent|Tage|Monat"
    rf"|Woche|Jahr))|ff?\.)"
)
LINK = r"(?:,\s?|\s?[-–/]\s?|\s(?:und|oder|bis|sowie)\s|\s(?:i\.\s?V\.\s?m\.|in Verbindung mit)\s|\s)"
SECTION = rf"§{{1,2}}\s?{COUNT}(?:{LINK}{STEP})*(?:\s{LAW})?"
LETTER = rf"[a-z]{{1,2}}(?!\w)\)?{MORE_LETTERS}"
HEADED = (
    rf"(?:(?:{PART}|Artikels?|Artikeln|Art\.|Anlagen?|Anhang|Kapitel|Abschnitt)\s{COUNT}"
    rf"|(?:(?:Doppelb|B)uchstaben?|Buchst\.|lit\.)\s{LETTER})(?:{LINK}{PART}\s?(?:{COUNT}|{LETTER}))*(?:\s{LAW})?"
)
REFERENCE = re.compile(rf"{SECTION}|(?<!\w){HEADED}|§{{1,2}}")
HINT = (
    r"§|^(?:U?Abs|S[aä]tz|N(?:r|ummer)|Buchst|Doppelb|lit|Halbsatz|H[sS]|Alt|Ziff|Unterabs|Art|Anlage|Anhang|Kapitel)"
)


def check(before: MaskedText, after: MaskedText) -> list[Violation]:
    """References are compared as text. Those that begin with § are looked up whole, so nothing after the § may go."""
    if not REFERENCE.search(before.text) and not REFERENCE.search(after.text):
        return []
    old_text, new_text = normalise_blanks(before.text), normalise_blanks(after.text)
    old, rewritten = take_references(before), take_references(after)
    lost = [v for v in (old - rewritten).elements() if count_occurrences(v, new_text) < count_occurrences(v, old_text)]
    invented = [value for value in rewritten if value not in old and not count_occurrences(value, old_text)]
    return pair_violations("legal_reference", lost, invented)


def take_references(text: MaskedText) -> Counter[str]:
    """Each reference with single blanks, taken out of the text."""
    return Counter(tidy_reference(found[0]) for found in text.take(REFERENCE))


def tidy_reference(reference: str) -> str:
    return re.sub(r"§\s?(?=\w)", "§ ", normalise_blanks(reference)).rstrip(" ,.-–/")


def count_occurrences(reference: str, text: str) -> int:
    """How often it stands there as it is, not as the beginning of a longer number."""
    spaced = re.sub(r"§\s?(?=\w)", "§ ", text)
    return len(re.findall(rf"(?<![\w§]){re.escape(reference)}(?!\w)", spaced))
