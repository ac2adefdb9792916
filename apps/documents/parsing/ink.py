"""Dark pixels of a scanned page and the runs they form in its rows."""

from typing import Any


def ink_of(image: Any) -> Any:
    """Which pixels of a grey Pillow image are clearly darker than the paper; a grey field under text is not."""
    import numpy as np

    grey = np.asarray(image)
    return grey < np.median(grey[::4, ::4]) * 0.6


def runs_of(ink: Any) -> tuple[Any, Any, Any]:
    """(row, begin, end) of every unbroken run of marked pixels, row by row from the left."""
    import numpy as np

    width = ink.shape[1] + 1
    padded = np.zeros((ink.shape[0], width), dtype=np.int8)
    padded[:, :-1] = ink
    edges = np.diff(padded.ravel(), prepend=np.int8(0))
    begins, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    rows = begins // width
    return rows, begins - rows * width, ends - rows * width
