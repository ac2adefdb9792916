"""Turns a scanned page upright: measures rotation and skew, and maps points of the image back to the page."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

STEEPEST = 6.0
"""Degrees of skew that are looked for on either side."""
STEEPEST_ON_SECOND_LOOK = 15.0
"""The same for a page that was read badly, such as a photograph of a sheet that lay aslant."""
LEAST_SKEW = 0.4
"""Below this tesseract reads as well as without turning the image (it bears about two degrees)."""
SLIGHT_SKEW = 2.5
"""Up to this angle the sharper way of turning the image, which takes three times as long, finds no other words."""
ANALYSIS_PIXELS = 900
MOST_INK_POINTS = 60_000
ENOUGH_INK = 200
"""Points of ink from which a slant can be measured; a dozen letters have them."""


@dataclass(frozen=True, slots=True)
class PageRotation:
    """How an image was changed before reading: turned clockwise by `turn`, then counter-clockwise by `skew` degrees."""

    width: int
    height: int
    turn: int = 0
    skew: float = 0.0
    read_width: int = 0
    read_height: int = 0

    def to_page(self, x: float, y: float) -> tuple[float, float]:
        """The point of the unchanged image, in its pixels."""
        width, height = (self.height, self.width) if self.turn % 180 else (self.width, self.height)
        if self.skew:
            angle = math.radians(self.skew)
            dx, dy = x - self.read_width / 2, y - self.read_height / 2
            x = width / 2 + dx * math.cos(angle) - dy * math.sin(angle)
            y = height / 2 + dx * math.sin(angle) + dy * math.cos(angle)
        match self.turn:
            case 90:
                return y, self.height - x
            case 180:
                return self.width - x, self.height - y
            case 270:
                return self.width - y, x
            case _:
                return x, y


def turn_clockwise(image: "Image", turn: int) -> "Image":
    """The Pillow image turned clockwise by 0, 90, 180 or 270 degrees."""
    from PIL.Image import Transpose

    methods = {90: Transpose.ROTATE_270, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_90}
    return image.transpose(methods[turn]) if turn else image


def deskew(image: "Image", skew: float) -> "Image":
    """The Pillow image (grey) turned counter-clockwise by `skew` degrees on white, large enough for all of it."""
    from PIL.Image import Resampling

    resampling = Resampling.BILINEAR if abs(skew) <= SLIGHT_SKEW else Resampling.BICUBIC
    return image.rotate(skew, resample=resampling, expand=True, fillcolor=255) if skew else image


@dataclass(frozen=True, slots=True)
class Alignment:
    """`ink`: how much dark there is, in points of a reduced image; a blank page has next to none.

    `lines_run_down`: the printed lines stand upright, so the page is turned by 90 or 270 degrees.

    `skew`: degrees by which to turn the page counter-clockwise (after the quarter turn) to make its lines level.
    """

    ink: int
    lines_run_down: bool
    skew: float


def measure_alignment(image: "Image", steepest: float = STEEPEST) -> Alignment:
    """Measures the sharpness of ink profiles: level lines of print make rows that are either full or empty.

    The profile is taken along many slants; the sharpest one is the skew, and the sharper axis is the one of the lines.
    """
    xs, ys = ink_points(image)
    if len(xs) < ENOUGH_INK:
        return Alignment(len(xs), lines_run_down=False, skew=0.0)
    level_skew, level = sharpest_slant(xs, ys, steepest)
    upright_skew, upright = sharpest_slant(ys, xs, steepest)
    if upright > 1.5 * level:
        return Alignment(len(xs), lines_run_down=True, skew=skew_worth_correcting(-upright_skew))
    return Alignment(len(xs), lines_run_down=False, skew=skew_worth_correcting(level_skew))


def skew_worth_correcting(skew: float) -> float:
    return skew if abs(skew) >= LEAST_SKEW else 0.0


def ink_points(image: "Image") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
    """(x, y) of the dark pixels of a reduced image, each array of shape (points,), at most MOST_INK_POINTS.

    A border is left out: scanners leave dark edges there.
    """
    import numpy as np

    reduced = image.reduce(max(1, max(image.size) // ANALYSIS_PIXELS))
    grey = np.asarray(reduced, dtype=np.uint8)
    margin_y, margin_x = grey.shape[0] // 40, grey.shape[1] // 40
    grey = grey[margin_y : grey.shape[0] - margin_y or None, margin_x : grey.shape[1] - margin_x or None]
    paper = np.median(grey)
    ys, xs = np.nonzero(grey < paper * 0.7)
    step = max(1, len(xs) // MOST_INK_POINTS)
    return xs[::step].astype(np.float32), ys[::step].astype(np.float32)


def sharpest_slant(
    xs: "NDArray[np.float32]", ys: "NDArray[np.float32]", steepest: float = STEEPEST
) -> tuple[float, float]:
    """(degrees, sharpness) of the slant along which the ink profile changes most; positive: lines fall to the right."""
    import numpy as np

    def sharpness(degrees: float) -> float:
        offsets = ys - xs * np.float32(math.tan(math.radians(degrees)))
        profile = np.bincount((offsets - offsets.min()).astype(np.int32))
        return float(np.square(np.diff(profile.astype(np.float32))).sum())

    coarse = max(np.arange(-steepest, steepest + 0.1, 0.5), key=sharpness)
    fine = max(np.arange(coarse - 0.4, coarse + 0.41, 0.1), key=sharpness)
    return round(float(fine), 1), sharpness(float(fine))
