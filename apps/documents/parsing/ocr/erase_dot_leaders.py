"""Erases dot leaders of a table of contents from the image: tesseract reads them as words of nonsense."""

from typing import TYPE_CHECKING, NamedTuple

from apps.documents.parsing.ocr.ink_mask import ink_mask, ink_runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

LEAST_DOTS = 8
"""In one leader: more than any ellipsis has."""
LEAST_LEADERS = 5
"""Rows of dots that end below each other make a table of contents; those of a form end anywhere."""
LONGEST_STEP = 0.1
"""Inches from one dot to the next."""
SAME_END = 0.2
"""Inches: page numbers have one to three digits."""


class LeaderDots(NamedTuple):
    """Dots of leaders, one pixel row of each: dot `i` runs from `begins[i]` to `ends[i]` in `rows[i]`, in pixels.

    `rows`, `begins` and `ends` have the shape (dots,).

    `last`, of shape (leaders,), holds the indexes of the dots that end a leader.
    """

    rows: "NDArray[np.int64]"
    begins: "NDArray[np.int64]"
    ends: "NDArray[np.int64]"
    last: "NDArray[np.int64]"


def find_dot_leaders(image: "Image", dpi: int) -> LeaderDots | None:
    """The leaders of a table of contents on a grey Pillow image; None on every other page."""
    import numpy as np

    dots = dots_in_rows(ink_mask(image), dpi)
    last_ends = dots.ends[dots.last]
    if not len(last_ends):
        return None
    aligned = np.abs(last_ends - np.median(last_ends)) <= SAME_END * dpi
    # A dot is some pixels high, so lines of print are counted by the rows that are a line's height apart.
    lines = np.unique(dots.rows[dots.last][aligned] // (dpi // 10))
    return dots if len(lines) >= LEAST_LEADERS and aligned.mean() >= 0.6 else None


def erase_dot_leaders(image: "Image", dots: LeaderDots) -> "Image":
    """The image with these dots made white, and the grey edges around them."""
    import numpy as np
    from PIL import Image

    wiped = np.array(image)
    for row, begin, end in zip(dots.rows, dots.begins, dots.ends, strict=True):
        wiped[row - 2 : row + 3, max(begin - 2, 0) : end + 2] = 255
    return Image.fromarray(wiped)


def dots_in_rows(ink: "NDArray[np.bool_]", dpi: int) -> LeaderDots:
    """Short runs of ink with white above and below, at least eight at even steps in one row of pixels."""
    import numpy as np

    height = max(2, round(dpi / 32))  # of a dot, in pixels: about 0.8 mm
    rows, begins, ends = ink_runs(ink)
    small = (ends - begins <= height) & (rows >= 2 * height) & (rows < ink.shape[0] - 2 * height)
    rows, begins, ends = rows[small], begins[small], ends[small]
    middles = (begins + ends) // 2
    alone = np.ones(len(rows), dtype=bool)
    for away in range(height, height + height // 2 + 1):
        alone &= ~ink[rows - away, middles] & ~ink[rows + away, middles]
    rows, begins, ends = rows[alone], begins[alone], ends[alone]
    linked = link_even_steps(rows, begins + ends, dpi)
    starts = np.flatnonzero(np.concatenate(([True], ~linked))) if len(rows) else np.zeros(0, dtype=int)
    sizes = np.diff(np.append(starts, len(rows)))
    kept = np.repeat(sizes >= LEAST_DOTS, sizes)
    last = np.cumsum(sizes[sizes >= LEAST_DOTS]) - 1
    return LeaderDots(rows[kept], begins[kept], ends[kept], last)


def link_even_steps(rows: "NDArray[np.int64]", places: "NDArray[np.int64]", dpi: int) -> "NDArray[np.bool_]":
    """Tells for each two neighbours if they belong to one row of even steps. `places` are in half pixels."""
    import numpy as np

    steps = np.diff(places)
    near = (np.diff(rows) == 0) & (steps <= 2 * LONGEST_STEP * dpi)
    even = near[1:] & near[:-1] & (np.abs(np.diff(steps)) <= 4)
    linked = np.zeros(len(steps), dtype=bool)
    linked[1:] |= even
    linked[:-1] |= even
    linked[1:] &= ~(linked[:-1] & ~even)
    return linked
