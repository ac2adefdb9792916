"""Expands questions about opening times and telephone numbers by the words of offices: their pages say
"Öffnungszeiten" and "Telefon"."""

import re

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


def in_words_of_offices(question: str) -> str:
    """Like "Öffnungszeiten Bürgerbüro" for "Wann hat das Bürgerbüro geöffnet?" and "Telefon Bürgerbüro" for
    "Telefonnummer Bürgerbüro"; empty for any other question."""
    if NUMBER.search(question):
        named = [name for name in names_in(question) if not NUMBER.search(name)]
        return " ".join([BEFORE_NUMBER, *named]) if named else ""
    names = [name for name in names_in(question) if not OPEN.fullmatch(name)]
    asks_when = ASKS_WHEN.search(question) and OPEN.search(question)
    if not names or not (asks_when or asks_which_hours(question)):
        return ""
    return " ".join([HEADING, *names])


def names_in(question: str) -> list[str]:
    """Words with a capital; of a question typed without any, those that say something beside the hours."""
    if CAPITAL.search(question[1:]):
        return NAME.findall(question)
    words = (word for word in WORD.findall(question) if fold(word) not in STOP_WORDS | OPENS)
    return [word for word in words if not ASKS_WHEN.fullmatch(word)]


def asks_which_hours(question: str) -> bool:
    """By two patterns one after the other: one for both takes time by the square of a long question."""
    which = ASKS_WHICH.search(question)
    return which is not None and HOURS.search(question, which.end()) is not None
