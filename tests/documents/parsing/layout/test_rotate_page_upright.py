"""Pages whose text runs upwards or downwards."""

import pymupdf
import pytest

from apps.documents.parsing.layout.reading_order import is_raised_before
from apps.documents.parsing.layout.rotate_page_upright import turn_page_upright


@pytest.mark.parametrize("rotate", [90, 270])
@pytest.mark.parametrize("raised", [0.0, 5.0])
def test_a_mark_is_raised_on_a_turned_page_as_on_an_upright_one(rotate: int, raised: float) -> None:
    document = pymupdf.open()
    page = document.new_page(width=595, height=842)
    upwards = rotate == 90
    page.insert_text((300 - raised if upwards else 300 + raised, 400), "1", fontsize=6, rotate=rotate)
    page.insert_text((300, 396 if upwards else 404), "Die Anmerkung", fontsize=11, rotate=rotate)
    blocks = page.get_text("dict", flags=0)["blocks"]
    assert turn_page_upright(blocks, 595, 842) is not None
    spans = [span for block in blocks for line in block["lines"] for span in line["spans"]]
    assert [span["text"] for span in spans] == ["1", "Die Anmerkung"]
    assert is_raised_before(spans) is (raised > 0)
