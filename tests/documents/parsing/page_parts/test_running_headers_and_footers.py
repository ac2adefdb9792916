"""Heads, feet and page numbers stay on the page and out of its body."""

import pytest

from apps.documents.parsing.page_parts.running_headers_and_footers import mark_page_bodies
from apps.documents.parsing.types import ParsedPage


def page(number: int, head: str, body: str, foot: str, *, apart: bool = True) -> ParsedPage:
    text = "\n\n".join(filter(None, (head, body, foot)))
    return ParsedPage(number, text, margins=(len(head), len(foot)) if apart else (0, 0))


def bodies(*pages: ParsedPage) -> list[str]:
    return [each.body_text for each in mark_page_bodies(pages)]


def test_what_neighbours_repeat_is_no_body() -> None:
    pages = [page(number, "Stadt Musterau", f"Absatz {number}.", f"Seite {number} von 3") for number in (1, 2, 3)]
    assert bodies(*pages) == ["Absatz 1.", "Absatz 2.", "Absatz 3."]
    assert [each.text for each in mark_page_bodies(pages)] == [each.text for each in pages]


def test_left_and_right_pages_may_have_heads_of_their_own() -> None:
    pages = [page(number, ("Gebühren", "Amt 5")[number % 2], f"Absatz {number}.", "") for number in range(1, 6)]
    assert bodies(*pages) == [f"Absatz {number}." for number in range(1, 6)]


def test_the_head_of_the_first_page_may_be_another_one() -> None:
    heads = ("Der Oberbürgermeister", "Merkblatt", "Merkblatt")
    pages = [page(number, head, f"Absatz {number}.", "") for number, head in enumerate(heads, 1)]
    assert bodies(*pages) == ["Der Oberbürgermeister\n\nAbsatz 1.", "Absatz 2.", "Absatz 3."]


def test_a_sum_at_the_foot_is_no_foot_though_only_its_figure_differs() -> None:
    pages = [page(number, "", f"Absatz {number}.", f"Summe: {number * 130},00 Euro") for number in (1, 2, 3)]
    assert bodies(*pages) == [each.text for each in pages]


def test_a_title_that_pages_repeat_stays() -> None:
    pages = [page(number, "# Bescheid über Hundesteuer", f"Absatz {number}.", "") for number in (1, 2, 3)]
    assert bodies(*pages) == [each.text for each in pages]


@pytest.mark.parametrize(("foot", "stays"), [("Seite 1", False), ("- 1 -", False), ("1", False), ("1.250", True)])
def test_a_single_page_has_a_number_at_most(foot: str, stays: bool) -> None:
    assert bodies(page(1, "Stadt Musterau", "Absatz.", foot))[0].endswith(foot) is stays


def test_in_a_scan_three_pages_have_to_say_so() -> None:
    two = [page(number, "Stadt Musterau", f"Absatz {number}.", "", apart=False) for number in (1, 2)]
    assert bodies(*two) == [each.text for each in two]
    three = [page(number, "Stadt Musterau", f"Absatz {number}.", str(number), apart=False) for number in (1, 2, 3)]
    assert bodies(*three) == ["Absatz 1.", "Absatz 2.", "Absatz 3."]


def test_what_stands_in_the_middle_is_body_however_often_it_is_said() -> None:
    said = "Es gilt die Satzung.\n\nAbsatz {}.\n\nEs gilt die Satzung."
    pages = [page(number, "Kopf", said.format(number), "Fuß") for number in (1, 2)]
    assert bodies(*pages) == [said.format(1), said.format(2)]


def test_one_line_on_each_page_is_what_the_document_says() -> None:
    pages = [page(number, f"This is image number {number}", "", "", apart=False) for number in (1, 2, 3)]
    assert bodies(*pages) == [each.text for each in pages]


def test_a_page_of_nothing_but_head_and_foot_has_no_body() -> None:
    pages = [page(1, "Kopf", "Absatz.", "Fuß"), page(2, "Kopf", "", "Fuß"), page(3, "Kopf", "Absatz.", "Fuß")]
    assert bodies(*pages) == ["Absatz.", "", "Absatz."]


def test_nothing_running_means_no_body_of_its_own() -> None:
    assert mark_page_bodies([ParsedPage(1, "Nur Text."), ParsedPage(2, "")])[0].body is None
