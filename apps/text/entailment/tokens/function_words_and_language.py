"""Function words by their form (closed_words.tsv), and the language of a text, told by its function words."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path


@cache
def closed_words(language: str) -> dict[str, tuple[str, str]]:
    """Kind and key of each function word by its form; the first line that names a form counts."""
    words: dict[str, tuple[str, str]] = {}
    for line in Path(__file__).with_name("closed_words.tsv").read_text("utf-8").splitlines():
        if line.startswith(f"{language}\t"):
            _, kind, key, forms = line.split("\t")
            for form in forms.split():
                words.setdefault(form, (kind, key))
    return words


@lru_cache(maxsize=64)
def language_by_closed_words(text: str) -> str:
    """ "en" or "de", by the function words; where neither has more, by capitals inside of it."""
    written = re.findall(r"[^\W\d_]+", text[:2000])
    words = [word.lower() for word in written]
    german, english = closed_words("de"), closed_words("en")
    more = sum(w in english for w in words) - sum(w in german for w in words)
    return "en" if more > 0 or (more == 0 and lacks_german_nouns(written)) else "de"


FEWEST_WORDS = 3
GERMAN_ENDINGS = ("en", "ern", "eln", "t", "muss")
"""Of the verb that any German sentence has."""
ENGLISH_VERBS = frozenset(
    {"cost", "get", "visit", "last", "meet", "rent", "start", "submit", "open", "accept", "collect"}
)


def lacks_german_nouns(words: Sequence[str]) -> bool:
    """ "Children pay 3 euros": no noun in the sentence has a capital, and no letter is German."""
    small = len(words) >= FEWEST_WORDS and all(word.islower() for word in words[1:]) and "".join(words).isascii()
    return small and not any(word.endswith(GERMAN_ENDINGS) and word not in ENGLISH_VERBS for word in words[1:])
