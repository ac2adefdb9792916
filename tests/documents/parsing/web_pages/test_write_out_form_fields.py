"""What is typed, ticked or chosen in a form of a page is text of it, and so is what a summary folds."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown, whole_html_to_markdown

AROUND = "Bitte füllen Sie das Formular aus. Wir melden uns innerhalb von drei Tagen mit einem Termin bei Ihnen. " * 4


def page(body: str) -> str:
    return f"<html><body><main><h1>Trauung</h1><p>{AROUND}</p>{body}</main></body></html>"


def test_what_is_typed_stands_beside_its_label() -> None:
    form = (
        '<form><p><label>Name</label><input value="Erika Muster"></p><p>Gäste: <input type=number value=12></p></form>'
    )
    for text in (page_to_markdown(form), page_to_markdown(page(form))):
        assert "Name Erika Muster\n\nGäste: 12" in text


def test_of_the_options_the_selected_ones_are_read() -> None:
    one = "<p>Monat <select><option>Mai</option><option selected>Juni</option></select> gilt</p>"
    assert page_to_markdown(one) == "Monat Juni gilt"
    several = "<p>Farben <select multiple><option selected>Rot<option>Grün<option selected>Blau</select></p>"
    assert page_to_markdown(several) == "Farben Rot, Blau"


def test_options_none_of_which_is_selected_are_told_apart() -> None:
    assert page_to_markdown("<p>Ort <select><option>Rathaus<option>Schiff</select></p>") == "Ort Rathaus, Schiff"


def test_ticked_boxes_are_told_from_free_ones() -> None:
    boxes = "<p><input type=checkbox checked> Standesamt</p><p><input type=checkbox> Schiff</p>"
    assert page_to_markdown(boxes) == "☒ Standesamt\n\n☐ Schiff"
    assert "☐" not in page_to_markdown(boxes.replace(" checked", ""))


@pytest.mark.parametrize("kind", ["hidden", "password", "submit", "PASSWORD"])
def test_secrets_and_names_for_the_server_are_no_text(kind: str) -> None:
    assert page_to_markdown(f'<p>Name</p><input type="{kind}" value="a81f">') == "Name"


def test_a_textarea_is_parted_from_its_label() -> None:
    assert whole_html_to_markdown("<p>Wunsch<textarea>mit Musik</textarea>bitte</p>") == "Wunsch mit Musik bitte"


def test_an_empty_form_of_a_page_stays_out_of_its_main_text() -> None:
    form = '<form>Suche <input placeholder="Begriff"><select><option selected>Alle Bereiche</select></form>'
    assert "Bereiche" not in page_to_markdown(page(form))


def test_a_summary_is_a_heading_over_what_it_folds() -> None:
    folded = "<details><summary>Was kostet es?</summary>Es kostet <b>40</b> Euro.<p>Immer.</p></details>"
    said = "## Was kostet es?\n\nEs kostet **40** Euro.\n\nImmer."
    assert page_to_markdown(folded) == said
    assert said in page_to_markdown(page(folded))
    assert "### Was kostet es?" in page_to_markdown(f"<h2>Gebühren</h2>{folded}")


def test_a_heading_within_a_summary_stays_one() -> None:
    folded = "<details><summary><h3>Wie lange?</h3></summary><p>Eine Stunde.</p></details>"
    for text in (page_to_markdown(folded), page_to_markdown(page(folded))):
        assert "### Wie lange?\n\nEine Stunde." in text
        assert "## ###" not in text
