"""Fingerprints content, so that duplicates are recognised in other formats and under other names.

SimHash: M. Charikar, "Similarity estimation techniques from rounding algorithms" (STOC 2002). Texts with nearly the
same words have numbers that differ in few bits. So have two texts that differ in one figure: near numbers are a hint
and no proof.
"""

import re
import unicodedata
from collections.abc import Iterable
from hashlib import blake2b

BITS = 64
FEWEST_WORDS = 8
"""Of a text that can be told from others; a form of less is like many."""
MOST_LETTERS = 400_000
"""From the beginning: a long work is known by its first hundred pages."""
MAX_DIFFERING_BITS = 10
"""Bits in which two numbers of the same content may differ: print parts words, pages have heads."""
WORD = re.compile(r"\w{4,}")


def content_fingerprint(texts: Iterable[str]) -> int | None:
    """Hashes the texts of all pages to PostgreSQL's bigint; None for hardly any text."""
    import numpy as np

    words = distinct_words(texts)
    if len(words) < FEWEST_WORDS:
        return None
    digests = b"".join(blake2b(word.encode(), digest_size=BITS // 8).digest() for word in words)
    bits = np.unpackbits(np.frombuffer(digests, dtype=np.uint8)).reshape(-1, BITS)
    majority = np.packbits(bits.sum(axis=0) * 2 > len(words))
    return int.from_bytes(majority.tobytes(), signed=True)


def distinct_words(texts: Iterable[str]) -> set[str]:
    words: set[str] = set()
    left = MOST_LETTERS
    for text in texts:
        words.update(WORD.findall(unicodedata.normalize("NFKC", text[:left]).casefold()))
        left -= len(text)
        if left <= 0:
            break
    return words


def are_near_duplicates(one: int | None, other: int | None) -> bool:
    """Whether the two may be the same content."""
    return (
        one is not None and other is not None and ((one ^ other) & ((1 << BITS) - 1)).bit_count() <= MAX_DIFFERING_BITS
    )
