"""Names in an answer that its sources do not support.

People with their titles, offices and places of several words, abbreviations, well-known places, addresses of letters
and pages.

German writes every noun with a capital letter, so a single capitalised word is no name by itself. What is found here is
a name nearly always; single names without title are not found.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from apps.chat.contradictions.content_words import is_english
from apps.text.numbers.calendar_names import GERMAN_MONTHS, GERMAN_WEEKDAYS
from apps.text.word_stems import STOP_WORDS, fold

# Without ways back, so that no text makes it slow.
CAPITALISED = r"(?=[A-ZÄÖÜ][\w’'-]{0,40}?[a-zäöüß])[A-ZÄÖÜ][\w’'-]*+"
TITLE = (
    r"(?:Herrn?|Frau|Dr\.|Prof\.|Senator(?:in)?|Minister(?:in)?|Bürgermeister(?:in)?|Staatssekretär(?:in)?"
    r"|Abgeordneter?n?|Stadtr[aä]t(?:in)?|Mr\.?|Mrs\.?|Ms\.?)"
)
TITLED = re.compile(rf"\b(?:{TITLE}\s+)+(?P<name>{CAPITALISED}(?:\s+(?:von|van|de)\s+)?(?:\s+{CAPITALISED}){{0,2}})")
SEVERAL_WORDS = re.compile(rf"(?<![\w.-]){CAPITALISED}(?:[ \t]++(?:(?:von|van|de)[ \t]*+)?{CAPITALISED})+")
# "Universität in München", but not "Menge von Wasser".
OFFICE = re.compile(
    r"(?<![\w.-])(?=[A-ZÄÖÜ])[\w-]*(?:[Aa]mt|[Mm]inisterium|[Bb]ehörde|[Gg]ericht|[Uu]niversität|[Hh]ochschule|[Ss]chule"
    r"|[Ii]nstitut|[Kk]ammer|[Vv]erband|[Vv]erein|[Kk]reis|[Bb]ezirk|[Gg]emeinde|[Ss]tadt|[Aa]gentur|[Ss]tiftung|[Zz]entrum"
    rf"|[Mm]useum|[Bb]ibliothek)(?:[ \t]+(?:am|an der|im|in|der|des|für))?(?:[ \t]+{CAPITALISED})+"
)
ADDRESS = re.compile(
    r"(?<![\w.+-])(?:[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|(?:https?://|www\.)[^\s<>()\"„“]{1,300}\w)"
)
# With a capital letter only because the sentence begins: what follows is no name for that.
OPENER = re.compile(
    r"(?:laut|falls|gemass|trotz|wegen|sofern|sobald|dank|statt|mithilfe|samtliche\w?|\w*(?:lich|isch|ig|bar|sam|haft|end"
    r"|ander|weiter|hoher|neu|alt|klein|gross|jung|gut|best|meist|letzt|nachst|verschieden)e?[nmrs]?)"
)
# "Bringen Sie Unterlagen": every word has its capital letter for another reason.
POLITE = re.compile(r"\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b")
SENTENCE_BEGINS = re.compile(r"(?:\A|[.!?:\n|)][\"“”»)\]*_]*|[-*•]|\d\.)\s*[\"„“»(*_]*\Z")
ABBREVIATION = re.compile(r"(?<![\w-])(?=\w{0,7}[A-ZÄÖÜ]\w{0,6}[A-ZÄÖÜ])[A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,7}(?![\w-])")
WORD = re.compile(r"\w{2,}")
SHORTEST_FORM = 3
ENDINGS = ("s", "es", "e", "en", "er", "ern", "ers", "n", "ns", "r", "in")
ROMAN = re.compile(r"[IVXLCDM]+")
COMMON_ABBREVIATIONS = frozenset(
    "KFZ PKW LKW PDF ID OK AI KI FAQ WC TV EDV IT EUR QR EU USA GmbH".split()  # noqa: SIM905
)
# Nouns and numbers that stand beside names and are none; folded.
UNITS = frozenset(
    word
    for line in (
        "euro cent prozent uhr tag tage tagen woche wochen monat monate monaten jahr jahre jahren jahres stunde",
        "stunden minute minuten kilometer meter anfang mitte ende",
        *map(fold, (*GERMAN_WEEKDAYS, *GERMAN_MONTHS)),
        "herr herrn frau dr prof senator senatorin minister ministerin burgermeister burgermeisterin abgeordneter",
        "abgeordnete staatssekretar staatssekretarin stadtrat stadtratin",
        "menge teil anteil prozentsatz drittel viertel halfte liter gramm kilo tonne tonnen stuck paar art arten reihe",
        "absatz satz nummer artikel paragraf zwei drei vier funf sechs sieben acht neun zehn",
    )
    for word in line.split()
)
OF_ADDRESSES = frozenset(("https", "http", "www"))
PLACES = frozenset((Path(__file__).parent / "places.txt").read_text(encoding="utf-8").splitlines())


@dataclass(frozen=True, slots=True)
class Name:
    """`text[start:end]`; `words` are the folded words that must stand in a source."""

    text: str
    start: int
    end: int
    words: frozenset[str]


def find_names(text: str) -> list[Name]:
    """The names of a text in their order, none within another. In English titles, abbreviations and addresses only.

    English capitals mark headings and translated offices; German pages cannot state these word for word.
    """
    found = [
        *find_titled_names(text),
        *find_abbreviations(text),
        *(name_of(text, *found.span()) for found in ADDRESS.finditer(text)),
    ]
    if not is_english(text):
        offices = [name_of(text, *found.span()) for found in OFFICE.finditer(text)]
        found += [*offices, *find_multiword_names(text), *find_place_names(text)]
    kept: list[Name] = []
    for name in sorted(found, key=lambda name: (name.start, -name.end)):
        if name.words and (not kept or name.start >= kept[-1].end):
            kept.append(name)
    return kept


def find_titled_names(text: str) -> Iterator[Name]:
    for found in TITLED.finditer(text):
        yield name_of(text, *found.span("name"))


def find_multiword_names(text: str) -> Iterator[Name]:
    for found in SEVERAL_WORDS.finditer(text):
        if text[: found.start()].rstrip()[-1:].isdecimal() or POLITE.search(found[0]):
            continue
        # "Die Freie Universität": the article only begins the sentence.
        start = found.start()
        for word in re.finditer(r"\S+\s*", found[0]):
            if not is_no_name(fold(word[0].strip()), begins=bool(SENTENCE_BEGINS.search(text[:start][-20:]))):
                break
            start = found.start() + word.end()
        if " " in text[start : found.end()].strip():
            yield name_of(text, start, found.end())


def is_no_name(word: str, *, begins: bool) -> bool:
    return word in STOP_WORDS or word in UNITS or (begins and OPENER.fullmatch(word) is not None)


def find_abbreviations(text: str) -> Iterator[Name]:
    for found in ABBREVIATION.finditer(text):
        if not ROMAN.fullmatch(found[0]) and found[0] not in COMMON_ABBREVIATIONS and not is_shouted(text, found):
            yield name_of(text, *found.span())


def is_shouted(text: str, found: re.Match[str]) -> bool:
    """Within words that are all in capitals nothing is an abbreviation."""
    beside = f"{text[max(0, found.start() - 20) : found.start()]} {text[found.end() : found.end() + 20]}".split()
    return sum(word.isupper() and len(word) > 1 for word in beside) >= 2


def find_place_names(text: str) -> Iterator[Name]:
    for found in re.finditer(rf"(?<![\w’'-]){CAPITALISED}", text):
        if found[0] in PLACES:
            yield name_of(text, *found.span())


def name_of(text: str, start: int, end: int) -> Name:
    written = text[start:end]
    return Name(written, start, end, folded_words(written) - UNITS - OF_ADDRESSES)


def folded_words(text: str) -> frozenset[str]:
    """All words longer than a letter, folded; what a hyphen joins is compared part by part."""
    return frozenset(WORD.findall(fold(text))) - STOP_WORDS


def is_unsupported_name(name: Name, known: frozenset[str]) -> bool:
    """True when one of its words stands nowhere among `known`, not in another form either."""
    return any(not has_form(word, known) for word in name.words - known)


def has_form(word: str, known: frozenset[str]) -> bool:
    """A form of "Berlin" is "Berliner", one of "Weber" is "Webers"; "Brandt" is none of "Brand", nor the other way."""
    shorter = (word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending))
    if any(len(form) >= SHORTEST_FORM and form in known for form in shorter):
        return True
    return len(word) >= SHORTEST_FORM and any(word + ending in known for ending in ENDINGS)
