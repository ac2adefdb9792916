"""What is drawn over the cells of a sheet is read with the rows beside it: text boxes, and what pictures show."""

import io
import re
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from openpyxl.drawing.image import Image
from PIL import Image as Picture

from apps.documents.parsing.formats.office_and_picture_media_types import ODS, XLSX
from apps.documents.parsing.sheets.drawings_in_open_document import drawings_in_open_document
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import MOST_DRAWN, DrawnText
from apps.documents.parsing.sheets.read_workbook import parse_workbook

SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
)
CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p>{}</table:table-cell>'
BOX = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
SHAPE = "<draw:custom-shape><text:p>Antrag bis Mai</text:p></draw:custom-shape>"
LOGO = "<draw:frame><svg:desc>{}</svg:desc><draw:image/></draw:frame>"


def workbook(*, rows: int = 3, alternative: str = "Wappen der Stadt", hidden_row: int = 0, at: str = "B2") -> bytes:
    """Of openpyxl, whose drawing gets a description and a text box beside its picture."""
    book = Workbook()
    sheet = book.active
    for number in range(1, rows + 1):
        sheet.append([f"Zeile {number}", "Wert"])
    if hidden_row:
        sheet.row_dimensions[hidden_row].hidden = True
    picture = io.BytesIO()
    Picture.new("RGB", (4, 4)).save(picture, "PNG")
    sheet.add_image(Image(picture), at)
    raw = io.BytesIO()
    book.save(raw)
    box = (
        '<xdr:sp xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:txBody><a:p><a:r><a:t>Antrag bis '
        "</a:t></a:r><a:r><a:t>31. Mai</a:t></a:r></a:p><a:p><a:r><a:t>an Zimmer 7</a:t></a:r></a:p>"
        "</xdr:txBody></xdr:sp>"
    )
    return changed(raw.getvalue(), "xl/drawings/drawing1.xml", described(alternative, box))


def described(alternative: str, box: str) -> Callable[[str], str]:
    def change(xml: str) -> str:
        xml = re.sub(r"<(\w+:)?cNvPr ([^>]*?)descr=\"[^\"]*\"", r"<\1cNvPr \2", xml)
        xml = re.sub(r"<(\w+:)?cNvPr ", lambda found: f'{found[0]}descr="{alternative}" ', xml)
        prefix = "xdr:" if "<xdr:pic" in xml else ""
        shape = box if prefix else box.replace("xdr:", "")
        return xml.replace(f"</{prefix}pic>", f"</{prefix}pic>{shape}")

    return change


