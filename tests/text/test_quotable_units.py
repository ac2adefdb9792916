"""Units that can be quoted."""

import pytest

from apps.text.quotable_units import quotable_units
from tests.processor_time import at_most


def test_lists_headings_and_tables_are_units_of_their_own() -> None:
    found = quotable_units(
        "# Gebühren\n\nEs gilt:\n\n- erstens\n- zweitens\n\n| Leistung | Euro |\n|---|---|\n| Pass | 60,00 |\n\nEnde."
    )
    assert [unit.quote for unit in found] == ["Es gilt:", "erstens", "zweitens", "Pass 60,00", "Ende."]
    assert found[3].shown == "Leistung: Pass; Euro: 60,00"
    assert {unit.lead for unit in found} == {"Gebühren"}


@pytest.mark.parametrize("mark", ["(2)", "(3a)", "a)", "2.2", "1.10.3", "4."])
def test_marks_of_paragraphs_are_no_part_of_their_sentence(mark: str) -> None:
    assert [unit.quote for unit in quotable_units(f"{mark} Die Frist beträgt vier Wochen.")] == [
        "Die Frist beträgt vier Wochen."
    ]


@pytest.mark.parametrize("text", ["10.15 Uhr beginnt die Sitzung.", "1.200 Euro sind fällig.", "2.5 Millionen fehlen."])
def test_numbers_that_say_something_stay(text: str) -> None:
    assert [unit.quote for unit in quotable_units(text)] == [text]


@pytest.mark.parametrize(
    "date", ["vom\n3. bis zum 17. August 2026", "am\n3. Mai", "vom\n\n3. bis zum 17. August", "bis zum\n17. August"]
)
def test_a_day_at_the_beginning_of_a_line_is_no_number_of_a_list(date: str) -> None:
    assert [unit.shown for unit in quotable_units(f"Die Sperrung gilt {date}.")] == [
        f"Die Sperrung gilt {date}.".replace("\n\n", " ").replace("\n", " ")
    ]


def test_a_list_that_begins_in_a_sentence_stays_a_list() -> None:
    found = quotable_units("Die Frist beginnt ab\n1. dem Tag der Zustellung und\n2. dem Tag der Bekanntgabe.")
    assert [unit.mark for unit in found] == ["", "1.", "2."]


def test_a_question_in_the_text_leads_its_answer() -> None:
    question, answer, more = quotable_units("Wie hoch ist sie?\n\nSie beträgt drei Euro. Mehr nicht.")
    assert question.is_question
    assert (answer.lead, answer.follows_lead) == ("Wie hoch ist sie?", True)
    assert (more.lead, more.follows_lead) == ("Wie hoch ist sie?", False)


def test_escaped_bars_are_part_of_their_cell() -> None:
    (row,) = quotable_units("| Amt | Raum | Telefon |\n|---|---|---|\n| Bau \\| Planung | Nord\\\\ | 12 |")
    assert row.cells == (("Amt", "Bau | Planung"), ("Raum", "Nord\\"), ("Telefon", "12"))


def test_an_empty_first_cell_keeps_its_column() -> None:
    (row,) = quotable_units("| Leistung | Frist | Gebühr |\n|---|---|---|\n|| vier Wochen | 5,00 |")
    assert row.cells == (("Frist", "vier Wochen"), ("Gebühr", "5,00"))
    assert row.columns == ("Leistung", "Frist", "Gebühr")


def test_a_row_with_more_cells_than_names_is_left_out() -> None:
    found = quotable_units("| Leistung | Gebühr |\n|---|---|\n| Pass | 60,00 | 30,00 |\n| Karte | 37,00 | |")
    assert [unit.quote for unit in found] == ["Karte 37,00"]


@pytest.mark.parametrize(("text", "mark"), [("2. zweitens", "2."), ("a) erstens", "a)"), ("- ein Punkt", "")])
def test_a_unit_knows_the_number_before_it(text: str, mark: str) -> None:
    assert quotable_units(text)[0].mark == mark


