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
    """Whether it is neither German nor English: by common words of other languages, or by letters of others where no
    function word of these two stands. Words with a capital are names in any language.
    """
    first, *rest = re.findall(r"[^\W\d_]+", text[:2000]) or [""]
    words = [first.lower(), *(word for word in rest if not word[0].isupper())]
    if detect_language(" ".join(words)) not in ("de", "en", ""):
        return True
    return not any(function_word_shares(words).values()) and not all(map(READ_LETTERS.fullmatch, words[1:]))
