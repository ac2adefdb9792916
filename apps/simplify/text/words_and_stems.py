"""Splits a text into words and stems them, to tell when two words are forms of one."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "s", "é": "e", "è": "e"})
ENDING = re.compile(r"(?:ungen|innen|ung|est|end|em|en|er|es|et|e|n|s|t)$")
# Of the prefixes in separable_prefixes.py the commonest; those of six letters fill a stem by themselves.
PARTICIPLE = re.compile(r"^(?:ge|(ab|an|auf|aus|ein|nach|vor|zu|mit)(?:ge|zu))(?=\w{4})")
STEM_LETTERS = 6
CONTENT_LETTERS = 4

FUNCTION_WORDS = frozenset(
    word
    for line in Path(__file__).with_name("function_words.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for word in line.split()
)
"""Words that do not tell what a sentence is about."""


def split_words(text: str) -> list[str]:
    return WORD.findall(text)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """What forms of a word share: Anträge, Antrag, Antrags -> antrag; eingereicht, einreichen -> einrei."""
    folded = word.lower().replace("ß", "ss").translate(FOLD).replace("-", "")
    folded = PARTICIPLE.sub(lambda found: found[1] or "", folded)
    if len(folded) > CONTENT_LETTERS:
        folded = ENDING.sub("", folded) or folded
    return folded[:STEM_LETTERS]


@lru_cache(maxsize=4_000)
def content_stems(text: str) -> frozenset[str]:
    """Stems of the words that carry meaning."""
    return frozenset(
        stem(word) for word in split_words(text) if len(word) >= CONTENT_LETTERS and word.lower() not in FUNCTION_WORDS
    )


SHORTEST_PART = 5
"""Letters of a stem that may be a part of a compound."""


def are_related_stems(one: str, other: str) -> bool:
    """True when the folded words share their stem or one is part of the other, as in a compound."""
    if one == other:
        return True
    return (len(one) >= SHORTEST_PART and one in other) or (len(other) >= SHORTEST_PART and other in one)


def first_missing(words: Sequence[str], among: Sequence[str]) -> str:
    """The first of the words that the others have less often; the last one where they have each as often."""
    rest = list(among)
    for word in words:
        if word not in rest:
            return word
        rest.remove(word)
    return words[-1]
