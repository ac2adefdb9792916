"""The language in which a sentence and its quotes are read: German, English, or none that a reader is measured in."""

import re
from collections.abc import Sequence

from apps.text.grammar.function_words import function_word_shares

WORD = re.compile(r"[^\W\d_]+")
LEAST_SHARE = 0.15
"""Of the words, so many must be function words of the language: other languages share some of them by chance."""


def reading_language(claim: str, quotes: Sequence[str]) -> str:
    """ "de" or "en" where the sentence and all quotes are in it, otherwise an empty text."""
    found = {dominant_language(text) for text in (claim, " ".join(quotes))}
    return found.pop() if len(found) == 1 else ""


def dominant_language(text: str) -> str:
    """The language whose function words make up most of the text; empty when no language has enough of them."""
    shares = function_word_shares([word.lower() for word in WORD.findall(text[:2_000])])
    best = max(shares, key=lambda name: shares[name])
    is_clear = shares[best] >= LEAST_SHARE and shares[best] > min(shares.values())
    return best if is_clear else ""
