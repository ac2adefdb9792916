"""Forms as people send them: filled, their values beside their labels."""

import pymupdf
import pytest

from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages


def form(*, ticked: bool = True, rotation: int = 0) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((60, 80), "Antrag auf eine Sondernutzung der Straße", fontsize=10)
    for row, (name, value) in enumerate((("Name", "Erika Musterfrau"), ("Straße", "Am Markt 5"), ("Fläche", "25"))):
        page.insert_text((60, 120 + 30 * row), name, fontsize=10)
        add(page, name, pymupdf.PDF_WIDGET_TYPE_TEXT, value, (180, 108 + 30 * row, 400, 126 + 30 * row))
    for row, (text, is_ticked) in enumerate((("Ich führe ein Gewerbe.", ticked), ("Ich wohne dort.", False))):
        page.insert_text((80, 230 + 20 * row), text, fontsize=10)
        add(page, text, pymupdf.PDF_WIDGET_TYPE_CHECKBOX, is_ticked, (60, 220 + 20 * row, 72, 232 + 20 * row))
    page.set_rotation(rotation)
    return bytes(document.tobytes())


def add(page: pymupdf.Page, name: str, kind: int, value: str | bool, box: tuple[float, ...]) -> None:
    field = pymupdf.Widget()
    field.field_name, field.field_type, field.field_value, field.rect = name, kind, value, pymupdf.Rect(box)
    page.add_widget(field)


def text_of(data: bytes) -> str:
    return "\n".join(page.text for page in read_pdf_pages(open_pdf(data), 9, 60))


def test_what_is_filled_in_stands_beside_its_label_and_is_no_heading() -> None:
    text = text_of(form())
    assert "\n\nName Erika Musterfrau\n\n" in text
    assert "Straße Am Markt 5" in text
    assert "Fläche 25" in text
    assert "#" not in text


def test_a_ticked_box_is_told_from_a_free_one() -> None:
    text = text_of(form())
    assert "☒ Ich führe ein Gewerbe." in text
    assert "☐ Ich wohne dort." in text


def test_boxes_of_a_form_without_a_tick_are_left_out() -> None:
    assert "☐" not in text_of(form(ticked=False))


def test_a_turned_form_is_read_as_well() -> None:
    assert "Name Erika Musterfrau" in text_of(form(rotation=90))


@pytest.mark.parametrize(
    ("chosen", "told"), [("Handwerker", "Art: Handwerker"), ("", "Art:"), ("Bewohner", "Art: Bewohner")]
)
def test_of_a_list_what_is_chosen_is_told_and_not_what_it_offers(chosen: str, told: str) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((60, 80), "Antrag auf einen Parkausweis der Stadt", fontsize=10)
    page.insert_text((60, 120), "Art:", fontsize=10)
    field = pymupdf.Widget()
    field.field_name, field.field_type = "Art", pymupdf.PDF_WIDGET_TYPE_LISTBOX
    field.choice_values, field.field_value = ["Bewohner", "Handwerker", "Besucher"], chosen
    field.rect = pymupdf.Rect(180, 108, 300, 158)
    page.add_widget(field)
    assert text_of(document.tobytes()).splitlines()[-1] == told
