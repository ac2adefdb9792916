from typing import Any

from apps.documents.parsing.layout.find_ruled_tables import THIN, VECTOR
from apps.documents.parsing.pdf.correct_drawn_line_widths import correct_line_boxes
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages

VECTORS = 1024
"""pymupdf.TEXT_COLLECT_VECTORS."""
ROWS = (("Hund", "Steuer"), ("erster", "nach Satzung"), ("zweiter", "doppelt"))


def test_lines_of_a_scaled_drawing_are_as_thin_as_they_look() -> None:
    """MuPDF's text page forgets the scale of a drawing: half a point becomes five."""
    with open_pdf(scaled_table()) as document:
        blocks = document[0].get_textpage(flags=VECTORS).extractDICT()["blocks"]
        exact = correct_line_boxes(document[0], blocks)
    assert min(thickness(block) for block in blocks if block["type"] == VECTOR) > THIN
    assert max(thickness(block) for block in exact if block["type"] == VECTOR) == 0
    (page,) = read_pdf_pages(open_pdf(scaled_table()), 10, 1.0)
    assert "| Hund | Steuer |\n| --- | --- |\n| erster | nach Satzung |\n| zweiter | doppelt |" in page.text


def thickness(block: dict[str, Any]) -> float:
    x0, y0, x1, y1 = block["bbox"]
    return float(min(x1 - x0, y1 - y0))


def scaled_table() -> bytes:
    lines = [f"720 {10 * y} m 4120 {10 * y} l S" for y in range(600, 697, 32)]
    lines += [f"{10 * x} 6000 m {10 * x} 6960 l S" for x in (72, 242, 412)]
    texts = [
        f"BT /helv 10 Tf {80 + 170 * column} {674 - 32 * row} Td ({text}) Tj ET"
        for row, cells in enumerate(ROWS)
        for column, text in enumerate(cells)
    ]
    return pdf_of("\n".join(["q 0.1 0 0 0.1 0 0 cm 5 w", *lines, "Q", *texts]))


def pdf_of(content: str) -> bytes:
    """A page of A4 with this content."""
    import pymupdf

    document = pymupdf.open()
    page = document.new_page(width=595, height=842)
    page.insert_text((72, 800), " ", fontname="helv")
    place = page.get_contents()[-1]
    document.update_stream(place, content.encode("cp1252"))
    return bytes(document.tobytes())
