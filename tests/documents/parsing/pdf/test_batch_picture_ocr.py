"""Pictures beside text on several pages: read in few starts of tesseract, each on its own page."""

import threading
from collections.abc import Sequence
from typing import Any

import pymupdf
import pytest

from apps.documents.parsing.ocr import tesseract
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages
from apps.documents.parsing.types import ParsedPage, ParseFlag

PAGES = 6


def prices() -> bytes:
    """Pages of a sentence with a picture of a price each."""
    document = pymupdf.open()
    for number in range(PAGES):
        drawn = pymupdf.open().new_page(width=200, height=60)
        drawn.insert_text((10, 40), f"Erwachsene {number},50 Euro", fontsize=15)
        page = document.new_page()
        page.insert_text((72, 72), "Die Preise gelten ab dem ersten Tag der Saison bis zu ihrem Ende.", fontsize=11)
        page.insert_image((72, 100, 272, 160), stream=drawn.get_pixmap(dpi=200).tobytes("png"))
    made: bytes = document.tobytes()
    return made


def read() -> list[ParsedPage]:
    return list(read_pdf_pages(open_pdf(prices()), PAGES, 60.0, OcrSlots.create(1)))


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many images each start of tesseract was given; the first waits until all pages have been asked for."""
    counts: list[int] = []
    all_wait, run = threading.Event(), tesseract.run_tesseract

    def counted(arguments: list[str], images: Sequence[bytes], timeout: float) -> str:
        counts.append(len(images))
        all_wait.wait(2.0 if len(counts) == 1 else 0)
        return run(arguments, images, timeout)

    monkeypatch.setattr(tesseract, "run_tesseract", counted)
    return counts


@pytest.mark.ocr
def test_what_waits_is_read_in_one_start_and_each_text_stands_on_its_page(starts: list[int]) -> None:
    pages = read()
    assert [f"{number},50 Euro" in page.text for number, page in enumerate(pages)] == [True] * PAGES
    assert all(page.text.count("Euro") == 1 for page in pages)
    assert max(starts) >= PAGES - 2, starts
    # The first start may find two pages waiting already.
    assert (sum(starts), len(starts) <= 3) == (PAGES, True), starts


@pytest.mark.ocr
@pytest.mark.usefixtures("starts")
def test_pictures_that_fail_together_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> list[Any]:
        raise tesseract.OcrTimeoutError

    each = tesseract.recognise_each
    monkeypatch.setattr(tesseract, "recognise_each", lambda *a: each(*a) if len(a[0]) == 1 else fails())
    pages = read()
    assert [f"{number},50 Euro" in page.text for number, page in enumerate(pages)] == [True] * PAGES
    assert not any(ParseFlag.OCR_TIMEOUT in page.flags for page in pages)
