"""The same of OpenDocument texts."""

import pytest

from apps.documents.parsing.formats.office_and_picture_media_types import ODT
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from tests.documents.office_files import odt

ROOMS = (
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
)
STYLE = '<style:style {} style:name="C" style:family="table-cell"><style:table-cell-properties {}/></style:style>'


def told(properties: str, second: str) -> list[tuple[str, ...]]:
    cells = (
        '<table:table-cell table:style-name="C"><text:p>Stadt Hameln</text:p><text:p>Bauamt</text:p></table:table-cell>'
    )
    table = f"<table:table {ROOMS}><table:table-row>{cells}{second}</table:table-row></table:table>"
    return [each.table for each in read_source_paragraphs(odt(STYLE.format(ROOMS, properties) + table), ODT)]


SECOND = "<table:table-cell><text:p>Frau<text:line-break/>Petersen</text:p></table:table-cell>"
TEXT = ("Stadt Hameln", "Bauamt", "Frau", "Petersen")


@pytest.mark.parametrize(
    ("properties", "second", "is_told"),
    [
        ("", SECOND, True),
        ('fo:border="none"', SECOND, True),
        ('fo:border-bottom="0.5pt solid #000000"', SECOND, False),
        ('fo:background-color="#dddddd"', SECOND, False),
        ('fo:background-color="transparent"', SECOND, True),
        ("", f"{SECOND}<table:covered-table-cell/>", False),
        ("", SECOND.replace("<table:table-cell>", '<table:table-cell table:number-columns-repeated="2">'), False),
    ],
)
def test_a_table_without_lines_tells_its_text(properties: str, second: str, is_told: bool) -> None:
    found = told(properties, second)
    assert found[0] == (TEXT if is_told else ())
    assert not any(found[1:])


def test_a_style_of_a_paragraph_with_the_name_of_a_cell_hides_no_line() -> None:
    lined = STYLE.format(ROOMS, 'fo:border="0.5pt solid #000000"')
    of_paragraphs = f'<style:style {ROOMS} style:name="C" style:family="paragraph"/>'
    table = f'<table:table {ROOMS}><table:table-row><table:table-cell table:style-name="C"><text:p>A</text:p>'
    table += f"</table:table-cell>{SECOND}</table:table-row></table:table>"
    assert not any(each.table for each in read_source_paragraphs(odt(lined + of_paragraphs + table), ODT))


def test_lines_are_inherited_over_more_than_one_generation() -> None:
    grand = STYLE.format(ROOMS, 'fo:border="0.5pt solid #000000"').replace('"C"', '"A"')
    parent = f'<style:style {ROOMS} style:name="B" style:family="table-cell" style:parent-style-name="A"/>'
    child = f'<style:style {ROOMS} style:name="C" style:family="table-cell" style:parent-style-name="B"/>'
    table = f'<table:table {ROOMS}><table:table-row><table:table-cell table:style-name="C"><text:p>A</text:p>'
    table += f"</table:table-cell>{SECOND}</table:table-row></table:table>"
    assert not any(each.table for each in read_source_paragraphs(odt(grand + parent + child + table), ODT))
