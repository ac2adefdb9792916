"""Vectors as embedders hand them on: packed. Pure, and without Django, so that parser processes load it quickly."""

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def as_rows(matrix: "NDArray[np.float32]") -> "list[array[float]]":
    """The rows of a matrix. As lists of floats an import would hold eight times their memory, and make them twice."""
    return [array("f", row.tobytes()) for row in matrix]
