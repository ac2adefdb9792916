"""Detects the language of a text by its letters and most common words, without any model."""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

WORD = re.compile(r"[^\W\d_]+")
ARABIC, CYRILLIC = re.compile(r"[\u0600-\u06ff]"), re.compile(r"[\u0400-\u04ff]")
UKRAINIAN, RUSSIAN = re.compile(r"[іїєґ]", re.IGNORECASE), re.compile(r"[ыэъё]", re.IGNORECASE)
OWN_LETTERS = {
    "de": re.compile(r"[ßä]", re.IGNORECASE),
    "es": re.compile(r"[ñ¿¡]", re.IGNORECASE),
    "fr": re.compile(r"[çœêûë]|\b[ldnsjcm]['’]|\bqu['’]", re.IGNORECASE),
    "pl": re.compile(r"[łąężźśćń]", re.IGNORECASE),
    "ro": re.compile(r"[ășțţ]", re.IGNORECASE),
    "tr": re.compile(r"[ığşİ]"),
}
LONGEST_TEXT_READ = 4_000
"""Characters. More change nothing."""


def detect_language(text: str) -> str:
    """The two-letter code of the interface language; empty when two are equally likely, or none shows.

    German and English win where in doubt: what is compared across languages is compared less.
    """
    text = text[:LONGEST_TEXT_READ]
    words = WORD.findall(text)
    letters = sum(map(len, words))
    if letters and 2 * len(ARABIC.findall(text)) > letters:
        return "ar"
    if letters and 2 * len(CYRILLIC.findall(text)) > letters:
        return "uk" if len(UKRAINIAN.findall(text)) > len(RUSSIAN.findall(text)) else "ru"
    return language_of_common_words(text, words)


def language_of_common_words(text: str, words: Sequence[str]) -> str:
    hits = dict.fromkeys(common_words(), 0)
    languages = languages_by_word()
    # One look for each word: a page has hundreds, and the languages are a dozen.
    for word in words:
        for code in languages.get(word.lower(), ()):
            hits[code] += 1
    for code, own in OWN_LETTERS.items():
        # Letters that no other of these languages has count twice.
        hits[code] += len(own.findall(text)) * (2 if code in ("pl", "ro", "tr") else 1)
    first, second = sorted(hits, key=lambda code: hits[code], reverse=True)[:2]
    if hits[first] == hits[second]:
        return ""
    needed = 1 if first in ("de", "en") else 2 * max(hits["de"], hits["en"]) + 2
    return first if hits[first] >= needed else ""


@cache
def common_words() -> dict[str, frozenset[str]]:
    return {code: frozenset(groups[0].split()) for code, kind, groups in read_language_rows() if kind == "common"}


@cache
def languages_by_word() -> dict[str, list[str]]:
    """The codes of the languages in which a word is common."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for code, known in common_words().items():
        for word in known:
            found[word].append(code)
    return dict(found)


@cache
def month_numbers(language: str) -> dict[str, int]:
    """By each form of its name, lower case."""
    names = next((groups for code, kind, groups in read_language_rows() if (code, kind) == (language, "months")), ())
    return {form.replace(r"\s", " "): number for number, forms in enumerate(names, 1) for form in forms.split(" ")}


@cache
def read_language_rows() -> list[tuple[str, str, tuple[str, ...]]]:
    lines = Path(__file__).with_name("words.tsv").read_text("utf-8").splitlines()
    return [(code, kind, tuple(groups)) for code, kind, *groups in (line.split("\t") for line in lines)]
