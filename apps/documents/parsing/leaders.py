"""Dot leaders of a table of contents, wiped from the image: tesseract reads them as long words of nonsense."""

from collections.abc import Sequence
from typing import Any

from apps.documents.parsing.tesseract import SeenWord

LONG_NONSENSE = 12
ENOUGH_NONSENSE = 4


def has_leaders(words: Sequence[SeenWord]) -> bool:
    """True when the words look like leaders that were read: many letters, few of them different, and unsure."""
    odd = [word for word in words if len(word.text) >= LONG_NONSENSE and len(set(word.text)) <= len(word.text) / 2]
    return len(odd) >= ENOUGH_NONSENSE


def without_leaders(image: Any, dpi: int) -> Any:
    """The grey Pillow image with rows of evenly spaced dots made white.

    A dot is ink with nothing around it; a leader is a row with many of them close by. Single dots, dashes
    and ruled lines stay.
    """
    import numpy as np
    from PIL import Image

    grey = np.asarray(image)
    ink = grey < np.median(grey) * 0.7
    height = max(2, round(dpi / 32))  # of a dot, in pixels: about 0.8 mm
    above_and_below = rows_summed(ink, 3 * height) - rows_summed(ink, height)
    alone = ink & (above_and_below == 0)
    # The arch of an "n" has nothing above and below it either, but stems beside it.
    alone &= rows_summed((ink & ~alone).T, 2 * height).T == 0
    begins = alone.copy()
    begins[:, 1:] &= ~alone[:, :-1]
    # At least eight dots within 15 mm: wider than any ellipsis.
    crowded = rows_summed(begins.T, round(dpi * 0.6)).T >= 8
    wiped = grey.copy()
    wiped[spread(alone & crowded, 2)] = 255
    return Image.fromarray(wiped)


def rows_summed(mask: Any, window: int) -> Any:
    """For each pixel the number of marked ones in the `window` rows around it."""
    import numpy as np

    before = window // 2
    sums = np.zeros((mask.shape[0] + window, mask.shape[1]), dtype=np.int32)
    np.cumsum(mask, axis=0, out=sums[before + 1 : before + 1 + mask.shape[0]])
    sums[before + 1 + mask.shape[0] :] = sums[before + mask.shape[0]]
    return sums[window:] - sums[:-window]


def spread(mask: Any, steps: int) -> Any:
    """The mask with its neighbours: dots have grey edges."""
    result = mask.copy()
    for _ in range(steps):
        result[1:] |= result[:-1].copy()
        result[:-1] |= result[1:].copy()
        result[:, 1:] |= result[:, :-1].copy()
        result[:, :-1] |= result[:, 1:].copy()
    return result
