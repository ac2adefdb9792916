"""Labels of XÖV elements as words: `DatumDesSchreibens` is "Datum des Schreibens"."""

import re
from collections.abc import Sequence

WRAPPERS = re.compile(r"auswahl_.*|allgemeinemetadaten|xjustiz\.fachspezifischedaten|identifikation|schriftgutobjekte?")
"""Elements that only hold others; their names say nothing to a reader."""
WORDS = re.compile(r"[A-ZÄÖÜ]+(?![a-zäöüß])|[A-ZÄÖÜ]?[a-zäöüß]+|\d+")
TRANSCRIBED = re.compile(r"(?<![aeiouyqAEIOUQ])([aou])e(?!ll|n\b)|\b([AOU])e(?=[b-df-hj-np-tv-z])")
UMLAUTS = {"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü"}
SMALL = frozenset(
    {"der", "des", "dem", "den", "die", "das", "im", "in", "am", "an", "von", "vom", "zur", "zum", "und", "für"}
)


def is_wrapper(name: str) -> bool:
    return WRAPPERS.fullmatch(name.casefold()) is not None


def element_label(name: str) -> str:
    """Capitals at the beginning and after a dot, articles and prepositions without."""
    return " ".join(capitalise_words(words) for part in re.split(r"[._]", name) if (words := label_words(part))) or name


def label_words(part: str) -> list[str]:
    words = (restore_umlauts(word) for word in WORDS.findall(part))
    return [word.lower() if word.lower() in SMALL else word for word in words]


def capitalise_words(words: Sequence[str]) -> str:
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def restore_umlauts(word: str) -> str:
    """XÖV writes names of elements without umlauts: Empfaenger, Uebermittlung; in Steuer and aktuell there is none."""
    return TRANSCRIBED.sub(lambda found: UMLAUTS[found[1] or found[2]], word)
