"""Expands questions about opening hours, phone numbers and prices with the official terms that the documents use."""

import re

from apps.llm.offline.ranking.question_synonyms import written_synonyms
from apps.text.word_stems import STOP_WORDS, fold

ASKS_WHEN = re.compile(
    r"\b(?:wann|wie lange|um wie viel uhr|um welche uhrzeit|heute|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?"
    r"|sonnabends?|wochenende)\b",
    re.IGNORECASE,
)
ASKS_WHICH = re.compile(r"\b(?:welche|was sind)\b", re.IGNORECASE)
HOURS = re.compile(r"\b(?:öffnungs|sprech)zeit", re.IGNORECASE)
# "auf" and "zu" close their clause: "Wann hat das Amt auf?", but not "Wann antwortet das Amt auf Briefe?".
OPEN = re.compile(
    r"\b(?:geöffnet|öffnet|öffnen|offen|schließt|schließen|geschlossen|öffnungszeit\w*|sprechzeit\w*)\b"
    r"|\b(?:auf|zu)\b(?=\s*(?:[?!.,;]|und\b|oder\b|\Z))",
    re.IGNORECASE,
)
NAME = re.compile(r"(?<!\A)\b[A-ZÄÖÜ][\w-]+")
WORD = re.compile(r"[^\W\d_]{3,}")
CAPITAL = re.compile(r"[A-ZÄÖÜ]")
OPENS = frozenset({"macht", "machen"})
HEADING = "Öffnungszeiten"
NUMBER = re.compile(r"(?:telefon|ruf|handy|mobil)-?nummer[ns]?", re.IGNORECASE)
BEFORE_NUMBER = "Telefon"
PRICE = re.compile(
    r"\b(?:kostet|kosten|teuer|gebühr(?:en)?|preise?|zahlt|zahle|bezahlen|zahlen|viel|wieviel)\b", re.IGNORECASE
)
ASKS_FOR_PRICE = re.compile(r"\b(?:kostet|kosten|teuer|gebühr(?:en)?|preis)\b", re.IGNORECASE)
BEFORE_PRICE = "Gebühr"


def expand_in_office_words(question: str) -> str:
    """Returns "Öffnungszeiten Bürgerbüro" for "Wann hat das Bürgerbüro geöffnet?", "Telefon Bürgerbüro" for
    "Telefonnummer Bürgerbüro", "Gebühr Eheschließung Trauung" for "Was kostet Heiraten?"; else empty."""
    if NUMBER.search(question):
        named = [name for name in named_things(question) if not NUMBER.search(name)]
        return " ".join([BEFORE_NUMBER, *named]) if named else ""
    if ASKS_FOR_PRICE.search(question):
        return expand_price_synonyms(question)
    names = [name for name in named_things(question) if not OPEN.fullmatch(name)]
    asks_when = ASKS_WHEN.search(question) and OPEN.search(question)
    if not names or not (asks_when or asks_which_hours(question)):
        return ""
    return " ".join([HEADING, *names])


def expand_price_synonyms(question: str) -> str:
    """Empty where the question names nothing, more than one thing, or one that has no other name: a second wording
    takes half of the places among what is found."""
    named = [name for name in named_things(question) if not PRICE.fullmatch(name)]
    others = written_synonyms(named[0]) if len(named) == 1 else []
    return " ".join([BEFORE_PRICE, *others]) if others else ""


def named_things(question: str) -> list[str]:
    """Words with a capital; of a question typed without any, those that say something beside the hours."""
    if CAPITAL.search(question[1:]):
        return NAME.findall(question)
    words = (word for word in WORD.findall(question) if fold(word) not in STOP_WORDS | OPENS)
    return [word for word in words if not ASKS_WHEN.fullmatch(word)]


def asks_which_hours(question: str) -> bool:
    """Asks two patterns one after the other: one for both takes time by the square of a long question."""
    which = ASKS_WHICH.search(question)
    return which is not None and HOURS.search(question, which.end()) is not None
