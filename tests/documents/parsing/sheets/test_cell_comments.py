"""Comments on cells stand below the rows of their page, with the cell's address, where the collection wants them."""

import io
import struct

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.formats.office_and_picture_media_types import ODS, XLS, XLSX
from apps.documents.parsing.parse_xml_tree import parse_xml
from apps.documents.parsing.sheets.cell_comments import CellComment, threaded_comments, xlsb_comments, xml_comments
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from tests.documents.binary_workbooks import wide, xls, xls_record, xlsb_record
from tests.documents.parsing.sheets.test_drawings_in_xlsx_and_xlsb import CELL, open_document, table

SAID = "\n\nKommentare:\n\n"


def commented_xlsx() -> bytes:
    book = Workbook()
    sheet = book.active
    for row in (["Leistung", "Betrag"], ["Pass", 60]):
        sheet.append(row)
    sheet["B2"].comment = Comment("Mia Muster:\nGilt ab Januar.", "Mia Muster")
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def commented_ods() -> bytes:
    comment = (
        '<office:annotation><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Mia Muster</dc:creator>'
        '<dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">2026-01-05T10:00:00</dc:date>'
        "<text:p>Gilt ab Januar.</text:p></office:annotation>"
    )
    return open_document(table(CELL.format("Pass", ""), CELL.format("60", comment)))


def commented_xls() -> bytes:
    object_ = xls_record(0x5D, struct.pack("<4H", 0x15, 0x12, 0x19, 7) + bytes(14))
    text = "Gilt ab März."
    box = xls_record(0x1B6, struct.pack("<3HIHHI", 0, 0, 0, 0, len(text), 8, 0))
    letters = xls_record(0x3C, b"\1" + text.encode("utf-16-le")) + xls_record(0x3C, bytes(8))
    note = xls_record(0x1C, struct.pack("<5H", 1, 1, 0, 7, 3) + b"\0Mia\0")
    return xls([["Leistung", "Betrag"], ["Pass", "sechzig"]], row_flags={}, more=object_ + box + letters + note)


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (commented_xlsx(), XLSX, "B2: Mia Muster: Gilt ab Januar."),
        (commented_ods(), ODS, "A2: Mia Muster, 2026-01-05: Gilt ab Januar."),
        (commented_xls(), XLS, "B2: Mia: Gilt ab März."),
    ],
)
def test_they_stand_apart_or_are_left_out(data: bytes, kind: str, said: str) -> None:
    usual, apart = (parse_workbook(data, kind, choice).pages[0] for choice in (Comments.LEFT_OUT, Comments.APART))
    assert "Gilt ab" not in usual.text
    assert apart.text == f"{usual.text}{SAID}{said}"


def test_answers_in_a_thread_name_who_wrote_them_and_their_stand_in_is_passed_over() -> None:
    thread = '<threadedComment ref="C4" dT="2026-02-03T08:00:00" personId="p"><text>Stimmt.</text></threadedComment>'
    answers = threaded_comments(parse_xml(f"<x>{thread}</x>".encode()), {"p": "Jo Klein"})
    assert list(answers) == [CellComment(4, 2, "Jo Klein, 2026-02-03: Stimmt.")]
    stand_in = '<x><author>tc={1}</author><comment ref="C4" authorId="0"><t>Stimmt.</t></comment></x>'
    assert list(xml_comments(parse_xml(stand_in.encode()))) == []


def test_comments_of_binary_workbooks_are_records() -> None:
    comment = xlsb_record(635, struct.pack("<5I16x", 0, 4, 4, 2, 2)) + xlsb_record(637, b"\0" + wide("Ja."))
    assert list(xlsb_comments(xlsb_record(632, wide("Mia")) + comment)) == [CellComment(5, 2, "Mia: Ja.")]
