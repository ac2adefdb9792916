"""The ink mask of a scanned page: its dark pixels and the runs they form in rows."""

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image


def ink_mask(image: "Image") -> "NDArray[np.bool_]":
    """Which pixels of a grey Pillow image are clearly darker than the paper, shape (height, width).

    A grey field under text does not count.
    """
    import numpy as np

    grey = np.asarray(image)
    # Compared as bytes: with a float each pixel would be made one first.
    return grey < np.uint8(ceil(np.median(grey[::4, ::4]) * 0.6))


def ink_runs(ink: "NDArray[np.bool_]") -> "tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]":
    """(row, begin, end) of every unbroken run of marked pixels, each of shape (runs,), row by row from the left.

    `ink` has the shape (height, width); `end` is the first column after the run.
    """
    import numpy as np

    width = ink.shape[1] + 2
    padded = np.zeros((ink.shape[0], width), dtype=bool)
    padded[:, 1:-1] = ink
    pixels = padded.ravel()
    # Every row ends white, so changes come in pairs: to ink, and back to paper.
    changes = np.flatnonzero(pixels[1:] != pixels[:-1])
    rows = changes[::2] // width
    return rows, changes[::2] - rows * width, changes[1::2] - rows * width
