"""Pages that text recognition is asked to look at, and those that it is not."""

from typing import Any

import pytest

from apps.documents.parsing.pdf.needs_ocr import has_images
from apps.documents.parsing.pdf.read_pdf import open_pdf
from tests.documents.parsing.pdf.test_read_pdf import pages_of
from tests.documents.parsing.sample_pdfs import SENTENCE, letter, pdf, scan, writes


def test_a_short_page_of_letters_alone_needs_no_text_recognition() -> None:
    page = pages_of(pdf(writes("Seite 7")))[0]
    assert (page.text, page.method) == ("Seite 7", "text")


@pytest.mark.parametrize(
    ("draw", "asked"),
    [
        pytest.param(lambda page: page.draw_rect((60, 60, 540, 700)), False, id="a frame"),
        pytest.param(lambda page: page.draw_rect((0, 0, 595, 842), fill=(0.9, 0.9, 0.9)), False, id="a tinted page"),
        pytest.param(lambda page: page.draw_line((60, 700), (200, 700)), False, id="a line to sign on"),
        pytest.param(lambda page: page.draw_circle((300, 300), 5), True, id="a shape that could be a letter"),
        pytest.param(lambda page: page.insert_image((60, 60, 90, 90), pixmap=grey_pixels()), True, id="an image"),
    ],
)
def test_a_short_page_is_recognised_only_where_print_may_be_drawn(
    draw: Any, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[int] = []

    def render(page: Any) -> Any:
        rendered.append(page.number)
        raise RuntimeError("no picture needed")

    monkeypatch.setattr("apps.documents.parsing.ocr.recognise_page.render_grey", render)
    pages_of(pdf(lambda page: (writes("(leer)")(page), draw(page))))
    assert bool(rendered) is asked


def grey_pixels() -> Any:
    import pymupdf

    pixels = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 30, 30))
    pixels.clear_with(100)
    return pixels


@pytest.mark.ocr
def test_a_scan_with_a_stamp_of_letters_is_read_all_the_same() -> None:
    import pymupdf

    document = pymupdf.open(stream=scan(letter()))
    document[0].insert_text((40, 20), "Elektronisch signiert am 12.03.2024, Aktenzeichen 4711/24", fontsize=7)
    page = pages_of(document.tobytes())[0]
    assert page.method == "ocr"
    assert SENTENCE in page.text
    assert "Aktenzeichen 4711/24" in page.text


def test_a_scan_with_its_own_text_is_not_read_again() -> None:
    import pymupdf

    document = pymupdf.open(stream=scan(letter()))
    for number in range(9):
        document[0].insert_text((72, 90 + 14 * number), SENTENCE, fontsize=8, render_mode=3)
    assert pages_of(document.tobytes())[0].method == "text"


@pytest.fixture
def pages_looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the pages that are rendered for text recognition, which reads none of them."""
    rendered: list[int] = []

    def render(page: Any) -> Any:
        rendered.append(page.number + 1)
        raise RuntimeError("no picture needed")

    monkeypatch.setattr("apps.documents.parsing.ocr.recognise_page.render_grey", render)
    return rendered


def slides(*shades: tuple[int, ...], title: str = "Unsere Ziele für das Jahr 2027 im Überblick") -> bytes:
    """A page for each of them with a picture over all of it for each shade of grey, the later ones smaller."""
    import pymupdf

    document = pymupdf.open()
    for of_page in shades:
        page = document.new_page(width=720, height=540)
        for place, shade in enumerate(of_page):
            pixels = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 64, 48))
            pixels.clear_with(shade)
            page.insert_image((90 * place, 60 * place, 720 - 90 * place, 540 - 60 * place), pixmap=pixels)
        page.insert_text((60, 60), title, fontsize=20)
    return bytes(document.tobytes())


@pytest.mark.parametrize("title", ["Unsere Ziele für das Jahr 2027 im Überblick", "Ziele"])
def test_a_picture_behind_many_slides_is_not_read_for_each_of_them(title: str, pages_looked_at: list[int]) -> None:
    pages_of(slides(*[(200,)] * 9, title=title))
    assert pages_looked_at == [1, 2, 3]


def test_a_new_picture_before_that_of_all_slides_is_read(pages_looked_at: list[int]) -> None:
    pages_of(slides(*[(200,)] * 5, (200, 90), (200,)))
    assert pages_looked_at == [1, 2, 3, 6]


def test_scans_of_one_size_are_all_read(pages_looked_at: list[int]) -> None:
    pages_of(slides(*[(100 + number,) for number in range(6)]))
    assert pages_looked_at == [1, 2, 3, 4, 5, 6]


def test_an_image_within_a_drawing_of_the_page_is_one_of_its_images() -> None:
    import pymupdf

    drawn = pymupdf.open(stream=pdf(lambda page: page.insert_image((60, 60, 90, 90), pixmap=grey_pixels())))
    document = pymupdf.open()
    document.new_page().show_pdf_page(pymupdf.Rect(0, 0, 300, 300), drawn, 0)
    assert has_images(open_pdf(document.tobytes())[0])


def test_drawings_that_draw_each_other_in_a_circle_hold_no_image() -> None:
    import pymupdf

    document = pymupdf.open()
    document.new_page().show_pdf_page(pymupdf.Rect(0, 0, 300, 300), pymupdf.open(stream=pdf(writes("Seite 7"))), 0)
    drawings = [drawing for drawing, *_ in document[0].get_xobjects()]
    for drawing, other in zip(drawings, reversed(drawings), strict=True):
        document.xref_set_key(drawing, "Resources", f"<</XObject<</Other {other} 0 R>>>>")
    assert not has_images(open_pdf(document.tobytes())[0])
