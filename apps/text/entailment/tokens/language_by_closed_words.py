"""The language in which a sentence is derived, told by its function words: German or English, or none that is read."""

import re
from collections.abc import Sequence
from functools import lru_cache

from apps.text.across_languages.detect_text_language import detect_language
from apps.text.grammar.function_words import function_word_shares

FEWEST_WORDS = 3
READ_LETTERS = re.compile(r"[a-zäöüß]+")
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


def is_of_unread_language(text: str) -> bool:
    """Whether it is neither German nor English: by common words of other languages, or letters that have no function
    word of these two beside them."""
    if detect_language(text) not in ("de", "en", ""):
        return True
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", text[:2000])]
    is_foreign_word = any(not READ_LETTERS.fullmatch(word) for word in words)
    return is_foreign_word and not any(function_word_shares(words).values())
