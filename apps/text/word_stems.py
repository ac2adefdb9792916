"""Stems words for comparison: folded to plain letters, without stop words, cut to a stem."""

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

WORD = re.compile(r"\w+")
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
SUBJECT_OR_WORD = re.compile(rf"[{CJK}]+|[^\W{CJK}]+")
IS_CJK = re.compile(f"[{CJK}]")
# Endings, particles and most words that ask are written in hiragana, in which hardly any subject is.
SUBJECT_IN_CJK = re.compile(r"[^\W\u3040-\u309f]+")
# Longest first. Not a stemmer of the textbook: it only has to cut the forms of one word alike.
ENDINGS = ("ungen", "innen", "ern", "est", "ung", "en", "er", "es", "em", "st", "e", "n", "s", "t")
SHORTEST_STEM = 3


def fold(text: str) -> str:
    """Lower case, compatibility forms resolved, umlauts and ß as plain letters."""
    plain = unicodedata.normalize("NFKC", text).lower()
    # Four replacements take a tenth of the time of one str.translate.
    return plain.replace("ß", "ss").replace("ä", "a").replace("ö", "o").replace("ü", "u")


def content_words(text: str) -> list[str]:
    """The folded words that say what the text is about, in its order."""
    return content_words_of_folded(fold(text))


def content_words_of_folded(folded: str) -> list[str]:
    return [word for word in WORD.findall(folded) if word not in STOP_WORDS]


def subject_words(text: str) -> list[str]:
    """Like content_words; of writing without blanks between words every two characters that may name a subject."""
    folded = fold(text)
    if not IS_CJK.search(folded):
        return content_words_of_folded(folded)
    return [part for word in SUBJECT_OR_WORD.findall(folded) if word not in STOP_WORDS for part in split_cjk_word(word)]


def split_cjk_word(word: str) -> list[str]:
    if not IS_CJK.match(word):
        return [word]
    return [part for run in SUBJECT_IN_CJK.findall(word) for part in character_pairs(run)]


def character_pairs(run: str) -> list[str]:
    """Every two characters that follow each other; a single one by itself."""
    return [run[place : place + 2] for place in range(max(1, len(run) - 1))]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded word without its ending; numbers stay whole."""
    if not word.isalpha():
        return word
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def content_stems(text: str) -> frozenset[str]:
    """Returns the stems of the text's content words."""
    return frozenset(stem(word) for word in content_words(text))


STOP_WORDS = frozenset((Path(__file__).parent / "stop_words.txt").read_text(encoding="utf-8").split())
"""German and English function words, folded."""
# fmt: off
GENERIC_WORDS = frozenset({
    "frage", "fragen", "antwort", "antworten", "seite", "seiten", "anlage", "dokument", "drucksache", "nummer",
    "absatz", "satz", "abschnitt", "tabelle", "jahr", "jahre", "jahren", "herr", "herrn", "frau", "prozent",
    "euro", "anteil", "teil", "bereich", "rahmen", "zahl", "zahlen", "angaben", "januar", "februar", "marz",
    "april", "juni", "juli", "august", "september", "oktober", "november", "dezember",
})
"""Words of every official text, folded: they name no subject."""
# fmt: on


def common_prefix_length(one: str, other: str) -> int:
    """Letters until they differ."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
