"""PDFs that show a placeholder, and those that only look like them."""

from typing import Any

import pytest

from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.types import ParseFailure
from apps.documents.status_messages import status_sentence
from tests.documents.parsing.sample_pdfs import SENTENCE, letter, pdf, writes


def made(*, pages: int = 1, attached: bool = False, **catalog: str) -> bytes:
    import pymupdf

    document: Any = pymupdf.open(stream=pdf(*[writes(SENTENCE)] * pages))
    if attached:
        document.embfile_add("bericht.pdf", letter(), filename="bericht.pdf")
    for key, value in catalog.items():
        document.xref_set_key(document.pdf_catalog(), key, value)
    return bytes(document.tobytes())


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        pytest.param(made(NeedsRendering="true"), "a dynamic PDF form (XFA)", id="form"),
        pytest.param(made(attached=True, Collection="<</View/T>>"), "a PDF portfolio of other files", id="portfolio"),
    ],
)
def test_a_placeholder_is_not_taken_for_the_document(data: bytes, kind: str) -> None:
    with pytest.raises(ParseFailure) as failure:
        open_pdf(data)
    assert failure.value.reason_code == "unsupported_type"
    assert failure.value.facts == {"kind": kind}
    assert status_sentence("unsupported_type", failure.value.facts)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(made(AcroForm="<</XFA[]/Fields[]>>"), id="a form with pages of its own"),
        pytest.param(made(attached=True), id="a document with an attachment"),
        pytest.param(made(pages=2, attached=True, Collection="<</View/T>>"), id="a portfolio with pages"),
    ],
)
def test_pages_with_content_are_read(data: bytes) -> None:
    assert open_pdf(data).page_count >= 1
