"""Dark pixels of a scanned page and the runs they form in its rows."""

from math import ceil
from typing import Any


def ink_mask(image: Any) -> Any:
    """Which pixels of a grey Pillow image are clearly darker than the paper; a grey field under text is not."""
    import numpy as np

    grey = np.asarray(image)
    # Compared as bytes: with a float each pixel would be made one first.
    return grey < np.uint8(ceil(np.median(grey[::4, ::4]) * 0.6))


def runs_of(ink: Any) -> tuple[Any, Any, Any]:
    """(row, begin, end) of every unbroken run of marked pixels, row by row from the left."""
    import numpy as np

    width = ink.shape[1] + 2
    padded = np.zeros((ink.shape[0], width), dtype=bool)
    padded[:, 1:-1] = ink
    pixels = padded.ravel()
    # Every row ends white, so changes come in pairs: to ink, and back to paper.
    changes = np.flatnonzero(pixels[1:] != pixels[:-1])
    begins, ends = changes[::2], changes[1::2]
    rows = begins // width
    return rows, begins - rows * width, ends - rows * width