def changed(data: bytes, name: str, change: Callable[[str], str]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for each in old.namelist():
            content = old.read(each)
            new.writestr(each, change(content.decode()).encode() if each == name else content)
    return target.getvalue()


def open_document(*tables: str) -> bytes:
    content = f"<office:document-content {SPACES}><office:body><office:spreadsheet>{''.join(tables)}"
    content += "</office:spreadsheet></office:body></office:document-content>"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", ODS)
        archive.writestr("content.xml", content)
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return target.getvalue()


def table(*rows: str, name: str = "Blatt", shapes: str = "") -> str:
    inner = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    return f'<table:table table:name="{name}"><table:shapes>{shapes}</table:shapes>{inner}</table:table>'


def test_text_boxes_and_descriptions_of_a_workbook_stand_below_its_cells() -> None:
    (page,) = parse_workbook(workbook(), XLSX).pages
    assert page.text.endswith("| Zeile 3 | Wert |\n\nAntrag bis 31. Mai\nan Zimmer 7\n\nBilder:\n\nWappen der Stadt")
    assert page.sheet is not None
    assert page.sheet.drawn is not None
    assert page.text[page.sheet.drawn :].startswith("Antrag")
    cells = [page.text[cell.start : cell.end] for cell in page.sheet.cells(page.text)]
    assert cells == ["Zeile 1", "Wert", "Zeile 2", "Wert", "Zeile 3", "Wert"], "none of it is a cell"


def test_it_stands_on_the_page_of_its_row() -> None:
    pages = parse_workbook(workbook(rows=130, at="A70"), XLSX).pages
    assert [("Antrag bis" in page.text) for page in pages] == [False, True, False]


@pytest.mark.parametrize("alternative", ["image1", "wappen.png", "Ein Bild, automatisch generierte Beschreibung"])
def test_names_of_files_and_guesses_are_not_told(alternative: str) -> None:
    (page,) = parse_workbook(workbook(alternative=alternative), XLSX).pages
    assert "Bilder" not in page.text


def test_what_begins_in_a_hidden_row_is_hidden() -> None:
    (page,) = parse_workbook(workbook(hidden_row=2), XLSX).pages
    assert "Antrag" not in page.text
    assert "Wappen" not in page.text


def test_a_broken_drawing_costs_its_text_alone() -> None:
    data = changed(workbook(), "xl/drawings/drawing1.xml", lambda _xml: "<broken")
    assert "Zeile 3" in parse_workbook(data, XLSX).pages[0].text


def test_drawings_of_an_open_document_belong_to_their_sheet_and_row() -> None:
    remark = "<office:annotation><text:p>Nur unter uns</text:p></office:annotation>"
    chart = (
        f"<draw:frame><draw:object>{table(CELL.format('Säule', ''), name='Diagramm')}</draw:object>"
        "<svg:desc>Ausgaben je Jahr</svg:desc></draw:frame>"
    )
    found = drawings_in_open_document(
        open_document(
            table(
                CELL.format("Kopf", ""), CELL.format("A", BOX.format("Bitte  nur\nStempel")) + CELL.format("B", remark)
            ),
            table(CELL.format("C", chart), name="Zweites", shapes=LOGO.format("Wappen der Stadt")),
        )
    )
    assert found == [
        [DrawnText(2, 0, "Bitte nur\nStempel"), DrawnText(2, 1, "B2: Nur unter uns", is_comment=True)],
        [DrawnText(1, 0, "Wappen der Stadt", True), DrawnText(1, 0, "Ausgaben je Jahr", True)],
    ]


def test_repeated_rows_and_columns_are_counted() -> None:
    empty = '<table:table-row table:number-rows-repeated="7"><table:table-cell/></table:table-row>'
    shifted = '<table:table-cell table:number-columns-repeated="5"/>'
    row = f"<table:table-row>{shifted}{CELL.format('x', BOX.format('Hier'))}</table:table-row>"
    data = open_document(f'<table:table table:name="Blatt">{empty}{row}</table:table>')
    assert drawings_in_open_document(data) == [[DrawnText(8, 5, "Hier")]]


def test_a_sheet_of_drawings_alone_is_a_page() -> None:
    data = open_document(table(f"<table:table-cell>{BOX.format('Öffnungszeiten: täglich')}</table:table-cell>"))
    assert [page.text for page in parse_workbook(data, ODS).pages] == ["## Blatt\n\nÖffnungszeiten: täglich"]


def test_many_drawings_have_an_end_and_no_entity_is_resolved() -> None:
    many = "".join(BOX.format(f"Kasten {number}") for number in range(MOST_DRAWN + 500))
    assert len(drawings_in_open_document(open_document(table(CELL.format("x", many))))[0]) == MOST_DRAWN
    data = open_document(table(CELL.format("x", BOX.format("&geheim;"))))
    hostile = changed(
        data, "content.xml", lambda xml: f'<!DOCTYPE x [<!ENTITY geheim SYSTEM "file:///etc/passwd">]>{xml}'
    )
    assert "root:" not in repr(drawings_in_open_document(hostile))


@pytest.mark.parametrize("box", ["", BOX.format("Im Kasten")], ids=["", "with a drawing"])
def test_an_entity_in_a_sheet_is_text_and_the_sheet_is_read(box: str) -> None:
    """The reader of sheets refused the whole file as damaged."""
    data = open_document(table(CELL.format("Gebühr &geheim; &amp; mehr", box)))
    hostile = changed(
        data, "content.xml", lambda xml: f'<!DOCTYPE x [<!ENTITY geheim SYSTEM "file:///etc/passwd">]>{xml}'
    )
    (page,) = parse_workbook(hostile, ODS).pages
    assert "Gebühr &geheim; & mehr" in page.text


def test_titles_of_charts_are_told_beside_their_rows_and_on_sheets_that_are_charts() -> None:
    from openpyxl.chart import BarChart, Reference

    book = Workbook()
    sheet = book.active
    sheet.append(["Ortsteil", "Einwohner"])
    sheet.append(["Oberwinden", 1204])
    for target, title in ((sheet, "Einwohner der Ortsteile"), (book.create_chartsheet("Bild"), "Anteil der Ämter")):
        chart = BarChart()
        chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=2), titles_from_data=True)
        chart.title, chart.y_axis.title = title, "Personen"
        target.add_chart(chart)
    raw = io.BytesIO()
    book.save(raw)
    cells, alone = parse_workbook(raw.getvalue(), XLSX).pages
    assert cells.text.endswith("| Oberwinden | 1204 |\n\nEinwohner der Ortsteile\nPersonen")
    assert alone.text == "## Bild\n\nAnteil der Ämter\nPersonen"


def test_titles_of_charts_in_an_open_document_are_told() -> None:
    chart = (
        '<office:chart xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:title><text:p>Einwohner</text:p>'
        "</chart:title><chart:series><text:p>nein</text:p></chart:series></office:chart>"
    )
    frame = '<draw:frame><draw:object xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./Object 1"/></draw:frame>'
    data = io.BytesIO(open_document(table(CELL.format("Wert", frame))))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("Object 1/content.xml", chart)
    assert drawings_in_open_document(data.getvalue()) == [[DrawnText(1, 0, "Einwohner")]]


def test_what_is_drawn_in_a_cell_of_open_document_is_not_its_value() -> None:
    text = parse_workbook(open_document(table(CELL.format("Wert", SHAPE))), ODS).pages[0].text
    assert "| Wert |" in text
    assert text.endswith("Antrag bis Mai")
