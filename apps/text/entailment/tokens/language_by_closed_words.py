"""The language in which a sentence is derived, told by its function words: German or English."""

import re
from collections.abc import Sequence
from functools import lru_cache

from apps.text.grammar.function_words import function_word_shares

FEWEST_WORDS = 3
GERMAN_ENDINGS = ("en", "ern", "eln", "t", "muss")
"""Of the verb that any German sentence has."""
ENGLISH_VERBS = frozenset(
    {"cost", "get", "visit", "last", "meet", "rent", "start", "submit", "open", "accept", "collect"}
)


@lru_cache(maxsize=64)
def language_by_closed_words(text: str) -> str:
    """ "en" or "de", by the function words; where neither has more, by capitals inside of it."""
    written = re.findall(r"[^\W\d_]+", text[:2000])
    shares = function_word_shares([word.lower() for word in written])
    is_english = shares["en"] > shares["de"] or (shares["en"] == shares["de"] and lacks_german_nouns(written))
    return "en" if is_english else "de"


def lacks_german_nouns(words: Sequence[str]) -> bool:
    """ "Children pay 3 euros": no noun in the sentence has a capital, and no letter is German."""
    small = len(words) >= FEWEST_WORDS and all(word.islower() for word in words[1:]) and "".join(words).isascii()
    return small and not any(word.endswith(GERMAN_ENDINGS) and word not in ENGLISH_VERBS for word in words[1:])
