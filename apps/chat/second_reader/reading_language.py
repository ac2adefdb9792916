"""The language in which a sentence and its quotes are read: German, English, or none that a reader is measured in."""

import re
from collections.abc import Sequence

from apps.text.entailment.tokens.function_words_and_language import closed_words

WORD = re.compile(r"[^\W\d_]+")
LEAST_SHARE = 0.15
"""Of the words, so many must be function words of the language: other languages share some of them by chance."""
LANGUAGES = ("de", "en")


def reading_language(claim: str, quotes: Sequence[str]) -> str:
    """ "de" or "en" where the sentence and all quotes are in it, otherwise an empty text."""
    found = {dominant_language(text) for text in (claim, " ".join(quotes))}
    return found.pop() if len(found) == 1 else ""


def dominant_language(text: str) -> str:
    """The language whose function words make up most of the text; empty when no language has enough of them."""
    words = [word.lower() for word in WORD.findall(text[:2_000])]
    shares = {name: sum(word in closed_words(name) for word in words) / max(1, len(words)) for name in LANGUAGES}
    best = max(LANGUAGES, key=lambda name: shares[name])
    is_clear = shares[best] >= LEAST_SHARE and shares[best] > min(shares.values())
    return best if is_clear else ""
