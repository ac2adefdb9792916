"""Takes exact phrases from a question (quoted, or all of a longer one) and finds their share in a text."""

import re
from collections.abc import Sequence
from functools import lru_cache

from apps.text.word_stems import fold

QUOTED = re.compile(r"[\"„“”»«]([^\"„“”»«]{2,200})[\"„“”»«]")
WORDS_OF_A_SENTENCE = 4


def exact_phrases(question: str) -> list[str]:
    """Folded. What is in quotation marks, or else the whole of a longer question."""
    phrases = [fold_to_one_line(phrase) for phrase in QUOTED.findall(question)]
    whole = fold_to_one_line(question).rstrip("?!. ")
    return [phrase for phrase in phrases if phrase] or ([whole] if len(whole.split()) >= WORDS_OF_A_SENTENCE else [])


def share_of_phrases(phrases: list[str], text: str) -> float:
    """The share of the phrases that stand in the folded text, also over the end of a line."""
    return sum(contains_phrase(phrase, text) for phrase in phrases) / len(phrases)


def contains_phrase(phrase: str, text: str) -> bool:
    # Most texts lack one of the words, which is found out much faster than all blanks are made one.
    for word in words_longest_first(phrase):
        if word not in text:
            return False
    return phrase in text or phrase in " ".join(text.split())


@lru_cache(maxsize=64)
def words_longest_first(phrase: str) -> Sequence[str]:
    """Returns the words once each: the longer, the fewer texts hold it. Kept, because a question asks many texts."""
    return sorted(set(phrase.split()), key=lambda word: (-len(word), word))


def fold_to_one_line(text: str) -> str:
    """Folds to one case and single blanks."""
    return " ".join(fold(text).split())
