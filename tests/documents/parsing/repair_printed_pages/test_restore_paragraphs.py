"""Printed text gets the paragraphs of its file where print has mixed them or run them together, and only there."""

import pytest

from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.restore_paragraphs import restore_paragraphs
from apps.documents.parsing.types import ParsedPage
from tests.processor_time import at_most

BEFORE, AFTER = "Das Merkblatt gilt ab Mai.", "Der Widerspruch ist binnen eines Monats einzulegen."


def page(*own: SourceParagraph | str, printed: str, page: int = 0) -> str:
    """What becomes of a page, between two paragraphs that are printed as they stand."""
    around = [SourceParagraph(BEFORE, page), *(own_of(each, page) for each in own), SourceParagraph(AFTER, page)]
    (made,) = restore_paragraphs([ParsedPage(1, f"{BEFORE}\n\n{printed}\n\n{AFTER}")], around)
    return made.text.removeprefix(f"{BEFORE}\n\n").removesuffix(f"\n\n{AFTER}")


def own_of(given: SourceParagraph | str, page: int) -> SourceParagraph:
    return SourceParagraph(given, page) if isinstance(given, str) else given


FLOWING = "Wohngeld ist ein Zuschuss zu den Wohnkosten. Sie erhalten es nur auf Antrag."
BESIDE = (
    "Wohngeld ist ein Zuschuss zu den Zeiten der Stelle:\n\n"
    "Wohnkosten. Sie erhalten es nur auf Montag 8 bis 12 Uhr\n\nAntrag."
)


def test_lines_of_a_box_beside_a_text_are_told_from_it() -> None:
    own = [FLOWING, "Zeiten der Stelle:", "Montag 8 bis 12 Uhr"]
    assert page(*own, printed=BESIDE) == "\n\n".join(own)


def test_what_a_box_has_no_room_for_stands_in_its_place() -> None:
    own = [FLOWING, "Zeiten der Stelle:", "Montag 8 bis 12 Uhr", "Dienstag zu"]
    assert page(*own, printed=BESIDE) == "\n\n".join(own)


def test_boxes_side_by_side_are_paragraphs_of_their_own() -> None:
    own = ["Referat 11 Haushalt", "Herr Kunze", "Referat 12 Personal", "Frau Lindner"]
    assert page(*own, printed=" ".join(own), page=1) == "\n\n".join(own)


def test_entries_of_a_list_that_print_runs_together_are_parted_at_small_letters_too() -> None:
    own = [SourceParagraph("Kinder", apart=True), SourceParagraph("bis zum 6. Lebensjahr ohne Nachweis", apart=True)]
    assert (
        page(*own, printed="Kinder bis zum 6. Lebensjahr ohne Nachweis")
        == "Kinder\n\nbis zum 6. Lebensjahr ohne Nachweis"
    )


@pytest.mark.parametrize(
    ("own", "printed"),
    [
        (["Die Gebühr beträgt für", "Kinder fünf Euro."], "Die Gebühr beträgt für Kinder fünf Euro."),
        (["Die Gebühr ist vor", "der Trauung zu zahlen."], "Die Gebühr ist vor der Trauung zu zahlen."),
        (["Montag zu", "Dienstag 8 Uhr"], "- Montag zu\n- Dienstag 8 Uhr"),
        (["Montag zu", "Dienstag 8 Uhr"], "| Montag zu | Dienstag 8 Uhr |"),
        (["Montag zu", "Dienstag 8 Uhr"], "# Montag zu Dienstag 8 Uhr"),
        (["Montag zu", "Dienstag 8 Uhr"], "Montag zu Dienstag 9 Uhr"),
        (["# Montag", "Dienstag"], "# Montag Dienstag"),
        ([SourceParagraph("Telefon:", cell=True), SourceParagraph("0335 1", cell=True)], "Telefon: 0335 1"),
    ],
    ids=["noun", "small", "list", "table", "heading", "other letters", "mark of a heading", "cells"],
)
def test_what_is_no_run_of_paragraphs_stays(own: list[SourceParagraph | str], printed: str) -> None:
    assert page(*own, printed=printed) == printed


def test_a_heading_that_is_torn_from_its_paragraph_is_put_back() -> None:
    own = ["Frau Beispiel", "Ihr Antrag auf einen Ausweis vom 20. April"]
    assert page(*own, printed="Frau Ihr Antrag auf Beispiel\n\n### einen Ausweis vom 20. April") == "\n\n".join(own)


def test_a_heading_between_mixed_lines_stays_one() -> None:
    own = ["Frau Beispiel", "Telefon 1", "Gebühren", "Herr Muster", "Telefon 2"]
    printed = "Frau Telefon Beispiel 1\n\n## Gebühren\n\nHerr Telefon Muster 2"
    around = [SourceParagraph(each) for each in (BEFORE, *own, AFTER, "Gebühren")]
    (made,) = restore_paragraphs([ParsedPage(1, f"{BEFORE}\n\n{printed}\n\n{AFTER}\n\n## Gebühren")], around)
    assert "Telefon 1\n\n## Gebühren\n\nHerr Muster" in made.text


def test_the_head_of_a_page_that_the_file_keeps_apart_stays_above() -> None:
    own = [SourceParagraph(each) for each in ("Frau Beispiel", "Telefon: 123", BEFORE)]
    printed = ParsedPage(1, f"Stadt Musterhausen\n\nFrau Telefon: Beispiel 123\n\n{BEFORE}")
    (made,) = restore_paragraphs([printed], own)
    assert made.text == f"Stadt Musterhausen\n\nFrau Beispiel\n\nTelefon: 123\n\n{BEFORE}"


