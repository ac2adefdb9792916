"""Boxes to tick on drawn images."""

import numpy as np
from PIL import Image, ImageDraw

from apps.documents.parsing.ocr.erase_checkboxes import erase_checkboxes

DPI = 200


def paper() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (600, 300), 255)
    return image, ImageDraw.Draw(image)


def darkness(image: Image.Image) -> int:
    return int((np.asarray(image) < 128).sum())


def test_a_box_is_wiped_and_what_stands_beside_it_stays() -> None:
    image, draw = paper()
    draw.text((80, 50), "A", fill=0, font_size=28)
    beside = darkness(image)
    draw.rectangle((40, 50, 65, 75), outline=0, width=2)
    assert darkness(image) > beside
    assert darkness(erase_checkboxes(image, DPI)) == beside


def test_the_tick_in_a_box_stays() -> None:
    image, draw = paper()
    draw.rectangle((40, 50, 65, 75), outline=0, width=2)
    draw.line((48, 58, 57, 67), fill=0, width=3)
    assert 20 <= darkness(erase_checkboxes(image, DPI)) <= 60


def test_cells_of_a_table_and_large_letters_are_no_boxes() -> None:
    image, draw = paper()
    draw.rectangle((40, 20, 240, 90), outline=0, width=2)
    draw.text((60, 100), "BHOD", fill=0, font_size=60)
    assert erase_checkboxes(image, DPI) is image


def test_letters_on_a_grey_field_are_left_alone() -> None:
    image, draw = paper()
    draw.rectangle((0, 0, 599, 120), fill=180)
    draw.text((20, 40), "Geschäftsnummer des Amtsgerichts", fill=0, font_size=24)
    assert erase_checkboxes(image, DPI) is image
