"""Detects the language of a text by its small words: German and English can be checked, others cannot."""

from typing import Literal

from apps.simplify.text.words_and_stems import split_words
from apps.text.grammar.function_words import function_word_shares

Language = Literal["de", "en", "other"]
FEWEST_WORDS = 12
"""Below that a text may lack small words, as headings do, and is taken for German."""
LEAST_SHARE = 0.2
"""Of words of more than one letter. German and English texts have a quarter and more, others of the Latin script mostly
less than a tenth and at most 0.18: "in" and "an" are Dutch as well, "es" Spanish, "des" French."""
LEAST_ENGLISH_SHARE = 0.3
"""Of the words of a text that is so short."""
AFTER_LATIN = "\u0250"
"""The first letter after those of the Latin script; German and English have none of these."""


def detect_checkable_language(text: str) -> Language:
    if is_mostly_other_script(text[:20_000]):
        return "other"
    found = [word.lower() for word in split_words(text[:20_000])]
    shares = function_word_shares(found)
    if len(found) < FEWEST_WORDS:
        return "en" if shares["en"] > max(LEAST_ENGLISH_SHARE, shares["de"]) else "de"
    # "i" is Polish, "a" Portuguese: single letters tell no language.
    if max(function_word_shares([word for word in found if len(word) > 1]).values()) < LEAST_SHARE:
        return "other"
    return "de" if shares["de"] >= shares["en"] else "en"


def is_mostly_other_script(text: str) -> bool:
    """Whether four of five letters are of a script that neither language is written in: names may be."""
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter >= AFTER_LATIN for letter in letters) * 5 > 4 * len(letters)
