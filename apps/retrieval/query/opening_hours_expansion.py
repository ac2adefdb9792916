"""Who asks when something is open is also searched for in the words of offices: their pages have "Öffnungszeiten"."""

import re

ASKS_WHEN = re.compile(r"\b(?:wann|wie lange|um wie viel uhr|um welche uhrzeit|welche|was sind)\b", re.IGNORECASE)
OPEN = re.compile(
    r"\b(?:geöffnet|öffnet|öffnen|offen|auf|zu|schließt|schließen|geschlossen|öffnungszeit\w*|sprechzeit\w*)\b",
    re.IGNORECASE,
)
NAME = re.compile(r"(?<!\A)\b[A-ZÄÖÜ][\w-]+")
HEADING = "Öffnungszeiten"


def in_words_of_offices(question: str) -> str:
    """Like "Öffnungszeiten Bürgerbüro" for "Wann hat das Bürgerbüro geöffnet?"; empty for any other question."""
    names = [name for name in NAME.findall(question) if not OPEN.fullmatch(name)]
    if not names or not ASKS_WHEN.search(question) or not OPEN.search(question):
        return ""
    return " ".join([HEADING, *names])
