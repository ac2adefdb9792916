"""OCR of pictures that stand upright on pages with text: those of several pages in one start of tesseract.

A start takes 0.2 s of the processor, reading a small picture a quarter of that.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from apps.documents.parsing.ocr import tesseract
from apps.documents.parsing.ocr.deskew import ink_points
from apps.documents.parsing.ocr.recognise_page import (
    LEAST_INK,
    PAGE_SECONDS,
    Box,
    OcrAttempt,
    PageReadings,
    PreparedPage,
    ScannedPage,
    build_printed_parts,
    complete_reading,
    encode_pnm,
    join_printed_parts,
    mean_confidence,
    prepare_page,
)
from apps.documents.parsing.ocr.tesseract import OcrWord


@dataclass(frozen=True, slots=True)
class PictureBoxes:
    """A picture, and the parts of it that are to be read; in points of the page, from the picture's top left."""

    picture: ScannedPage
    boxes: Sequence[Box]


@dataclass(frozen=True, slots=True)
class BoxTexts:
    texts: list[str]
    confidence: float


def recognise_boxes(pictures: Sequence[PictureBoxes], seconds: float = PAGE_SECONDS) -> list[BoxTexts]:
    """What is printed there, for each picture. Raises the errors of `tesseract.py` when one of them could not be read.

    `seconds` limits the readings of each picture, and the first one of all of them.
    """
    inked = [place for place, each in enumerate(pictures) if has_ink(each)]
    found = [BoxTexts([""] * len(each.boxes), 0.0) for each in pictures]
    readings = [page_readings(pictures[place], seconds) for place in inked]
    pages = [
        prepare_page(pictures[place].picture.image, 0, 0.0, reading)
        for place, reading in zip(inked, readings, strict=True)
    ]
    first = first_readings(pages, [reading.dpi for reading in readings], seconds)
    for place, page, words in zip(inked, pages, first, strict=True):
        attempt = complete_reading(page, words, page_readings(pictures[place], seconds))
        found[place] = texts_of_boxes(attempt, pictures[place])
    return found


def has_ink(each: PictureBoxes) -> bool:
    return len(ink_points(each.picture.image)[0]) >= LEAST_INK


def page_readings(each: PictureBoxes, seconds: float) -> PageReadings:
    return PageReadings(round(72 * each.picture.zoom), time.monotonic() + seconds)


def first_readings(pages: Sequence[PreparedPage], dpis: Sequence[int], seconds: float) -> list[list[OcrWord]]:
    """The words of each page; one start for those of a resolution and a segmentation."""
    found: list[list[OcrWord]] = [[] for _ in pages]
    kinds = [(dpi, page.segmentation) for dpi, page in zip(dpis, pages, strict=True)]
    for (dpi, segmentation), places in groupby(sorted(range(len(pages)), key=kinds.__getitem__), kinds.__getitem__):
        together = list(places)
        images = [encode_pnm(pages[place].upright) for place in together]
        for place, words in zip(together, tesseract.recognise_each(images, dpi, seconds, segmentation), strict=True):
            found[place] = words
    return found


def texts_of_boxes(attempt: OcrAttempt, asked: PictureBoxes) -> BoxTexts:
    sure = [
        word for part in build_printed_parts(attempt.words, attempt.tables, asked.picture.zoom) for word in part.words
    ]
    texts = [text_in_box(attempt, box, asked.picture.zoom) for box in asked.boxes]
    return BoxTexts(texts, round(mean_confidence(sure), 1))


def text_in_box(attempt: OcrAttempt, box: Box, zoom: float) -> str:
    x0, y0, x1, y1 = (edge * zoom for edge in box)

    def is_inside(word: OcrWord) -> bool:
        return x0 <= word.left + word.width / 2 <= x1 and y0 <= word.top + word.height / 2 <= y1

    tables = [table for table in attempt.tables if any(map(is_inside, table.words))]
    return join_printed_parts(build_printed_parts(filter(is_inside, attempt.words), tables, zoom))
