"""What of a page is rendered so that its pictures can be read."""

import pymupdf
import pytest

from apps.documents.parsing.pdf.ocr_pictures_beside_text import (
    Box,
    boxes_relative_to,
    part_with_pictures,
    render_pictures,
)
from tests.documents.parsing.sample_pdfs import pdf

PAPER = pymupdf.Rect(0, 0, 595, 842)


def test_a_small_picture_is_rendered_with_the_paper_around_it_alone() -> None:
    page = pymupdf.open(stream=pdf(lambda page: page.draw_rect((100, 200, 180, 280), fill=(0, 0, 0))))[0]
    boxes = [(100.0, 200.0, 180.0, 280.0)]
    part = part_with_pictures(boxes, page.rect)
    [inside] = boxes_relative_to(part, boxes)
    image, zoom = render_pictures(page, [inside], part)
    assert part == (80, 180, 200, 300)
    assert inside == (20, 20, 100, 100)
    assert abs(image.width - 120 * zoom) <= 1
    assert image.getpixel((round(60 * zoom), round(60 * zoom))) == 0
    assert image.getpixel((round(10 * zoom), round(60 * zoom))) == 255


@pytest.mark.parametrize(
    ("boxes", "part"),
    [
        pytest.param([(50.0, 100.0, 500.0, 500.0)], (0, 0, 595, 842), id="a chart is read on its page"),
        pytest.param([(0.0, 800.0, 80.0, 842.0)], (0, 780, 100, 842), id="no paper outside of the page"),
        pytest.param(
            [(100.0, 100.0, 140.0, 140.0), (200.0, 300.0, 240.0, 340.0)], (90, 90, 250, 350), id="two small ones"
        ),
    ],
)
def test_the_part_of_a_page_that_is_rendered_for_its_pictures(boxes: list[Box], part: Box) -> None:
    assert part_with_pictures(boxes, PAPER) == part
