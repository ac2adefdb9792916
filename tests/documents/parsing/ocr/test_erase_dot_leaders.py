"""Dot leaders on drawn images: those of a table of contents, and dots that are none."""

import numpy as np
from PIL import Image, ImageDraw

from apps.documents.parsing.ocr.erase_dot_leaders import erase_dot_leaders, find_dot_leaders

DPI = 200


def dotted(rows: list[tuple[int, int, int]]) -> Image.Image:
    """Rows of dots: (y, x of the first, how many)."""
    image = Image.new("L", (1200, 900), 255)
    draw = ImageDraw.Draw(image)
    for y, x, count in rows:
        for number in range(count):
            draw.rectangle((x + 10 * number, y, x + 10 * number + 2, y + 2), fill=0)
    return image


def test_dots_that_end_below_each_other_are_wiped_to_the_last_one() -> None:
    image = dotted([(100 + 60 * line, 300 - 50 * line, 60 + 5 * line) for line in range(6)])
    ImageDraw.Draw(image).text((920, 90), "17", fill=0, font_size=28)
    leaders = find_dot_leaders(image, DPI)
    assert leaders is not None
    left = np.argwhere(np.asarray(erase_dot_leaders(image, leaders)) < 128)
    assert left[:, 1].min() >= 915


def test_dotted_lines_of_a_form_end_anywhere_and_stay() -> None:
    image = dotted([(100 + 60 * line, 100 + 40 * line, 20 + 9 * line) for line in range(6)])
    assert find_dot_leaders(image, DPI) is None


def test_ellipses_and_blank_pages_have_no_leaders() -> None:
    assert find_dot_leaders(dotted([(100 + 60 * line, 300, 3) for line in range(6)]), DPI) is None
    assert find_dot_leaders(dotted([]), DPI) is None
