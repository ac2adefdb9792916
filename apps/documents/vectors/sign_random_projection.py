"""Sign bits of a random projection: 2,048 bits that stand for a vector where very many are compared.

Two vectors agree in the more signs the smaller the angle between them (Charikar 2002, Similarity Estimation Techniques
from Rounding Algorithms). The directions are rows of Hadamard matrices after changes of sign, which take n log n steps
in place of n² (Ailon and Chazelle 2006). Taken from the vector as it is, signs would say nothing about one that is
mostly zeros, as the vector of a short question by spelling is.

The bits are stored, so the directions must stay the same for ever.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]
    Octets = NDArray[np.uint8]

BITS = 2_048
SEED = 20_261_127
HEADER = 4
"""Bytes before the numbers of a half-precision vector on the wire."""
TOGETHER = 64
"""Vectors that are turned together: their numbers fit into the processor's own memory, which halves the time."""
LENGTH = BITS.to_bytes(4, "big")
"""Before the bits on the wire."""


def signs_of(vectors: "Numbers") -> "Octets":
    """One row of BITS / 8 bytes for each row, of which there is at least one."""
    import numpy as np

    starts = range(0, len(vectors), TOGETHER)
    return np.concatenate([_signs_of_few(vectors[start : start + TOGETHER]) for start in starts])


def _signs_of_few(vectors: "Numbers") -> "Octets":
    import numpy as np

    count, dimensions = vectors.shape
    flips = _flips(dimensions)
    padded = np.zeros((count, flips.shape[1]), dtype=np.float32)
    padded[:, :dimensions] = vectors
    turned = np.concatenate([_hadamard(padded * flip) for flip in flips], axis=1)
    return np.packbits(turned[:, :BITS] > 0, axis=1)


def signs_on_the_wire(vectors: Sequence[bytes]) -> list[bytes]:
    """Writes signs as binary COPY does, of vectors in its form, all of one model."""
    return [LENGTH + row.tobytes() for row in _signs_of_wire(vectors)]


def signs_of_stored(vectors: Sequence[bytes]) -> list[str]:
    """In words, of vectors in wire format, all of one model."""
    return [_in_words(row) for row in _signs_of_wire(vectors)]


def signs_in_words(vector: Sequence[float]) -> str:
    """Writes the signs as SQL does: zeros and ones."""
    import numpy as np

    return _in_words(signs_of(np.asarray([vector], dtype=np.float32))[0])


def _in_words(row: "Octets") -> str:
    return f"{int.from_bytes(row.tobytes(), 'big'):0{BITS}b}"


def _signs_of_wire(vectors: Sequence[bytes]) -> "Octets":
    import numpy as np

    if not vectors:
        return np.empty((0, BITS // 8), dtype=np.uint8)
    numbers = np.frombuffer(b"".join(vector[HEADER:] for vector in vectors), dtype=">f2")
    return signs_of(numbers.reshape(len(vectors), -1).astype(np.float32))


@lru_cache(maxsize=8)
def _flips(dimensions: int) -> "Numbers":
    """Changes of sign, one row for each turn: as many turns as it takes until there are enough directions."""
    import numpy as np

    size = 1 << max(0, dimensions - 1).bit_length()
    # Not by numpy, whose numbers for one seed may change with its version.
    bits = np.unpackbits(_drawn(-(-BITS // size) * size))
    flips: Numbers = (1.0 - 2.0 * bits).astype(np.float32).reshape(-1, size)
    return flips


def _drawn(bits: int) -> "Octets":
    import numpy as np

    return np.frombuffer(shake_256(str(SEED).encode()).digest(bits // 8), dtype=np.uint8)


def _hadamard(rows: "Numbers") -> "Numbers":
    """Each row times the Hadamard matrix of its length, a power of two."""
    import numpy as np

    count, size = rows.shape
    # Numbers of all rows side by side: what is added lies in one piece however near the pairs are.
    turned = np.ascontiguousarray(rows.T)
    spare = np.empty_like(turned)
    width = 1
    while width < size:
        pairs, sums = (each.reshape(-1, 2, width * count) for each in (turned, spare))
        np.add(pairs[:, 0], pairs[:, 1], out=sums[:, 0])
        np.subtract(pairs[:, 0], pairs[:, 1], out=sums[:, 1])
        turned, spare = spare, turned
        width *= 2
    return turned.T
