"""What a stated value is a value of: words of its sentence, of what stands before and above it, and of the title."""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from apps.text.word_stems import STOP_WORDS, common_prefix, fold, stem

WORD = re.compile(r"[^\W\d_]{3,}")
SHORTEST_PART, SHORTEST_COMMON = 4, 5
LONG_PART = 8
NEARLY_WHOLE = 0.6
GENERAL = frozenset(
    stem(fold(word)) for word in (Path(__file__).parent / "general_words.txt").read_text(encoding="utf-8").split()
)
"""Stems that tell no subject from another within the texts of an administration."""


@lru_cache(maxsize=20_000)
def subject_words(text: str) -> tuple[str, ...]:
    """Stems of its words in their order, once each, without those that say nothing of a subject."""
    found = (stem(word) for raw in WORD.findall(text) if (word := fold(raw)) not in STOP_WORDS)
    return tuple(dict.fromkeys(word for word in found if word not in GENERAL and len(word) >= 3))


@lru_cache(maxsize=100_000)
def is_same(one: str, other: str) -> bool:
    """The same stem, or one within a compound: "hund" and "hundesteu", "mittagsverpfleg" and "mittagess"."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < SHORTEST_PART:
        return False
    if longer.startswith(shorter) or longer.endswith(shorter):
        return True
    common = common_prefix(one, other)
    return (common >= SHORTEST_COMMON and common >= NEARLY_WHOLE * len(shorter)) or have_a_part_in_common(
        shorter, longer
    )


def have_a_part_in_common(shorter: str, longer: str) -> bool:
    """ "Bereitschaftsdienst" and "Rufbereitschaft"."""
    return any(shorter[place : place + LONG_PART] in longer for place in range(len(shorter) - LONG_PART + 1))


def shared(words: Iterable[str], others: Iterable[str]) -> list[str]:
    """Those of `words` that stand among the others."""
    among = tuple(others)
    return [word for word in words if any(is_same(word, other) for other in among)]
