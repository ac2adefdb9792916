"""Tables by which a web page is laid out are no tables; those of values stay."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown
from apps.documents.parsing.web_pages.undo_layout_tables import undo_page_layout_tables
from tests.processor_time import at_most

PAGE = "<html><body>{}</body></html>"
CELLS = (
    "<tr><td>{0}<p>Das Freibad öffnet am 15. Mai.</p></td><td>{0}<p>Der Sperrmüll wird im Juni abgeholt.</p></td></tr>"
)


@pytest.mark.parametrize(
    "table",
    [f"<table role='presentation'>{CELLS.format('')}</table>", f"<table>{CELLS.format('<h2>Neu</h2>')}</table>"],
    ids=["by its role", "by headings in its cells"],
)
def test_the_cells_of_a_layout_are_paragraphs(table: str) -> None:
    text = page_to_markdown(PAGE.format(table))
    assert "|" not in text
    assert "Das Freibad öffnet am 15. Mai." in text.splitlines()


def test_a_table_of_values_stays_also_within_a_layout() -> None:
    values = "<table><tr><th>Tag</th><th>Zeit</th></tr><tr><td>Montag</td><td>8 Uhr</td></tr></table>"
    text = page_to_markdown(PAGE.format(f"<table><tr><td><h1>Zeiten</h1></td></tr><tr><td>{values}</td></tr></table>"))
    assert "Montag | 8 Uhr" in text


def test_tables_within_tables_take_no_time_by_the_square() -> None:
    with at_most(6):
        undo_page_layout_tables("<table><tr><td>" * 200 + "<table><tr><td><h1>x</h1></td></tr></table>" * 2_000)