@pytest.mark.parametrize("ends_each_line", [True, False])
def test_a_long_paragraph_is_a_line_only_where_the_writer_has_no_longer_ones(ends_each_line: bool) -> None:
    own = ["Frau Adler, Herr Brandt, Frau Celik, Herr Doktor Ernst und Frau Fuchs", "Entschuldigt fehlt Herr Groß"]
    more = BEFORE if ends_each_line else BEFORE * 5
    around = [SourceParagraph(each) for each in (more, *own, AFTER)]
    (made,) = restore_paragraphs([ParsedPage(1, f"{more}\n\n{' '.join(own)}\n\n{AFTER}")], around)
    assert ("\n\n".join(own) in made.text) is not ends_each_line


def test_what_a_page_lacks_of_a_paragraph_over_two_pages_is_not_lost() -> None:
    long = "Bis zum Tag der Zahlung sind Sie verpflichtet, den Betrag in Höhe der Rate zu zahlen."
    printed = [ParsedPage(1, f"{BEFORE}\n\n{long[:24]}"), ParsedPage(2, f"{long[24:]}\n\n{AFTER}")]
    assert restore_paragraphs(printed, [SourceParagraph(each) for each in (BEFORE, long, AFTER)]) == printed


def test_the_body_moves_with_what_is_replaced() -> None:
    text = f"Kopf\n\n{BEFORE}\n\nMontag zu Dienstag 8 Uhr\n\nSeite 1"
    own = [SourceParagraph(each) for each in (BEFORE, "Montag zu", "Dienstag 8 Uhr")]
    (made,) = restore_paragraphs([ParsedPage(1, text, body=(6, len(text) - 9))], own)
    assert made.body_text == f"{BEFORE}\n\nMontag zu\n\nDienstag 8 Uhr"
    assert made.text == f"Kopf\n\n{made.body_text}\n\nSeite 1"


def test_thousands_of_paragraphs_take_time_linear_to_them() -> None:
    own = [SourceParagraph(f"Satz {number} der Satzung {'gilt ' * (number % 5)}immer.") for number in range(20_000)]
    printed = [
        ParsedPage(1, " ".join(each.text for each in own)),
        ParsedPage(2, "\n\n".join(o.text for o in own[::-1])),
    ]
    with at_most(5):
        restore_paragraphs(printed, own)


LAID_OUT = ("Die Frist beträgt drei Jahre und kann verlängert werden.", "Die Gebühr ist binnen eines Monats zu zahlen.")
ROWS = "| Anschrift | Zeiten |\n| --- | --- |\n| Markt 1 | Mo 8 Uhr |"
PRINTED = (
    "| Die Frist beträgt drei | Die Gebühr ist binnen |\n| --- | --- |\n| Jahre und kann verlängert | eines Monats zu |"
    "\n| werden. | zahlen. |\n| Anschrift | Zeiten |\n| Markt 1 | Mo 8 Uhr |"
)


def test_tables_without_lines_are_what_the_file_says_they_are() -> None:
    """Print had made one table of a text in two columns and the table of values below it."""
    own = [
        SourceParagraph(LAID_OUT[0], cell=True, table=LAID_OUT), SourceParagraph(LAID_OUT[1], cell=True),
        SourceParagraph("Anschrift", cell=True, table=(ROWS,)),
        *(SourceParagraph(text, cell=True) for text in ("Zeiten", "Markt 1", "Mo 8 Uhr")),
    ]  # fmt: skip
    assert page(*own, printed=PRINTED) == "\n\n".join([*LAID_OUT, ROWS])
    assert page(*own, printed=PRINTED.replace("zahlen", "bezahlen")) == PRINTED.replace("zahlen", "bezahlen")


def test_a_table_with_lines_stays_as_it_is_printed() -> None:
    own = [SourceParagraph(text, cell=True) for text in LAID_OUT]
    assert page(*own, printed=PRINTED) == PRINTED
    assert page(*LAID_OUT, printed=f"| {LAID_OUT[0]} | {LAID_OUT[1]} |") == f"| {LAID_OUT[0]} | {LAID_OUT[1]} |"


def test_words_that_no_page_shows_do_not_come_with_a_table_without_lines() -> None:
    own = SourceParagraph(LAID_OUT[0], cell=True, table=(*LAID_OUT, "Weiß auf weiß."))
    assert "Weiß" not in page(own, printed=" ".join(LAID_OUT))


TWO_BOXES = ["Die Beckenabdeckung spart 62 MWh im Jahr.", "Die neue Lüftung kostet 148.000 Euro."]
TORN = "| Die Beckenabdeckung | Die neue Lüftung |\n| --- | --- |\n| spart 62 MWh im Jahr. | kostet 148.000 Euro. |"


def test_boxes_that_look_like_a_table_are_text_where_the_file_has_no_table() -> None:
    assert page(*TWO_BOXES, printed=TORN, page=1) == "\n\n".join(TWO_BOXES)


@pytest.mark.parametrize("cell", [True, None])
def test_they_stay_where_the_file_has_a_table_or_does_not_tell(cell: bool | None) -> None:
    own = [*(SourceParagraph(text, 1) for text in TWO_BOXES), SourceParagraph("Jahr", 1, cell=cell)]
    assert page(*own, printed=TORN, page=1) == TORN
