"""Tables of Word files without a line tell their text; those with lines, merged cells or lists are left to print."""

from io import BytesIO

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs

TOLD = [("Stadt Hameln", "Bauamt", "Frau Petersen"), ()]


def told(change: str = "", style: str | None = None) -> list[tuple[str, ...]]:
    """By the two paragraphs of its cells; `change` is put into the properties of its first cell."""
    document = Document()
    table = document.add_table(rows=1, cols=3, style=style)
    table.cell(0, 1).text, table.cell(0, 2).text = "Stadt Hameln\nBauamt", "Frau Petersen"
    if change:
        table.cell(0, 0)._tc.get_or_add_tcPr().append(parse_xml(change.format(nsdecls("w"))))
    buffer = BytesIO()
    document.save(buffer)
    return [each.table for each in read_source_paragraphs(buffer.getvalue(), DOCX)]


@pytest.mark.parametrize(
    ("change", "style", "expected"),
    [
        ("", None, TOLD),
        ('<w:tcBorders {}><w:top w:val="nil"/></w:tcBorders>', None, TOLD),
        ('<w:tcBorders {}><w:top w:val="single"/></w:tcBorders>', None, [(), ()]),
        ('<w:shd {} w:val="clear" w:fill="DDDDDD"/>', None, [(), ()]),
        ('<w:shd {} w:val="clear" w:fill="auto"/>', None, TOLD),
        ('<w:gridSpan {} w:val="1"/>', None, [(), ()]),
        ("", "Table Grid", [(), ()]),
        ("", "Light Shading Accent 1", [(), ()]),
    ],
)
def test_a_table_without_lines_tells_its_text(change: str, style: str | None, expected: list[tuple[str, ...]]) -> None:
    assert told(change, style) == expected


def test_tables_within_a_table_are_left_to_print() -> None:
    document = Document()
    cell = document.add_table(rows=1, cols=1).cell(0, 0)
    cell.text = "Gebühren"
    cell.add_table(rows=1, cols=1).cell(0, 0).text = "37 Euro"
    buffer = BytesIO()
    document.save(buffer)
    assert [each.table for each in read_source_paragraphs(buffer.getvalue(), DOCX)] == [(), ()]
