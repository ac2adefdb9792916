"""Text recognition on scans made here. Needs tesseract with deu and eng."""

import re
import time

import pytest
from PIL import Image

from apps.documents.parsing.ocr import recognise_page as ocr
from apps.documents.parsing.ocr import tesseract
from apps.documents.parsing.ocr.deskew import Alignment, PageRotation
from apps.documents.parsing.ocr.recognise_page import (
    OcrResult,
    group_into_paragraphs,
    recognise_page,
    render_grey,
    turns_to_try,
)
from apps.documents.parsing.ocr.scanned_tables import PixelBox, ScannedTable
from apps.documents.parsing.ocr.tesseract import OcrWord
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages
from apps.documents.parsing.types import ParseFlag
from tests.documents.parsing.sample_pdfs import SENTENCE, letter, pdf, scan, writes

pytestmark = pytest.mark.ocr


def recognised(data: bytes) -> OcrResult:
    document = open_pdf(data)
    return recognise_page(render_grey(document[0]))


def recall(text: str, expected: str) -> float:
    words = re.findall(r"\w+", expected)
    found = set(re.findall(r"\w+", text))
    return sum(word in found for word in words) / len(words)


@pytest.mark.parametrize(("turn", "back"), [(0, 0), (90, 270), (180, 180), (270, 90)])
def test_a_scan_is_read_whichever_way_it_was_laid(turn: int, back: int) -> None:
    found = recognised(scan(letter(), turn=turn))
    assert recall(found.text, SENTENCE) >= 0.9
    assert found.rotation == back
    assert found.confidence > 80


