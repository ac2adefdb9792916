import pytest

from apps.documents.parsing.formats.office_and_picture_media_types import CSV
from apps.documents.parsing.formats.read_document import parse_text_document
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.sheets.read_csv import parse_csv
from apps.documents.parsing.types import ParseFailure


@pytest.mark.parametrize("separator", [";", ",", "\t", "|", "^", "~", "#", "\x1f"])
def test_the_separator_is_found(separator: str) -> None:
    rows = [["Name", "Ort"], ["Amt für Melde­wesen", "Bonn"], ["Bauamt", "Trier"]]
    text = "\r\n".join(separator.join(row) for row in rows)
    assert "| Bauamt | Trier |" in parse_csv(text, CSV, "ämter").pages[0].text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_offices_are_read(encoding: str) -> None:
    data = "Straße;Gebühr\nGärtnerweg;12,50\n".encode(encoding)
    page = parse_text_document(data, CSV, ParseLimits(), "gebühren.csv").pages[0]
    assert page.text.startswith("## gebühren (A1:B2)\n\n| Straße | Gebühr |")
    assert "| Gärtnerweg | 12,50 |" in page.text


def test_figures_alone_have_letters_for_a_head() -> None:
    assert "| A | B |\n| --- | --- |\n| 1 | 2 |" in parse_csv("1;2\n3;4\n", CSV, "x").pages[0].text


def test_a_file_of_separators_has_no_text() -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_csv(";;\n;;\n", CSV, "x")
    assert failure.value.reason_code == "no_text"


def test_a_cell_without_end_is_told_as_one_and_not_as_damage() -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_csv("Nr;Name\n" + "1;x\n" * 1_000 + '2;"' + "0" * 2 * 2**20 + '"\n', CSV, "x")
    assert failure.value.reason_code == "unpacked_limit"


def test_the_separator_that_a_file_tells_is_taken_and_its_line_is_no_row() -> None:
    page = parse_csv("sep=|\r\nOrt, Kreis|Zahl; Jahr\r\nUlm, Stadt|1; 2024\r\n", CSV, "x").pages[0]
    assert page.text == "## x (A1:B2)\n\n| Ort, Kreis | Zahl; Jahr |\n| --- | --- |\n| Ulm, Stadt | 1; 2024 |"


@pytest.mark.parametrize(
    "text",
    [
        "Ort\tBetrag, netto\nUlm\t1,50\nTrier\t2,50\n",
        "Ort;Betrag\nUlm;1,50\nTrier;2,50\n",
        "Ulm;1,50\nTrier;2,50\n",
        "Bericht 2024, Stand: Mai\n\nOrt;Betrag\nUlm;1,50\nTrier;2,50\n",
        "Ort;Betrag;Hinweis\nUlm;1,50;neu\nBonn;1,70;alt\nTrier;2,50;alt\nTrier;2,50;alt\nSumme;5,70\n",
        "Ort^Betrag\nUlm^1,50\nTrier^2,50\n",
        'Ort,Betrag,Hinweis\nUlm,"1,50",a; b; c; d\nBonn,"1,70",e\nTrier,"2,50",f\n',
        'Ort,Betrag\nUlm,"1,50"\nTrier,"2,50"\n',
    ],
)
def test_commas_of_figures_and_words_part_no_cells(text: str) -> None:
    assert "| Trier | 2,50 |" in parse_csv(text, CSV, "x").pages[0].text


def test_signs_at_the_beginning_of_each_line_part_no_cells() -> None:
    assert "| #1 |" in parse_csv("#1\n#2\n#3\n", CSV, "x").pages[0].text
