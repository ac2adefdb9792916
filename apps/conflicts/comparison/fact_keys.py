"""Keys of facts: two of one subject share at least one, with near certainty, and few others do.

MinHash over pairs of words (Broder 1997, On the resemblance and containment of documents): of all pairs of a fact's
words the smallest hashes are kept. Where two of three words are the same, so is nearly half of the pairs.
"""

from collections.abc import Iterable
from itertools import combinations
from zlib import crc32

from apps.conflicts.comparison.extract_facts import Fact

KEPT = 8
STEM = 8
MOST_WORDS = 40


def fact_keys(fact: Fact, scope: str) -> list[int]:
    """Signed numbers of 32 bits; empty for a fact of fewer than two words. Those of another `scope` are others."""
    words = sorted({key[:STEM] for key in fact.subject})[:MOST_WORDS]
    return sorted(hash_texts(f"{scope} {one} {other}" for one, other in combinations(words, 2)))[:KEPT]


def hash_texts(texts: Iterable[str]) -> set[int]:
    return {value - (1 << 32) if (value := crc32(text.encode())) >= 1 << 31 else value for text in texts}
