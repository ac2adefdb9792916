"""Erases boxes to tick from the image: tesseract reads "[ ] A" as "OA" and loses the word beside it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from apps.documents.parsing.ocr.ink_mask import ink_mask, ink_runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

SMALLEST, LARGEST = 0.075, 0.25
"""Inches along an edge: 2 to 6 mm."""
SLACK = 3
"""Pixels that edges of one box may be apart where they should meet."""
LEAST_SIDE = 0.9
"""Of the height of a box: what its side covers without a break."""


class CheckBox(NamedTuple):
    """A square frame, in pixels; right and bottom are the first ones outside."""

    left: int
    top: int
    right: int
    bottom: int


def erase_checkboxes(image: "Image", dpi: int) -> "Image":
    """The grey Pillow image with the frames of boxes made white; what stands in them (a tick) stays."""
    import numpy as np
    from PIL import Image

    found = find_checkboxes(ink_mask(image), dpi)
    if not found:
        return image
    wiped = np.array(image)
    line = max(3, round(dpi / 50))  # as thick as a frame may be
    for box in found:
        left, top, right, bottom = max(box.left - 2, 0), max(box.top - 2, 0), box.right + 2, box.bottom + 2
        wiped[top : box.top + line, left:right] = 255
        wiped[box.bottom - line : bottom, left:right] = 255
        wiped[top:bottom, left : box.left + line] = 255
        wiped[top:bottom, box.right - line : right] = 255
    return Image.fromarray(wiped)


def find_checkboxes(ink: "NDArray[np.bool_]", dpi: int) -> list[CheckBox]:
    """Squares of drawn lines with paper around and mostly paper inside, top to bottom."""
    rows, begins, ends = ink_runs(ink)
    fitting = (ends - begins >= SMALLEST * dpi) & (ends - begins <= LARGEST * dpi)
    if not fitting.any():
        return []
    edges = list(zip(rows[fitting].tolist(), begins[fitting].tolist(), ends[fitting].tolist(), strict=True))
    starting_at: dict[int, list[tuple[int, int, int]]] = {}
    for edge in edges:
        starting_at.setdefault(edge[1], []).append(edge)
    found: list[CheckBox] = []
    for top, left, right in edges:
        # A line is some pixels thick: its other rows belong to the box that was found with the first one.
        if any(top < box.bottom and left < box.right and right > box.left for box in found[-20:]):
            continue
        candidates = [
            box_from_edges((top, left, right), edge)
            for column in range(left - SLACK, left + SLACK + 1)
            for edge in matching_bottom_edges((top, left, right), starting_at.get(column, ()))
        ]
        framed = [box for box in candidates if is_checkbox_frame(ink, box)]
        if framed:
            found.append(max(framed, key=lambda box: box.bottom))
    return found


def matching_bottom_edges(
    edge: tuple[int, int, int], others: Sequence[tuple[int, int, int]]
) -> Iterator[tuple[int, int, int]]:
    """Which of `others`, from top to bottom, can be the bottom of a square with the top `edge`."""
    top, _, right = edge
    length = right - edge[1]
    first = bisect_left(others, (top + ceil(0.75 * length),))
    last = bisect_left(others, (top + floor(1.3 * length) + 1,))
    return (other for other in others[first:last] if abs(other[2] - right) <= SLACK)


def box_from_edges(edge: tuple[int, int, int], other: tuple[int, int, int]) -> CheckBox:
    return CheckBox(min(edge[1], other[1]), edge[0], max(edge[2], other[2]), other[0] + 1)


def is_checkbox_frame(ink: "NDArray[np.bool_]", box: CheckBox) -> bool:
    """Whether both sides are drawn, and neither the inside nor what surrounds the box is print."""
    left, top, right, bottom = box
    # One after the other: of a picture thousands of places are asked for, and most lack the first side.
    if longest_column_share(ink[top:bottom, max(left - 1, 0) : left + 4]) < LEAST_SIDE:
        return False
    if longest_column_share(ink[top:bottom, right - 4 : right + 2]) < LEAST_SIDE:
        return False
    inset = max(3, (bottom - top) // 4)
    if ink[top + inset : bottom - inset, left + inset : right - inset].mean() >= 0.5:
        return False
    around = ink[max(top - 3, 0) : bottom + 4, max(left - 4, 0) : right + 4].sum() - ink[top:bottom, left:right].sum()
    return bool(around < 0.5 * (right - left + bottom - top))


def longest_column_share(ink: "NDArray[np.bool_]") -> float:
    """The share of marked pixels in the column that has most of them. `mean` takes five times as long."""
    import numpy as np

    most: int = max(np.add.reduce(ink, axis=0, dtype=np.int64).tolist())
    return float(most / ink.shape[0])
