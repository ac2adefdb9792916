"""Print that a first reading left out. The reader is a function here, no tesseract is asked."""

import numpy as np
from PIL import Image, ImageDraw

from apps.documents.parsing.ocr.read_missed_print import add_missed_words
from apps.documents.parsing.ocr.tesseract import OcrWord

DPI = 200
LINES = 8


def page() -> Image.Image:
    image = Image.new("L", (1000, 800), 255)
    draw = ImageDraw.Draw(image)
    draw.line((20, 5, 980, 5), fill=0, width=3)
    for number in range(LINES):
        draw.text((50, 40 + 60 * number), f"Zeile {number} mit einigen Wörtern darin", fill=0, font_size=30)
    return image


def line(number: int, confidence: float = 95.0) -> OcrWord:
    return OcrWord(f"Zeile{number}", 45, 38 + 60 * number, 600, 44, confidence, (1, 1, number))


def test_a_line_left_out_is_read_and_stands_after_the_line_above_it() -> None:
    asked: list[Image.Image] = []

    def read(rest: Image.Image) -> list[OcrWord]:
        asked.append(rest)
        return [OcrWord("Zeile3", 50, 225, 200, 30, 90.0, (1, 1, 1))]

    words = add_missed_words(page(), DPI, [line(number) for number in range(LINES) if number != 3], read)
    assert [word.text for word in words] == [f"Zeile{number}" for number in range(LINES)]
    rows = np.argwhere(np.asarray(asked[0]) < 128)[:, 0]
    assert rows.min() >= 215
    assert rows.max() <= 265


def test_unsure_words_of_the_second_reading_are_dropped() -> None:
    known = [line(number) for number in range(LINES) if number != 3]
    assert add_missed_words(page(), DPI, known, lambda rest: [line(3, confidence=40.0)]) == known


def test_a_page_read_throughout_and_one_hardly_read_are_not_read_again() -> None:
    def never(rest: Image.Image) -> list[OcrWord]:
        raise AssertionError("read again")

    everything = [line(number) for number in range(LINES)]
    assert add_missed_words(page(), DPI, everything, never) == everything
    assert add_missed_words(page(), DPI, everything[:2], never) == everything[:2]