@pytest.mark.parametrize("skew", [-11.0, 4.0])
def test_a_scan_laid_askew_is_straightened(skew: float) -> None:
    assert recall(recognised(scan(letter(), skew=skew)).text, SENTENCE) >= 0.9


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_place_of_a_word_is_the_place_on_the_page_as_shown(turn: int) -> None:
    data = scan(pdf(writes(*[SENTENCE] * 12, "Schlusswort")), turn=turn)
    page = next(iter(read_pdf_pages(open_pdf(data), 1, ocr.PAGE_SECONDS)))
    (word,) = [word for word in page.words if word.text == "Schlusswort"]
    x, y = (word.x0 + word.x1) / 2 / page.width, (word.y0 + word.y1) / 2 / page.height
    # Upright it stands at the left, below 12 lines of 14 points.
    upright = {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[turn]
    assert upright == pytest.approx((0.17, 0.303), abs=0.03)


def test_dot_leaders_do_not_become_words() -> None:
    chapters = ("Geltungsbereich", "Begriffe", "Zuständigkeit", "Verfahren", "Kosten", "Schlussvorschrift")
    lines = [
        f"{number} {chapter} {'.' * (90 - len(chapter))} {number * 3}" for number, chapter in enumerate(chapters, 1)
    ]
    text = recognised(scan(pdf(writes(*lines, leading=22)), dpi=200)).text
    assert all(chapter in text for chapter in chapters)
    assert not re.search(r"\w{25,}", text)


def test_a_blank_page_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert recognised(scan(pdf(lambda page: None))).text == ""


def test_a_page_of_a_poster_is_rendered_with_fewer_dots() -> None:
    document = open_pdf(pdf(writes(SENTENCE), size=(4000, 4000)))
    image, zoom = render_grey(document[0])
    assert image.width * image.height <= ocr.MOST_PIXELS
    assert zoom * 72 < ocr.DPI


def test_a_scanned_page_is_stored_with_method_and_confidence() -> None:
    (page,) = read_pdf_pages(open_pdf(scan(letter())), 1, ocr.PAGE_SECONDS)
    assert page.method == "ocr"
    assert page.ocr_confidence is not None
    assert page.ocr_confidence > 80


def test_the_turn_of_the_page_before_is_tried_first_where_the_print_allows_it() -> None:
    level, down = Alignment(9999, lines_run_down=False, skew=0.0), Alignment(9999, lines_run_down=True, skew=0.0)
    assert turns_to_try(level, 0) == [0, 180, 90, 270]
    assert turns_to_try(level, 180) == [180, 0, 90, 270]
    assert turns_to_try(level, 90) == [0, 180, 90, 270]
    assert turns_to_try(down, 90) == [90, 270, 0, 180]


@pytest.mark.parametrize(
    ("german", "both", "kept"), [(80.0, 90.0, "color"), (80.0, 75.0, "Farbe"), (95.0, 99.0, "Farbe")]
)
def test_a_page_that_german_reads_unsurely_is_read_in_all_languages(
    monkeypatch: pytest.MonkeyPatch, german: float, both: float, kept: str
) -> None:
    def recognise(*_args: object, every_language: bool = False) -> list[OcrWord]:
        text, confidence = ("color", both) if every_language else ("Farbe", german)
        return [OcrWord(text, 10.0 + 40 * place, 10, 30, 10, confidence, (1, 1, 1)) for place in range(3)]

    monkeypatch.setattr(tesseract, "recognise", recognise)
    monkeypatch.setattr(tesseract, "installed_languages", lambda: ("deu", "eng"))
    monkeypatch.setattr(ocr, "add_missed_words", lambda image, dpi, words, read: words)
    assert recognised(scan(letter())).text == " ".join([kept] * 3)


@pytest.mark.parametrize(("left_out", "in_cells"), [(12, False), (1, True)])
def test_frames_that_cost_words_are_no_tables(monkeypatch: pytest.MonkeyPatch, left_out: int, in_cells: bool) -> None:
    """What stands beside the lines of a form that lay aslant was lost, when it was read cell by cell."""
    table = ScannedTable(PixelBox(0, 0, 9, 9), [], "| a |")
    page, emptied = Image.new("L", (300, 300), 255), Image.new("L", (300, 300), 254)

    def read(pnm: bytes, *_rest: object, **_languages: object) -> list[OcrWord]:
        count = 20 - left_out * (pnm[-1] == 254)
        return [OcrWord("Wort", 10.0, 10.0 * place, 30, 10, 88.0, (1, 1, place)) for place in range(count)]

    monkeypatch.setattr(tesseract, "recognise", read)
    monkeypatch.setattr(ocr, "extract_scanned_tables", lambda *_given: (emptied, [table]))
    found = ocr.attempt_at(page, 200, 0, 0.0, time.monotonic() + 60)
    assert bool(found.tables) is in_cells


def test_what_was_read_before_time_was_up_is_kept_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [OcrWord(text, 10.0 + 40 * place, 10, 30, 10, 60.0, (1, 1, 1)) for place, text in enumerate("abc")]
    readings = iter([words])

    def recognise(*_args: object, **_languages: object) -> list[OcrWord]:
        if (found := next(readings, None)) is None:
            raise tesseract.OcrTimeoutError
        return found

    monkeypatch.setattr(tesseract, "recognise", recognise)
    (page,) = read_pdf_pages(open_pdf(scan(letter())), 1, 60.0)
    assert (page.text, page.method) == ("a b c", "ocr")
    assert page.flags == {ParseFlag.OCR_TIMEOUT}


def test_a_second_reading_without_time_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_args: object, **_languages: object) -> list[OcrWord]:
        raise tesseract.OcrTimeoutError

    monkeypatch.setattr(tesseract, "recognise", read)
    image = Image.new("L", (300, 300), 255)
    table = ScannedTable(PixelBox(0, 0, 9, 9), [], "| a |")
    placement = PageRotation(300, 300, 0, 0.0, 300, 300)
    page = ocr.PreparedPage(image, image, placement, [table], tesseract.AUTOMATIC)
    words = [OcrWord("Wort", 10.0, 10.0, 30, 10, 80.0, (1, 1, 1))]
    found = ocr.complete_reading(page, words, ocr.PageReadings(200, time.monotonic() + 60))
    assert found.words == words
    assert found.tables == [table]


def test_the_mark_of_a_note_behind_a_figure_stands_in_brackets() -> None:
    words = [OcrWord(text, 0, 0, 1, 1, 90.0, (1, 1, 1)) for text in ["bis", "60", "m²", "45²", "Euro"]]
    assert [part.lines for part in group_into_paragraphs([words])] == [["bis 60 m2 45 (2) Euro"]]
