"""Packs vectors into float32 arrays. Imports no Django, so that parser processes load it quickly."""

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pack_rows(matrix: "NDArray[np.float32]") -> "list[array[float]]":
    """The rows of a matrix. As lists of floats an import would hold eight times their memory, and make them twice."""
    return rows_from_bytes(matrix.tobytes(), len(matrix))


def rows_from_bytes(wire: bytes, count: int) -> "list[array[float]]":
    """The rows of a matrix of single precision, which another process may have made."""
    size = len(wire) // count if count else 0
    return [array("f", wire[start : start + size]) for start in range(0, len(wire), size or 1)]
