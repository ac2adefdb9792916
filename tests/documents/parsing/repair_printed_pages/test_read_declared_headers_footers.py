from io import BytesIO
from zipfile import ZipFile

from docx import Document
from docx.oxml import OxmlElement

from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, ODT, PPTX
from apps.documents.parsing.repair_printed_pages.read_declared_headers_footers import read_headers_and_footers
from apps.documents.parsing.repair_printed_pages.strip_declared_headers_footers import PageEdges
from tests.documents.office_files import NAMESPACES, odt, packed

STYLE = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'


def test_heads_and_feet_of_word_come_with_a_number_for_each_field() -> None:
    document = Document()
    section = document.sections[0]
    section.header.paragraphs[0].text = "Amt für Kultur"
    foot = section.footer.paragraphs[0]
    for kind in ("begin", "separate", "end"):
        mark = OxmlElement("w:fldChar")
        mark.set(f"{{{mark.nsmap['w']}}}fldCharType", kind)
        foot.add_run("Seite " if kind == "begin" else "")._r.append(mark)
    buffer = BytesIO()
    document.save(buffer)
    assert read_headers_and_footers(buffer.getvalue(), DOCX) == PageEdges(("Amt für Kultur",), ("Seite 0",))


def test_heads_and_feet_of_open_documents_are_those_of_their_master_pages() -> None:
    styles = (
        f"<office:document-styles {NAMESPACES} {STYLE}><office:master-styles><style:master-page>"
        "<style:header><text:p>Amt für Kultur</text:p></style:header><style:header-first><text:p>Stadt</text:p>"
        "</style:header-first><style:footer><text:p>Seite <text:page-number>7</text:page-number></text:p>"
        "</style:footer></style:master-page></office:master-styles></office:document-styles>"
    )
    with ZipFile(BytesIO(odt("<text:p>Satz</text:p>"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    found = read_headers_and_footers(packed(parts | {"styles.xml": styles}), ODT)
    assert found == PageEdges(("Amt für Kultur", "Stadt"), ("Seite 0",))


def test_files_without_styles_broken_ones_and_slides_have_none() -> None:
    assert read_headers_and_footers(odt("<text:p>Satz</text:p>"), ODT) == PageEdges()
    assert read_headers_and_footers(b"PK kaputt", DOCX) == read_headers_and_footers(b"", PPTX) == PageEdges()
