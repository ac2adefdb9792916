"""Names in an answer: people with their titles, offices and places of several words, abbreviations, well-known places.

German writes every noun with a capital letter, so a single capitalised word is no name by itself. What is found here is
a name nearly always; single names without title are not found. Pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from apps.llm.offline.words import STOP_WORDS, fold

CAPITALISED = r"[A-ZÄÖÜ][\w’'-]*[a-zäöüß][\w’'-]*"
TITLE = (
    r"(?:Herrn?|Frau|Dr\.|Prof\.|Senator(?:in)?|Minister(?:in)?|Bürgermeister(?:in)?|Staatssekretär(?:in)?"
    r"|Abgeordneter?n?|Stadtr[aä]t(?:in)?|Mr\.?|Mrs\.?|Ms\.?)"
)
TITLED = re.compile(rf"\b(?:{TITLE}\s+)+(?P<name>{CAPITALISED}(?:\s+(?:von|van|de)\s+)?(?:\s+{CAPITALISED}){{0,2}})")
SEVERAL_WORDS = re.compile(
    rf"(?<![\w.-]){CAPITALISED}(?:[ \t]+(?:von|van|am|an der|im|in|der|of|for)?[ \t]*{CAPITALISED})+"
)
ABBREVIATION = re.compile(r"(?<![\w-])(?=\w*[A-ZÄÖÜ]\w*[A-ZÄÖÜ])[A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,7}(?![\w-])")
SHORTEST_FORM, LONGEST_ENDING = 3, 3
ROMAN = re.compile(r"[IVXLCDM]+")
GENERAL = frozenset(
    [
        "KFZ",
        "PKW",
        "LKW",
        "PDF",
        "ID",
        "OK",
        "AI",
        "KI",
        "FAQ",
        "WC",
        "TV",
        "EDV",
        "IT",
        "EUR",
        "QR",
        "EU",
        "USA",
        "GmbH",
    ]
)
# Nouns and numbers that stand beside names and are none; folded.
UNITS = frozenset(
    word
    for line in (
        "euro cent prozent uhr tag tage tagen woche wochen monat monate monaten jahr jahre jahren jahres stunde",
        "stunden minute minuten kilometer meter montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "januar februar marz april mai juni juli august september oktober november dezember anfang mitte ende",
        "herr herrn frau dr prof senator senatorin minister ministerin burgermeister burgermeisterin abgeordneter",
        "abgeordnete staatssekretar staatssekretarin stadtrat stadtratin",
        "absatz satz nummer artikel paragraf zwei drei vier funf sechs sieben acht neun zehn",
    )
    for word in line.split()
)
ENGLISH = re.compile(r"\b(?:the|of|and|to|is|are|for|with|you|must|this|that|from|by|your)\b")
PLACES = frozenset((Path(__file__).parent / "places.txt").read_text(encoding="utf-8").splitlines())


@dataclass(frozen=True, slots=True)
class Name:
    """`text[start:end]`; `words` are the folded words that must stand in a source."""

    text: str
    start: int
    end: int
    words: frozenset[str]


def names_in(text: str) -> list[Name]:
    """The names of a text in their order, none within another. In English titles and abbreviations only.

    English capitals mark headings and translated offices; German pages cannot state these word for word.
    """
    found = [*titled(text), *abbreviations(text)]
    if not is_english(text):
        found += [*of_several_words(text), *places(text)]
    kept: list[Name] = []
    for name in sorted(found, key=lambda name: (name.start, -name.end)):
        if name.words and (not kept or name.start >= kept[-1].end):
            kept.append(name)
    return kept


def is_english(text: str) -> bool:
    return len(ENGLISH.findall(text)) * 6 > len(text.split())


def titled(text: str) -> Iterator[Name]:
    for found in TITLED.finditer(text):
        yield name_of(text, *found.span("name"))


def of_several_words(text: str) -> Iterator[Name]:
    for found in SEVERAL_WORDS.finditer(text):
        if re.search(r"\d\s*\Z", text[: found.start()]):
            continue
        # "Die Freie Universität": the article only begins the sentence.
        start = found.start()
        for word in re.finditer(r"\S+\s*", found[0]):
            if fold(word[0].strip()) not in STOP_WORDS | UNITS:
                break
            start = found.start() + word.end()
        if " " in text[start : found.end()].strip():
            yield name_of(text, start, found.end())


def abbreviations(text: str) -> Iterator[Name]:
    for found in ABBREVIATION.finditer(text):
        if not ROMAN.fullmatch(found[0]) and found[0] not in GENERAL and not is_shouted(text, found):
            yield name_of(text, *found.span())


def is_shouted(text: str, found: re.Match[str]) -> bool:
    """Within words that are all in capitals nothing is an abbreviation."""
    beside = f"{text[max(0, found.start() - 20) : found.start()]} {text[found.end() : found.end() + 20]}".split()
    return sum(word.isupper() and len(word) > 1 for word in beside) >= 2


def places(text: str) -> Iterator[Name]:
    for found in re.finditer(CAPITALISED, text):
        if found[0] in PLACES:
            yield name_of(text, *found.span())


def name_of(text: str, start: int, end: int) -> Name:
    written = text[start:end]
    return Name(written, start, end, words_of(written) - UNITS)


def words_of(text: str) -> frozenset[str]:
    """All words longer than a letter, folded; what a hyphen joins is compared part by part."""
    return frozenset(word for word in re.findall(r"\w+", fold(text)) if len(word) > 1 and word not in STOP_WORDS)


def missing(name: Name, known: frozenset[str]) -> bool:
    """True when one of its words stands nowhere among `known`, not in another form either."""
    return any(not has_form(word, known) for word in name.words - known)


def has_form(word: str, known: frozenset[str]) -> bool:
    """A form of "Berlin" is "Berliner", one of "Weber" is "Webers"; "Bremerhaven" is none of "Bremen"."""
    shorter = (word[: len(word) - ending] for ending in range(1, LONGEST_ENDING + 1))
    if any(len(form) >= SHORTEST_FORM and form in known for form in shorter):
        return True
    longest = len(word) + LONGEST_ENDING
    return len(word) >= SHORTEST_FORM and any(other.startswith(word) and len(other) <= longest for other in known)
