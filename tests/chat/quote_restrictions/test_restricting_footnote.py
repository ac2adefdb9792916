"""Notes are found by the signs that a quote carries."""

import pytest

from apps.chat.quote_restrictions.restricting_footnote import find_footnotes, note_to_cell, restricting_note
from apps.text.locate_quote import Span

TABLE = """| Karte | Entgelt |
| --- | --- |
| Erwachsene (2) | 4,80 Euro |
| Jugendliche | 2,90 Euro (3) |

(2: Ab 16 Jahren.)

(3: In den Ferien nur 1,50 Euro.)"""


@pytest.mark.parametrize(
    ("quote", "notes"),
    [
        ("Erwachsene (2) | 4,80 Euro", ["Ab 16 Jahren."]),
        ("Jugendliche | 2,90 Euro (3", ["In den Ferien nur 1,50 Euro."]),
        ("Jugendliche | 2,90 Euro", ["In den Ferien nur 1,50 Euro."]),
        ("4,80 Euro", []),
    ],
)
def test_the_notes_of_the_cells_of_a_row(quote: str, notes: list[str]) -> None:
    start = TABLE.index(quote)
    found = find_footnotes(TABLE, Span(start, start + len(quote)))
    assert [TABLE[place.start : place.end] for place in found] == notes


PASS = "| Ausweis | 37 Euro (1) |\n\n(1: nur in der Amtszeit)"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (PASS, "37 Euro"),
        (PASS, "37 Euro (1)"),
        (PASS, "| Ausweis | 37 Euro (1) |"),
        (PASS, "Ausweis | 37 Euro (1)"),
        ("Der Eintritt kostet 5 Euro*\n\n* nur in der Amtszeit", "Der Eintritt kostet 5 Euro*"),
        ("Der Eintritt* kostet 5 Euro.\n\n* nur in der Amtszeit", "Der Eintritt* kostet 5 Euro."),
        ("Im* Bad¹ kostet² der³ Eintritt 5 Euro. †\n\n† nur in der Amtszeit", "Im* Bad¹ kostet² der³ Eintritt 5 Euro."),
    ],
)
def test_a_quote_that_takes_its_sign_with_it_is_restricted_as_one_without(text: str, quote: str) -> None:
    start = text.index(quote)
    assert restricting_note(text, Span(start, start + len(quote))) == "nur in der Amtszeit"


def test_a_note_that_restricts_nothing_leaves_the_quote() -> None:
    text = "| Ausweis | 37 Euro (1) |\n\n(1: Betrag in Euro)"
    assert restricting_note(text, Span(0, text.index("\n"))) == ""


@pytest.mark.parametrize(
    ("text", "quote", "notes"),
    [
        (
            "Der Eintritt* kostet 5 Euro.\n\n* Liste eins\n* Liste zwei\n\n* nur am Montag",
            "Der Eintritt* kostet 5 Euro.",
            ["nur am Montag"],
        ),
        ("Erste* Karte.\n\n* nur montags\n\nZweite* Karte.\n\n* nur freitags", "Erste* Karte.", ["nur montags"]),
        ("Der Eintritt* ist frei.\n\n* nur montags\n* nur für Kinder", "Der Eintritt* ist frei.", ["nur montags"]),
        ("Der Eintritt* ist frei.\n\n** Unter 6 Jahren.\n* nur montags", "Der Eintritt* ist frei.", ["nur montags"]),
        ("Der Eintritt* ist frei.\n\n*Wichtig* ist das.\n\n*nur montags", "Der Eintritt* ist frei.", ["nur montags"]),
        ("Wir zahlen 5 Euro. 2) Es gilt das.\n\n2) Anträge stellen Sie im Rathaus.", "Wir zahlen 5 Euro.", []),
        ("Wir zahlen 5 Euro.\n(2) Es gilt das.\n\n(2) Anträge stellen Sie im Rathaus.", "Wir zahlen 5 Euro.", []),
        ("Wir zahlen 5 Euro. (2) Es gilt das.\n\n(2) nur montags", "Wir zahlen 5 Euro.", ["nur montags"]),
        ("Wir zahlen 5 Euro.2) Es gilt das.\n\n2) nur montags", "Wir zahlen 5 Euro.", ["nur montags"]),
        ("Wir zahlen 5 Euro 2) im Jahr.\n\n2) nur montags", "Wir zahlen 5 Euro", ["nur montags"]),
        ("Wir bieten:\n* Hunde\n\n* Katzen", "Wir bieten:", []),
        ("**Der Eintritt** kostet 5 Euro.\n\n** fett", "**Der Eintritt** kostet 5 Euro.", []),
        ("*Der Eintritt* kostet 5 Euro.\n\n* Hunde", "Der Eintritt", []),
        ("**Der Eintritt** kostet 5 Euro**.\n\n** nur montags", "kostet 5 Euro**.", ["nur montags"]),
    ],
)
def test_items_of_lists_and_emphasis_are_no_notes(text: str, quote: str, notes: list[str]) -> None:
    start = text.index(quote)
    found = find_footnotes(text, Span(start, start + len(quote)))
    assert [text[place.start : place.end] for place in found] == notes


@pytest.mark.parametrize("note", ["1 nur in der Amtszeit", "1) nur in der Amtszeit"])
@pytest.mark.parametrize("figure", ["37 (1)", "37 1"])
def test_a_figure_in_a_cell_is_restricted_by_a_note_with_a_bare_number(figure: str, note: str) -> None:
    text = f"| Ausweis | {figure} |\n\n{note}"
    row = f"| Ausweis | {figure} |"
    assert note_to_cell(text, Span(0, len(row))) == "nur in der Amtszeit"
    assert note_to_cell(text, Span(0, len(row) - 2)) == "nur in der Amtszeit"


def test_a_note_in_brackets_that_restricts_nothing_leaves_the_figure() -> None:
    text = "| Ausweis | 37 (1) |\n\n1 Betrag in Euro"
    assert note_to_cell(text, Span(0, 20)) == ""
