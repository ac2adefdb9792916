"""P10: text recognition for pages without a text layer, and for pictures on pages that have one."""

from typing import Any

import pytest

from apps.documents.parsing.ocr import tesseract
from apps.documents.parsing.types import ParseFlag
from tests.documents.parsing.pdf.test_read_pdf import pages_of
from tests.documents.parsing.sample_pdfs import SENTENCE, letter, pdf, scan, writes

PROSE = [f"{SENTENCE} Absatz {number} der Ordnung." for number in range(12)]


def picture(*lines: str) -> bytes:
    """PNG of printed lines, as somebody pastes a table of prices."""
    import pymupdf

    document = pymupdf.open()
    page = document.new_page(width=300, height=30 + 24 * len(lines))
    for number, line in enumerate(lines):
        page.insert_text((15, 32 + 24 * number), line, fontsize=15)
    data: bytes = page.get_pixmap(dpi=200).tobytes("png")
    return data


def with_picture(data: bytes, place: tuple[float, ...] = (72, 520, 372, 600)) -> Any:
    def draw(page: Any) -> None:
        writes(*PROSE)(page)
        page.insert_image(place, stream=data)

    return draw


@pytest.mark.ocr
def test_prices_in_a_picture_beside_long_text_are_read() -> None:
    [page] = pages_of(pdf(with_picture(picture("Erwachsene 8,50 Euro", "Kinder 4,20 Euro"))))
    assert len(page.text) > 900
    assert page.text.startswith(SENTENCE)
    assert "8,50 Euro" in page.text
    assert "Kinder 4,20 Euro" in page.text
    assert page.method == "text"


@pytest.mark.ocr
def test_a_page_without_a_text_layer_is_read() -> None:
    [page] = pages_of(scan(letter()))
    assert (page.method, SENTENCE in page.text) == ("ocr", True)


@pytest.mark.ocr
def test_a_letterhead_on_every_page_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    read = tesseract.recognise
    monkeypatch.setattr(tesseract, "recognise", lambda *a, **b: (calls.append(a), read(*a, **b))[1])
    head = with_picture(picture("Stadt Musterstadt"))
    once = len(pages_of(pdf(head))) and len(calls)
    pages_of(repeated(head, 4))
    assert len(calls) == 2 * once


def repeated(draw: Any, times: int) -> bytes:
    """The same picture, stored once, on every page."""
    import pymupdf

    document = pymupdf.open(stream=pdf(draw))
    for _ in range(times - 1):
        document.fullcopy_page(0)
    data: bytes = document.tobytes()
    return data


@pytest.mark.ocr
def test_a_picture_without_print_adds_nothing() -> None:
    import pymupdf

    pixels = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 300, 80))
    pixels.clear_with(100)
    [page] = pages_of(pdf(with_picture(pixels.tobytes("png"))))
    assert page.text == pages_of(pdf(writes(*PROSE)))[0].text


def test_a_picture_that_could_not_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_arguments: object, **_named: object) -> None:
        raise tesseract.OcrUnavailableError

    monkeypatch.setattr(tesseract, "recognise", missing)
    [page] = pages_of(pdf(with_picture(picture("Erwachsene 8,50 Euro"))))
    assert ParseFlag.PICTURES_UNREAD in page.flags
    assert page.text.startswith(SENTENCE)


@pytest.mark.ocr
def test_a_scan_that_has_a_text_layer_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import pymupdf

    def never(*_arguments: object, **_named: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(tesseract, "recognise", never)
    document = pymupdf.open(stream=scan(letter()))
    for number, line in enumerate(PROSE):
        document[0].insert_text((72, 80 + 20 * number), line, fontsize=9, render_mode=3)
    assert PROSE[3] in pages_of(document.tobytes())[0].text
