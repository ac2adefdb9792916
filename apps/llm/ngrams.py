"""Vectors from hashed character n-grams: what the built-in embedding model computes. Pure, no network.

Each word is folded (lower case, ß to ss, umlauts to their vowels) and cut into its pieces of 3 to 5 characters, blanks
at its ends included, so that "Gebühren" and "Gebührenordnung" share most of theirs. Every piece falls by its hash into
one of the dimensions, with a sign by the hash (feature hashing: Weinberger et al. 2009, arXiv 0902.2206). Its weight is
1 + ln(count); the vector is divided by its length.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from apps.llm.words import STOP_WORDS

DIMENSIONS = 1024
SIZES = (3, 4, 5)
# Pieces are counted in this many slots before they are folded into the dimensions: few different pieces share one.
SLOTS = 1 << 16
LONGEST_TEXT = 200_000
"""Characters of a text that count; chunks are far shorter."""

FOLDED = str.maketrans({"ß": "ss", "ä": "a", "ö": "o", "ü": "u"})
WORD = re.compile(r"\w+")
BLANK = ord(" ")


def fold(text: str) -> str:
    """Lower case, compatibility forms resolved, umlauts and ß as their plain letters."""
    return unicodedata.normalize("NFKC", text).lower().translate(FOLDED)


def vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """One row of unit length per text. A text without letters and digits gets a fixed direction of its own."""
    rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        row[:] = vector(text)
    return rows


def vector(text: str) -> NDArray[np.float32]:
    counts = slot_counts(text)
    slots = np.flatnonzero(counts)
    if not len(slots):
        return EMPTY
    weights = 1.0 + np.log(counts[slots])
    values = np.bincount(DIMENSION_OF_SLOT[slots], weights * SIGN_OF_SLOT[slots], DIMENSIONS)
    return (values / np.linalg.norm(values)).astype(np.float32)


def slot_counts(text: str) -> NDArray[np.int64]:
    words = [word for word in WORD.findall(fold(text[:LONGEST_TEXT])) if word not in STOP_WORDS]
    codes = np.frombuffer(f" {' '.join(words)} ".encode("utf-32-le"), dtype=np.uint32)
    return np.bincount(np.concatenate(list(slots_of(codes))), minlength=SLOTS)


def slots_of(codes: NDArray[np.uint32]) -> Iterator[NDArray[np.uint32]]:
    """The slot of every piece. Pieces that reach over a blank into the next word are left out."""
    blanks = codes == BLANK
    for size in SIZES:
        count = len(codes) - size + 1
        if count <= 0:
            continue
        piece = np.full(count, size, dtype=np.uint32)
        inside = np.ones(count, dtype=bool)
        for offset in range(size):
            # FNV-like: multiply, then mix in the next character; unsigned integers wrap around.
            piece = (piece ^ codes[offset : offset + count]) * np.uint32(0x01000193)
            piece ^= piece >> np.uint32(15)
            if 0 < offset < size - 1:
                inside &= ~blanks[offset : offset + count]
        yield (piece[inside] * np.uint32(0x9E3779B1)) >> np.uint32(16)
    yield np.zeros(0, dtype=np.uint32)


def _tables() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Dimension and sign of each slot: from different bits of one multiplicative hash."""
    mixed = np.arange(SLOTS, dtype=np.uint32) * np.uint32(0x85EBCA6B)
    mixed ^= mixed >> np.uint32(13)
    mixed *= np.uint32(0xC2B2AE35)
    mixed ^= mixed >> np.uint32(16)
    return (mixed % DIMENSIONS).astype(np.int64), np.where(mixed >> np.uint32(31), 1.0, -1.0)


DIMENSION_OF_SLOT, SIGN_OF_SLOT = _tables()
EMPTY = np.eye(1, DIMENSIONS, dtype=np.float32)[0]