def test_rows_without_a_first_cell_begin_with_the_row_of_a_first_cell_alone_above_them() -> None:
    rows = [
        "Raum | Dauer | Preis",
        "--- | --- | ---",
        "**Dorfhaus** | |",
        " | Tag | 75 €",
        "Aula | Tag | 150 €",
        " | Stunde | 20 €",
    ]
    table = "\n".join(f"| {row} |" for row in rows)
    group, by_day, hall, by_hour = quotable_units(table)
    assert (by_day.cells[0], by_day.quote, by_day.lead_proof) == (("Raum", "**Dorfhaus**"), "Tag 75 €", "**Dorfhaus**")
    assert (group.lead_proof, hall.lead_proof, by_hour.lead_proof) == ("", "", "")


@pytest.mark.parametrize(
    "bars", ["|", "||", "| |", "|\n|", "| a |\n|\n| b |", "|\n| a |", "| |\n| a | b |\n| | |", "|\n|---|\n||"]
)
def test_bars_without_cells_break_nothing(bars: str) -> None:
    first, *_ = quotable_units(f"Vorher steht ein Satz.\n\n{bars}\n\nDanach steht ein Satz.")
    assert first.quote == "Vorher steht ein Satz."


def test_what_is_struck_as_a_whole_is_no_unit() -> None:
    struck = "[gestrichen: Ein Anspruch besteht nicht.] [gestrichen: Nur heute.]"
    row = "| [gestrichen: A 13] | [gestrichen: 16 Stunden] |"
    text = f"Es kostet [gestrichen: 40 Euro] 55 Euro. {struck}\n\n| Stufe | Dauer |\n| --- | --- |\n{row}\n"
    assert [unit.quote for unit in quotable_units(text)] == ["Es kostet [gestrichen: 40 Euro] 55 Euro."]


def test_a_sentence_with_struck_words_is_none_beside_the_same_in_force() -> None:
    found = quotable_units("Es kostet [gestrichen: 40 Euro] 55 Euro.\n\nEs kostet 55 Euro.")
    assert [unit.quote for unit in found] == ["Es kostet 55 Euro."]


def test_a_price_that_is_struck_is_told_nobody() -> None:
    rows = "| Baden | 3 Euro | [gestrichen: täglich] |\n| Zelten | [gestrichen: 9 Euro] | |"
    table = f"| Leistung | Gebühr | Wann |\n| --- | --- | --- |\n{rows}"
    (row,) = quotable_units(f"Das Zelten kostet [gestrichen: 9 Euro].\n\n{table}")
    assert row.shown == "Leistung: Baden; Gebühr: 3 Euro"
    assert row.quote == "Baden 3 Euro [gestrichen: täglich]"


def test_a_mark_that_its_paragraph_does_not_close_strikes_nothing() -> None:
    text = "Geschwärzt ist [gestrichen: der Name.\n\nDie Gebühr beträgt 9 Euro [1]."
    assert [unit.quote for unit in quotable_units(text)] == [
        "Geschwärzt ist [gestrichen: der Name.",
        "Die Gebühr beträgt 9 Euro [1].",
    ]


@pytest.mark.parametrize("part", ["[gestrichen: ", "[gestrichen: a [x ", "[gestrichen: a [x] [", "[gestrichen: \n \t"])
def test_marks_that_are_never_closed_are_read_at_once(part: str) -> None:
    with at_most(5):
        quotable_units(part * 10_000)


def test_numbered_rows_begin_with_the_name_of_their_section() -> None:
    table = (
        "| Nr. | Leistung | Gebühr |",
        "|---|---|---|",
        "| 1 | Grabnutzung | |",
        "| 1.1 | Urnengrab, 30 Jahre | 1.650 € |",
        "| **2.** | **Verlängerung** | |",
        "| 2.1 | Urnengrab, je Jahr | 55 € |",
        "| 3 | Sonstiges | 10 € |",
    )
    names = [dict(row.cells)["Leistung"] for row in quotable_units("\n".join(table)) if len(row.cells) > 2]
    assert names == ["Grabnutzung, Urnengrab, 30 Jahre", "Verlängerung, Urnengrab, je Jahr", "Sonstiges"]


def test_the_first_row_of_a_table_that_goes_on_from_the_page_before_is_no_head() -> None:
    rows = quotable_units("| 9.3 | Bescheinigung | 21 € |\n|---|---|---|\n| 9.4 | Scan | 5 € |\n| 9.5 | Kopie | 1 € |")
    assert [row.quote for row in rows] == ["9.3 Bescheinigung 21 €", "9.4 Scan 5 €", "9.5 Kopie 1 €"]
    assert rows[1].shown == "9.4; Scan; 5 €"
