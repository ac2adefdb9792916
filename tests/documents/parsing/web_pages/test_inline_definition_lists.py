"""Terms of HTML lists stand in one line with what is said of them."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown
from apps.documents.parsing.web_pages.inline_definition_lists import inline_definition_lists
from tests.processor_time import at_most

PAGE = (
    "<html><body><main><h1>Ausweis</h1><p>Den Ausweis beantragen Sie im Bürgeramt der Stadt.</p>{}</main></body></html>"
)


@pytest.mark.parametrize("page", ["{}", PAGE])
@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("<dl><dt>Gebühr</dt>\n<dd>25 Euro</dd></dl>", "Gebühr: 25 Euro"),
        ("<dl><dt>Frist: </dt><dd> drei <b>Wochen</b></dd></dl>", "Frist: drei **Wochen**"),
        ("<dl><dt>Unterlagen</dt><dd>Lichtbild</dd><dd>Ausweis</dd></dl>", "Unterlagen: Lichtbild; Ausweis"),
        ("<dl><dt>Kinder</dt><dt>Schüler</dt><dd>frei</dd></dl>", "Kinder, Schüler: frei"),
        ("<dl><dt>Zeiten</dt><dd><p>Montag</p> <p>Freitag</p></dd></dl>", "Zeiten: Montag; Freitag"),
        ("<dl><div><dt><b>Amt</b> </dt><dd>Bürgeramt</dd></div></dl>", "**Amt**: Bürgeramt"),
    ],
)
def test_a_term_and_its_values_are_one_line(page: str, given: str, line: str) -> None:
    assert line in page_to_markdown(page.format(given)).splitlines()


def test_a_question_and_a_term_of_lists_stand_before_their_values() -> None:
    given = "<dl><dt>Was kostet er?</dt><dd>Er kostet 37 Euro.</dd><dt>Unterlagen</dt><dd><ul><li>Bild</ul></dd></dl>"
    read = page_to_markdown(PAGE.format(given))
    assert "Was kostet er?\n\nEr kostet 37 Euro.\n\nUnterlagen:\n\n- Bild" in read


def test_terms_without_values_and_values_without_a_term_stay() -> None:
    assert page_to_markdown("<dl><dd>allein</dd><dt>ohne</dt></dl>") == "allein\n\nohne"


def test_a_list_within_a_value_keeps_its_terms() -> None:
    read = page_to_markdown("<dl><dt>Pass</dt><dd>Reisepass<dl><dt>Gebühr</dt><dd>70 Euro</dd></dl></dd></dl>")
    assert "Gebühr: 70 Euro" in read.splitlines()


def test_a_list_of_a_hundred_thousand_terms_is_read_in_linear_time() -> None:
    with at_most(6):
        inline_definition_lists("<dl>" + "<dt>a</dt><dd>b</dd>" * 50_000 + "<dt>c" * 50_000 + "</dl>")
        inline_definition_lists("<dl><dt>" + "<b>" * 5_000 + "a</dt><dd>b</dl>")
