"""Normalises the words of a message for comparison with triggers: folded, and by how they sound."""

import re
import unicodedata
from functools import lru_cache
from itertools import filterfalse

WORD = re.compile(r"\w+")
APOSTROPHES = re.compile(r"['’‘`´ʼ]")
WRITTEN_OUT = re.compile(r"([ao])e|(?<![aeq])(u)e")
"""Umlauts where a keyboard has none; folding takes the dots from the others. Not in "Feuer"."""
LETTERS = str.maketrans({"ß": "ss", "ı": "i", "ł": "l", "đ": "d", "ø": "o", "ى": "ي", "ة": "ه", "ـ": None})
INSIDE = re.compile(r"(?<=[^\W\d_]{2})[.,;](?=[^\W\d_]\b)")
"""A sign that got before the last letter of a word: "aufhör.t"."""
DOUBLED = re.compile(r"([^\W\d])\1+")
SILENT_H = re.compile(r"(?<=[aeiou])h(?![aeiou])")
SOUNDS = (("ph", "f"), ("ck", "k"), ("dt", "t"), ("tz", "z"), ("ie", "i"), ("th", "t"), ("v", "f"), ("y", "i"))
HARDENED = str.maketrans("dbg", "tpk")


def message_words(text: str, most: int) -> list[str]:
    """The first folded words of the text, at most so many."""
    return WORD.findall(fold_message_text(text))[:most]


def typed_words(text: str, most: int) -> list[str]:
    """Splits words without taking "ae", "oe", "ue" for umlauts: in "Ibuproen" a letter is missing, nothing else."""
    return WORD.findall(fold_as_typed(text))[:most]


def fold_message_text(text: str) -> str:
    """Lower case without accents, umlauts as plain letters however they are written, no apostrophes."""
    # Before the dots are taken away: "üerlege" lacks a letter and is no "urlege".
    return without_accents(WRITTEN_OUT.sub(lambda found: found[1] or found[2], decompose_accents(text)))


def fold_as_typed(text: str) -> str:
    """Folds as `fold_message_text` does, but for the umlauts that are written out."""
    return without_accents(decompose_accents(text))


def decompose_accents(text: str) -> str:
    """Lower case, each accent after its letter, no other characters inside words."""
    return unicodedata.normalize("NFKD", INSIDE.sub("", APOSTROPHES.sub("", text)).lower())


def without_accents(text: str) -> str:
    return "".join(filterfalse(unicodedata.combining, text)).translate(LETTERS)


@lru_cache(maxsize=16_384)
def phonetic_key(word: str) -> str:
    """A folded word as it is heard in German: "brend" and "brennt" are one, "suizit" and "Suizid" too."""
    heard = phonetic_prefix_key(word)
    return heard[:-1] + heard[-1:].translate(HARDENED)


@lru_cache(maxsize=4_096)
def phonetic_prefix_key(word: str) -> str:
    """Returns how the beginning of a word sounds; its last letter is not the end of the word."""
    heard = DOUBLED.sub(r"\1", SILENT_H.sub("", word))
    for written, spoken in SOUNDS:
        heard = heard.replace(written, spoken)
    return heard


def collapse_doubled_letters(word: str) -> str:
    """Makes doubled letters one, all that is done for languages whose rules of sound these are not."""
    return DOUBLED.sub(r"\1", word)
