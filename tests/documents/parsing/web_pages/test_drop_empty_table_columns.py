from apps.documents.parsing.formats.html_to_markdown import parse_html
from apps.documents.parsing.web_pages.drop_empty_table_columns import drop_empty_table_columns

SPANNING = """<h1>Gebühren</h1><p>Die Tabelle gilt ab Montag.</p>
<table><tr><th colspan="100000">Gebühren der Stadt</th></tr><tr><td>Hund</td><td>120,00</td></tr></table>"""


def test_a_cell_that_spans_a_thousand_columns_makes_no_empty_ones() -> None:
    [page] = parse_html(SPANNING.encode()).pages
    assert "| Hund | 120,00 |" in page.text
    assert len(page.text) < 200


def test_columns_between_filled_ones_stay() -> None:
    table = "| a |  | b |  |\n| --- | --- | --- | --- |\n| 1 |  |  |  |\n\n| x |  |"
    assert drop_empty_table_columns(table) == "| a |  | b |\n| --- | --- | --- |\n| 1 |  |  |\n\n| x |"


def test_a_line_in_place_of_a_value_and_an_escaped_sign_are_cells() -> None:
    table = "| a | b |\n| --- | --- |\n| x\\|y | – |"
    assert drop_empty_table_columns(table) == table
    assert drop_empty_table_columns("kein | Strich |  |") == "kein | Strich |  |"
