import re

from apps.documents.pages.sheet_html import sheet_html
from apps.documents.parsing.cell_formats.apply_cell_format import ShownValue
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import DrawnText
from apps.documents.parsing.sheets.split_sheet_into_pages import build_sheet_rows, sheet_pages
from apps.text.locate_quote import Span, find_quote_span

VALUES = [["Leistung", "Euro"], ["<b>Hund</b> | groß", 120.5], ["Grab", 1000]]


def shown(quote: str = "") -> str:
    (page,) = sheet_pages("Gebühren", build_sheet_rows(VALUES, 0, 0), len(VALUES))
    return str(sheet_html(page.text, page.layout, find_quote_span(page.text, quote) if quote else None))


def test_columns_and_rows_have_heads_and_the_sheet_is_the_caption() -> None:
    html = shown()
    assert "<caption>Gebühren</caption>" in html
    assert re.findall(r'<th scope="col">(.*?)</th>', html) == ["A", "B"]
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == ["1", "2", "3"]


def test_the_quote_is_marked_in_its_cell() -> None:
    assert '<td id="B2" class="quoted"><mark id="quote">120.5</mark></td>' in shown("120.5")


def test_a_quote_over_several_cells_is_marked_in_each_and_has_one_place() -> None:
    html = shown("groß 120.5")
    assert html.count("<mark") == 2
    assert html.count('id="quote"') == 1
    assert '| <mark id="quote">groß</mark></td>' in html


def test_texts_of_cells_are_no_html() -> None:
    assert "&lt;b&gt;Hund&lt;/b&gt; | groß" in shown()


def test_later_pages_say_the_names_of_the_columns_again() -> None:
    values = [["Nummer", "Weg"], *([number, f"Weg {number}"] for number in range(100))]
    second = list(sheet_pages("Wege", build_sheet_rows(values, 0, 0), len(values)))[1]
    html = str(sheet_html(second.text, second.layout, Span(0, 0)))
    assert '<tr><th scope="row">1</th><th scope="col">Nummer</th><th scope="col">Weg</th></tr></thead>' in html
    assert "<mark" not in html


def test_what_is_drawn_over_the_cells_stands_below_them_and_is_marked_there() -> None:
    drawn = [DrawnText(2, 0, "Bis <31. Mai>\nin Zimmer 7"), DrawnText(2, 0, "Wappen", True)]
    (page,) = sheet_pages("Gebühren", build_sheet_rows(VALUES, 0, 0), len(VALUES), drawn)
    html = str(sheet_html(page.text, page.layout, find_quote_span(page.text, "in Zimmer 7")))
    after = html.split("</table>")[1]
    assert after == ('<p>Bis &lt;31. Mai&gt;</p><p><mark id="quote">in Zimmer 7</mark></p><p>Bilder:</p><p>Wappen</p>')
    assert "quoted" not in html, "no cell is"


def test_a_cell_that_is_rounded_has_the_stored_number_as_its_value() -> None:
    rows = build_sheet_rows([["Amt", "Anteil"], ["Bau", ShownValue("21.6 %", "0.2157", is_figure=True)]], 0, 0)
    [page] = sheet_pages("Blatt", rows, 2)
    assert '<td id="B2"><data value="0.2157">21.6 %</data></td>' in sheet_html(page.text, page.layout)
