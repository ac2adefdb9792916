"""Makes vectors from hashed character n-grams.

Each word is folded and cut into its pieces of 3 to 5 characters, a blank at either end included, so that "Gebühren" and
"Gebührenordnung" share most of theirs. A piece falls by its hash into one of the dimensions, with a sign by the hash
(feature hashing: Weinberger et al. 2009, arXiv 0902.2206). Its weight is 1 + ln(count); the vector has unit length.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from apps.text.word_stems import content_words

DIMENSIONS = 1024
SHORTEST, LONGEST = 3, 5
# Pieces are counted in this many slots before they are folded into the dimensions: few different pieces share one.
SLOTS = 1 << 16
LONGEST_TEXT = 200_000
"""Characters of a text that count; chunks are far shorter."""
BLANK = ord(" ")


def ngram_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """One row of unit length per text. A text without letters and digits gets a fixed direction of its own."""
    rows = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        row[:] = ngram_vector(text)
    return rows


def ngram_vector(text: str) -> NDArray[np.float32]:
    counts = np.bincount(np.concatenate(list(ngram_slots(text))), minlength=SLOTS)
    # Searching truth values is several times faster than searching numbers.
    used = np.flatnonzero(counts.astype(bool))
    if not len(used):
        return EMPTY
    weights = (1.0 + np.log(counts[used])) * SIGN_OF_SLOT[used]
    values = np.bincount(DIMENSION_OF_SLOT[used], weights, DIMENSIONS)
    length = np.linalg.norm(values)
    unit: NDArray[np.float32] = (values / length).astype(np.float32) if length else EMPTY
    return unit


def ngram_slots(text: str) -> Iterator[NDArray[np.uint32]]:
    """The slot of every piece, one array per size. Pieces that reach over a blank into the next word are left out."""
    padded = f" {' '.join(content_words(text[:LONGEST_TEXT]))} "
    codes = np.frombuffer(padded.encode("utf-32-le"), dtype=np.uint32)
    blanks = codes == BLANK
    hashes = np.full(len(codes), 0x811C9DC5, dtype=np.uint32)
    inside = np.ones(len(codes), dtype=bool)
    for offset in range(LONGEST):
        count = max(len(codes) - offset, 0)
        # Multiply, then mix in the next character (FNV-1a on code points); unsigned integers wrap around.
        hashes = (hashes[:count] ^ codes[offset:]) * np.uint32(0x01000193)
        hashes ^= hashes >> np.uint32(15)
        if offset > 1:
            inside = inside[:count] & ~blanks[offset - 1 : offset - 1 + count]
        if offset + 1 >= SHORTEST:
            yield (hashes[inside[:count]] * np.uint32(0x9E3779B1)) >> np.uint32(16)


def _slot_tables() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Dimension and sign of each slot, from different bits of one multiplicative hash."""
    mixed = np.arange(SLOTS, dtype=np.uint32) * np.uint32(0x85EBCA6B)
    mixed ^= mixed >> np.uint32(13)
    mixed *= np.uint32(0xC2B2AE35)
    mixed ^= mixed >> np.uint32(16)
    sign = np.where(mixed >> np.uint32(31), np.int8(1), np.int8(-1))
    return (mixed % DIMENSIONS).astype(np.int16), sign


DIMENSION_OF_SLOT, SIGN_OF_SLOT = _slot_tables()
EMPTY: NDArray[np.float32] = np.eye(1, DIMENSIONS, dtype=np.float32)[0]
