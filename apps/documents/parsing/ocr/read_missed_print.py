"""Finds print that the first OCR pass missed, reads it separately and merges it into the words."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from apps.documents.parsing.ocr.ink_mask import ink_mask, ink_runs
from apps.documents.parsing.ocr.tesseract import OcrWord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

LEAST_SHARE, MOST_SHARE = 0.02, 0.25
"""Of the strokes on the page: less is dirt, more is a picture or a page that cannot be read."""
LEAST_STROKES = 300
"""Pixel rows of strokes: about a dozen letters."""
LEAST_CONFIDENCE = 60.0
SURELY_READ = 40.0
LONGEST_STROKE = 0.5
"""Inches; what is longer is a ruled line."""

ReadImage = Callable[["Image"], list[OcrWord]]


def add_missed_words(image: "Image", dpi: int, words: list[OcrWord], read: ReadImage) -> list[OcrWord]:
    """The words, with those that `read` finds where print was not read. Pages without such print cost 10 ms."""
    rest = unread_print(image, dpi, words)
    if rest is None:
        return words
    added = [word for line in group_by_line(read(rest)) if mean_confidence(line) >= LEAST_CONFIDENCE for word in line]
    return insert_lines(words, added)


def unread_print(image: "Image", dpi: int, words: Sequence[OcrWord]) -> "Image | None":
    """The image without ruled lines and without the words; None when no more print is left than any page has."""
    import numpy as np
    from PIL import Image

    ink = ink_mask(image)
    read = np.zeros_like(ink)
    for word in words:
        if word.confidence >= SURELY_READ:
            left, top = max(int(word.left) - 2, 0), max(int(word.top) - 2, 0)
            read[top : int(word.top + word.height) + 3, left : int(word.left + word.width) + 3] = True
    strokes = len(ink_runs(ink)[0])
    least = max(LEAST_STROKES, LEAST_SHARE * strokes)
    rest = ink & ~read
    if len(ink_runs(rest)[0]) < least:
        return None
    ruled = dilate_mask(long_runs(ink, dpi) | long_runs(ink.T, dpi).T)
    if not least <= len(ink_runs(rest & ~ruled)[0]) <= MOST_SHARE * strokes:
        return None
    return Image.fromarray(np.where(read | ruled, np.uint8(255), np.asarray(image)))


def long_runs(ink: "NDArray[np.bool_]", dpi: int) -> "NDArray[np.bool_]":
    """The marked pixels that lie in runs too long for a letter."""
    import numpy as np

    marked = np.zeros_like(ink)
    rows, begins, ends = ink_runs(ink)
    long = ends - begins >= LONGEST_STROKE * dpi
    for row, begin, end in zip(rows[long], begins[long], ends[long], strict=True):
        marked[row, begin:end] = True
    return marked


def dilate_mask(mask: "NDArray[np.bool_]") -> "NDArray[np.bool_]":
    """The mask, of shape (height, width), with the neighbours of its pixels: lines have grey edges."""
    wider = mask.copy()
    wider[1:] |= mask[:-1]
    wider[:-1] |= mask[1:]
    wider[:, 1:] |= mask[:, :-1]
    wider[:, :-1] |= mask[:, 1:]
    return wider


def insert_lines(words: list[OcrWord], added: Sequence[OcrWord]) -> list[OcrWord]:
    """Each added line after the nearest line above it in its column, in a block of its own."""
    result = list(words)
    blocks = max((word.line[0] for word in words), default=0)
    for number, line in enumerate(group_by_line(added), start=blocks + 1):
        above = [
            (word.top, index)
            for index, word in enumerate(result)
            if word.top + word.height / 2 < line[0].top
            and word.left < right_edge(line[-1])
            and right_edge(word) > line[0].left
        ]
        place = end_of_line(result, max(above)[1]) if above else 0
        result[place:place] = [replace(word, line=(number, *word.line[1:])) for word in line]
    return result


def end_of_line(words: Sequence[OcrWord], index: int) -> int:
    line = words[index].line
    while index < len(words) and words[index].line == line:
        index += 1
    return index


def right_edge(word: OcrWord) -> float:
    return word.left + word.width


def group_by_line(words: Sequence[OcrWord]) -> list[list[OcrWord]]:
    return [list(line) for _, line in groupby(words, key=lambda word: word.line)]


def mean_confidence(line: Sequence[OcrWord]) -> float:
    return sum(word.confidence for word in line) / len(line)
