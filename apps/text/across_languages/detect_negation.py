"""Detects negation in any language of the interface, strictly or broadly.

`contains_negation`: in words that can be nothing but a no. `may_contain_negation`: also in words that another language
may put as a no, such as "verboten", "gratuit", "only after". The words stand in detect_negation.tsv.
"""

import re
from functools import cache
from pathlib import Path

from apps.text.grammar.negation_words import is_negated

# Turkish denies within the verb: edilmez, yapılamaz, ödenmeyen, bulunmuyor.
TURKISH_VERB = re.compile(
    r"\b\w{1,30}m(?:[ae](?:z(?:lar|ler|s\w{1,9})?|d[ıi]\w{0,9}|m[ıi]ş\w{0,9}|y[ae](?:n|cak|cek)\w{0,9}|m(?:al|el)[ıi]\w{0,9})"
    r"|[ıiuü]yor\w{0,9})\b",
    re.IGNORECASE,
)
TURKISH_LACK = re.compile(r"\b\w{2,30}(?:s[ıiuü]z\w{0,9}|m[ae]d[ae]n|m[ae]m[ae]\w{0,9})\b", re.IGNORECASE)
GERMAN_LACK = re.compile(r"\b(?:\w{2,40}(?:frei|los|leer)(?:e[mnrs]?)?|un\w{4,40})\b", re.IGNORECASE)


def contains_negation(text: str, language: str) -> bool:
    """Whether a text denies something; German and English are read by the rules of the whole product."""
    if language in ("de", "en"):
        return bool(is_negated(text))
    if language == "tr" and TURKISH_VERB.search(text):
        return True
    words = negation_word_patterns().get(language)
    return words is not None and words.search(text) is not None


def may_contain_negation(text: str, language: str) -> bool:
    """Whether a text denies or lacks something, as far as its words tell.

    True for a language that is not known here: nobody is accused of what cannot be read.
    """
    words = negation_stem_patterns().get(language)
    if words is None or contains_negation(text, language) or words.search(text):
        return True
    lack = {"tr": TURKISH_LACK, "de": GERMAN_LACK}.get(language)
    return lack is not None and lack.search(text) is not None


@cache
def negation_word_patterns() -> dict[str, re.Pattern[str]]:
    """Whole words."""
    return {
        code: re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)
        for code, kind, words in read_word_rows()
        if kind == "outright"
    }


@cache
def negation_stem_patterns() -> dict[str, re.Pattern[str]]:
    """Beginnings of words; in Arabic, which writes articles and prepositions in front, any part of a word."""
    return {
        code: re.compile(rf"{'' if code == 'ar' else '(?<!{w})'.format(w=chr(92) + 'w')}(?:{'|'.join(words)})", re.I)
        for code, kind, words in read_word_rows()
        if kind == "other"
    }


def read_word_rows() -> list[tuple[str, str, list[str]]]:
    lines = Path(__file__).with_name("detect_negation.tsv").read_text("utf-8").splitlines()
    return [(code, kind, [word_pattern(word) for word in words.split()]) for code, kind, words in map(split_row, lines)]


def word_pattern(word: str) -> str:
    """A word with a $ ends there: "erst" is no beginning of "erstattet"."""
    return rf"{re.escape(word[:-1])}(?!\w)" if word.endswith("$") else re.escape(word)


def split_row(line: str) -> tuple[str, str, str]:
    code, kind, words = line.split("\t")
    return code, kind, words
