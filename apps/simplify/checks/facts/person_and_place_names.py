"""Compares names of people and places: none gets lost, changed or invented.

German writes every noun with a capital, so a name is known by what stands before it (Herr, Frau, Dr.) or by a list of
given names and places. A pair of unknown capitalised words that the original has not is taken for a name, too.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

from apps.simplify.text.rewrite_fidelity_violation import Violation, pair_violations
from apps.simplify.text.words_and_stems import are_related_stems, stem

LISTS = Path(__file__).parent / "lists"
# Capitals of the Latin alphabets, İ, Ş, Ł and the like included.
CAPITAL = r"[A-ZÀ-ÖØ-ÞĆČĎĐĘĚĞİŁŃŇŐŒŘŚŞŠŤŮŰŹŻŽȘȚ]"
CAPITALISED = rf"{CAPITAL}[^\W\d_A-ZÄÖÜ]+(?:-{CAPITAL}[^\W\d_A-ZÄÖÜ]+)*"
TITLE = r"(?:Herrn?|Frau|Familie|Eheleute|Dr\.|Prof\.|Hr\.|Fr\.|Mr\.?|Mrs\.?|Ms\.?)"
ROLE = (
    r"(?:Sachbearbeiter(?:in)?|Bürgermeister(?:in)?|Oberbürgermeister(?:in)?|Landrat|Landrätin|Amtsleiter(?:in)?|Präsident(?:in)?"
    r"|Minister(?:in)?|Staatssekretär(?:in)?|Richter(?:in)?|Rechtsanwalt|Rechtsanwältin|Kollege|Kollegin|Direktor(?:in)?|Leiter(?:in)?)"
)
TITLED = re.compile(
    rf"\b(?:{TITLE}|{ROLE})(?:\s(?:{TITLE}|med\.|jur\.|rer\.|nat\.|phil\.|h\.\s?c\.|von|van|de|zu))*\s({CAPITALISED}(?:\s{CAPITALISED})?)"
)
# "Bad Homburg", and what stands after "in" without an article before a full stop: in Delmenhorst.
SPA = re.compile(rf"\b(?:Bad|Sankt|St\.)\s({CAPITALISED})")
PAIR = re.compile(rf"(?<![\w-])({CAPITALISED})\s({CAPITALISED})(?![\w-])")
WORD = re.compile(rf"(?<![\w-]){CAPITALISED}(?![\w-])")
OFFICES = (
    "amt", "center", "gericht", "ministerium", "behörd", "präsidium", "kass", "kammer", "agentur", "anstalt",
    "institut", "polizei", "gemeinderat", "stadtrat", "landrat", "kreistag", "ausschus", "ausschuss", "bürgermeister",
)  # fmt: skip
"""Who decides, by the ending of the word without e and s."""
INSIDE = re.compile(r"[\w,;)\"“]\s$")
# Nouns that stand before another noun without being a name: "Ende März", "Stadt Köln", "Antrag Nummer".
NOUN_ENDING = re.compile(
    r"(?:ung|heit|keit|schaft|tion|tät|nis|tum|ment|ismus|ik|ie|ungen|heiten|keiten|schaften|tionen)e?n?s?$"
)


def check(before: str, after: str) -> list[Violation]:
    old, rewritten = set(WORD.findall(before)), set(WORD.findall(after))
    if old == rewritten:
        return []
    lost = [name for name in find_names(before) if name not in rewritten and not contains_name(name, after)]
    invented = [name for name in find_names(after) if name not in old and not contains_name(name, before)]
    return pair_violations("name", lost, invented or unknown_name_pairs(before, after)) or check_offices(
        old - rewritten, rewritten - old
    )


def check_offices(lost: set[str], invented: set[str]) -> list[Violation]:
    """Another authority in the place of the one that decides. A shorter word for the same one is none."""
    old, rewritten = (
        [word for word in sorted(words) if strip_case_ending(word).endswith(OFFICES)] for words in (lost, invented)
    )
    gone = [one for one in old if not any(is_same_office(one, other) for other in rewritten)]
    new = [one for one in rewritten if not any(is_same_office(one, other) for other in old)]
    return pair_violations("name", gone[:1], new[:1]) if gone and new else []


def is_same_office(one: str, other: str) -> bool:
    """Gesundheitsamts and Gesundheitsamt, Baurechtsbehörde and Behörde."""
    first, second = strip_case_ending(one), strip_case_ending(other)
    return first in second or second in first


def strip_case_ending(word: str) -> str:
    """In lower case, without the ending of its case and without a last e."""
    lowered = word.lower()
    ending = next((one for one in ("es", "s", "e") if lowered.endswith(one)), "")
    return lowered.removesuffix(ending)


def find_names(text: str) -> list[str]:
    """Words that are names for sure: after a title, given names with what follows them, places."""
    found = [part for match in TITLED.findall(text) for part in match.split() if is_name_part(part)]
    found += SPA.findall(text)
    return list(dict.fromkeys(found + [word for word in WORD.findall(text) if is_listed_name(word)]))


@lru_cache(maxsize=20_000)
def is_listed_name(word: str) -> bool:
    places = read_word_list("places")
    return (
        word in places
        or word.removesuffix("s") in places
        or word in read_word_list("given_names")
        or word in read_word_list("surnames")
    )


def is_name_part(word: str) -> bool:
    return not NOUN_ENDING.search(word) and word not in {"Und", "Oder", "Bürgermeister", "Doktor", "Professor"}


def contains_name(name: str, text: str) -> bool:
    """The genitive's s may come and go: Berlin, Berlins. An adjective of the place counts: Berliner."""
    bare = name[:-1] if name.endswith("s") and len(name) > 4 else name
    return (
        bool(re.search(rf"(?<!\w){re.escape(bare)}(?:s|er|ers|ern|scher?|’)?(?![a-zäöüß])", text)) or f"-{bare}" in text
    )


def unknown_name_pairs(before: str, after: str) -> list[str]:
    """Two capitalised words in a row inside a sentence, neither of them in the original nor a usual noun."""
    pairs = [found for found in PAIR.finditer(after) if INSIDE.search(after[max(0, found.start() - 2) : found.start()])]
    if not pairs:
        return []
    old = {stem(word) for word in WORD.findall(before)} | {stem(word) for word in re.findall(r"[^\W\d_]{4,}", before)}
    return [
        f"{found[1]} {found[2]}" for found in pairs if is_unknown_name(found[1], old) and is_unknown_name(found[2], old)
    ]


def is_unknown_name(word: str, old: set[str]) -> bool:
    root = stem(word)
    if word in read_word_list("nouns") or word.lower() in read_word_list("function_words") or NOUN_ENDING.search(word):
        return False
    return not any(are_related_stems(root, other) for other in old)


@cache
def read_word_list(name: str) -> frozenset[str]:
    """The words of a list (lists/*.txt), separated by white space; lines that begin with # are comments."""
    lines = (LISTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
