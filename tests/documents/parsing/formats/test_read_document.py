"""Files of less usual kinds become what those of the usual ones do."""

import pymupdf
import pytest

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.formats.detect_media_type import PDF, media_type_of
from apps.documents.parsing.formats.read_document import parse_by_media_type, read_document
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import ParseFlag
from tests.processor_time import at_most

DRAWINGS = (
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
)
FLAT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
 <office:body>
  <office:spreadsheet>
   <table:table table:name="Schulen">
    {}
   </table:table>
  </office:spreadsheet>
 </office:body>
</office:document>"""
ROW = "<table:table-row{}>{}</table:table-row>"
CELL = '<table:table-cell office:value-type="string">\n<text:p>{}</text:p>\n</table:table-cell>'
ARCHIVE = (
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="grenze"\r\nFrom: <Saved by Browser>\r\n\r\n'
    '--grenze\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
    "<html><head><title>Freibad</title></head><body><h1>Freibad</h1><p>Es =C3=B6ffnet im Mai.</p></body></html>\r\n"
    "--grenze--\r\n"
)


def read(data: bytes, name: str, declared: str = "") -> list[str]:
    kind = media_type_of(data, name, declared)
    return [page.text for page in parse_by_media_type(data, kind, name, Comments.LEFT_OUT).pages]


def test_values_between_tabs_are_a_sheet_in_whatever_encoding() -> None:
    text = "Straße\tDienst\r\nAm Bach, links\tStufe 2\r\n"
    table = "## wege (A1:B2)\n\n| Straße | Dienst |\n| --- | --- |\n| Am Bach, links | Stufe 2 |"
    for encoding in ("utf-16", "utf-8"):
        assert read(text.encode(encoding), "wege.tsv") == [table]
        assert read(text.encode(encoding), "wege", "text/tab-separated-values") == [table]


def test_a_flat_sheet_is_read_as_a_packed_one_without_what_it_hides() -> None:
    hidden = ROW.format(' table:visibility="collapse"', CELL.format("Geheim"))
    rows = ROW.format("", CELL.format("Ort") + CELL.format("Schule")) + hidden
    flat = FLAT.format(rows + ROW.format("", CELL.format("Ulm") + CELL.format("Am Eck")))
    assert read(flat.encode(), "schulen.fods") == [
        "## Schulen (A1:B3)\n\n| Ort | Schule |\n| --- | --- |\n| Ulm | Am Eck |"
    ]


def test_of_a_stored_web_page_its_text_is_read() -> None:
    for name, declared in (("seite.mht", ""), ("seite.mhtml", ""), ("seite", "multipart/related")):
        assert read(ARCHIVE.encode(), name, declared) == ["# Freibad\n\nEs öffnet im Mai."]


@pytest.mark.parametrize(("files", "said"), [(200, {}), (201, {"attachments": 201, "attachments_read": 200})])
def test_a_pdf_says_how_many_of_its_files_become_no_documents(files: int, said: dict[str, int]) -> None:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "Ein Satz, der auf der Seite steht.")
    for number in range(files):
        document.embfile_add(f"{number}.txt", b"x")
    read_back = read_document(document.tobytes(), "a.pdf", PDF, ParseLimits(), lambda page, count: None)
    assert read_back.front_matter == ({"metadata": said} if said else {})
    assert (ParseFlag.ATTACHMENT_LIMIT in read_back.flags) == bool(said)


CHART = (
    "<draw:frame><draw:object><office:document><office:body><office:chart><chart:chart>"
    '<table:table table:name="local-table"><table:table-rows>{}</table:table-rows></table:table>'
    "</chart:chart></office:chart></office:body></office:document></draw:object></draw:frame>"
)


@pytest.mark.parametrize("place", ["cell", "sheet"])
def test_a_chart_in_a_flat_sheet_shows_nothing_hidden_and_is_no_sheet(place: str) -> None:
    note = "<draw:g><svg:desc>Orte.B2:Orte.B3</svg:desc></draw:g></table:table-cell>"
    chart = CHART.format(ROW.format("", CELL.format("Achse").replace("</table:table-cell>", note)))
    hidden = ROW.format(' table:visibility="collapse"', CELL.format("Geheim"))
    shown = ROW.format(
        "", CELL.format("Ulm").replace("</table:table-cell>", f"{chart if place == 'cell' else ''}</table:table-cell>")
    )
    shapes = f"<table:shapes>{chart}</table:shapes>" if place == "sheet" else ""
    following = f'</table:table><table:table table:name="Orte">{ROW.format("", CELL.format("Bonn"))}{hidden}'
    flat = FLAT.format(f"{shapes}{shown}{hidden}{following}").replace(
        "<office:document ", f"<office:document {DRAWINGS} ", 1
    )
    pages = read(flat.encode(), "schulen.fods")
    assert [page.splitlines()[0] for page in pages] == ["## Schulen (A1:A1)", "## Orte (A1:A1)"]
    assert not any(word in page for word in ("Geheim", "Achse", "B2:") for page in pages)


TABLE = "<table><tr><th>Leistung</th><th>Gebühr</th></tr><tr><td>Ausweis</td><td>37,00 Euro</td></tr></table>"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (f"# Gebühren\n\n{TABLE}\nStand: Mai", "# Gebühren\n\n{}\n\nStand: Mai"),
        (f"```\n{TABLE}\n```\n\n{TABLE}", f"```\n{TABLE}\n```\n\n{{}}"),
        (f"Davor\n\n<table>\n</table>\n\n{TABLE}\n", "Davor\n\n{}"),
        ("Eine <table> ohne Ende", "Eine <table> ohne Ende"),
        (
            f"Mit `<table>` und `</table>` und ``{TABLE}``:\n{TABLE}",
            f"Mit `<table>` und `</table>` und ``{TABLE}``:\n\n{{}}",
        ),
        (f"So:\n\n    Muster\n    {TABLE}\n\n{TABLE}", f"So:\n\n    Muster\n    {TABLE}\n\n{{}}"),
    ],
    ids=["in a text", "in code", "an empty one", "without an end", "between ticks", "behind blanks"],
)
def test_tables_of_html_in_markdown_are_tables(source: str, shown: str) -> None:
    told = "| Leistung | Gebühr |\n| --- | --- |\n| Ausweis | 37,00 Euro |"
    (page,) = read(source.encode(), "gebuehren.md")
    assert page == shown.format(told)


def test_a_table_within_a_table_of_markdown_leaves_no_tags() -> None:
    (page,) = read(f"<table><tr><td>{TABLE}</td><td>Amt</td></tr></table>\n\nStand: Mai".encode(), "gebuehren.md")
    assert "Amt" in page
    assert page.endswith("\n\nStand: Mai")
    assert "<" not in page


@pytest.mark.parametrize(
    "source", [b"<table " * 200_000, b"<table>" * 90_000, b"` `` ```a" * 50_000, b"\n\n    a" * 90_000]
)
def test_tables_and_code_of_markdown_that_never_end_take_no_time(source: bytes) -> None:
    with at_most(2):
        read(source, "gebuehren.md")


@pytest.mark.parametrize("name", ["export.xls", "export.xlsx"])
def test_text_between_separators_under_the_name_of_a_workbook_is_a_sheet(name: str) -> None:
    text = "Leistung;Gebühr\nAusweis;17,00\nPass;60,00\n"
    assert read(text.encode(), name) == [
        "## export (A1:B3)\n\n| Leistung | Gebühr |\n| --- | --- |\n| Ausweis | 17,00 |\n| Pass | 60,00 |"
    ]
