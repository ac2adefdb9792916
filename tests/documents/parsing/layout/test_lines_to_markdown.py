"""Lines of a page as Markdown."""

import pytest

from apps.documents.parsing.layout.lines_to_markdown import lines_to_markdown
from apps.documents.parsing.layout.reading_order import TextLine, merge_rows


def markdown(*texts: str) -> str:
    lines = [
        TextLine(text, 72, 80 + 14 * number, 72 + 5 * len(text), 90 + 14 * number, 10, bold=False, block=0)
        for number, text in enumerate(texts)
    ]
    return lines_to_markdown(lines, 10, [])


@pytest.mark.parametrize("sign", ["•", "■", "❖", "❑"])
def test_a_sign_before_a_line_makes_it_an_item(sign: str) -> None:
    assert markdown(f"{sign} der Antrag", f"{sign} der Nachweis") == "- der Antrag\n- der Nachweis"


def test_a_box_keeps_its_sign_and_a_paragraph_of_its_own() -> None:
    assert markdown("☒ der Hort", "☐ die Mensa") == "☒ der Hort\n\n☐ die Mensa"


@pytest.mark.parametrize("below", [[], [TextLine("Ein Satz darunter.", 72, 300, 160, 310, 10, bold=False, block=0)]])
def test_tables_without_a_line_between_them_keep_their_order(below: list[TextLine]) -> None:
    text = lines_to_markdown(below, 10, [((72, 100, 200, 150), "| eins |"), ((72, 200, 200, 250), "| zwei |")])
    assert text.startswith("| eins |\n\n| zwei |")


def line(x: float, row: int, text: str) -> TextLine:
    return TextLine(text, x, 80 + 14 * row, x + 5 * len(text), 90 + 14 * row, 10, bold=False, block=0)


def side_by_side(*rows: tuple[str, str], below: TextLine) -> str:
    lines = [line(x, row, text) for row, both in enumerate(rows) for x, text in zip((72, 300), both, strict=True)]
    return lines_to_markdown(merge_rows([*lines, below]), 10, [])


def test_rows_of_what_stands_side_by_side_are_told_apart() -> None:
    text = side_by_side(
        ("Ort des Termins", "Gebühr"), ("Schiff", "420 Euro"), below=line(72, 2, "Danach gilt die Satzung.")
    )
    assert text == "Ort des Termins Gebühr\n\nSchiff 420 Euro\n\nDanach gilt die Satzung."


@pytest.mark.parametrize("below", [line(300, 1, "Rathaus am Markt"), line(72, 1, "dem Hafen")])
def test_a_row_goes_on_in_its_last_cell_and_in_a_sentence(below: TextLine) -> None:
    text = side_by_side(("Wir heiraten auf", "Schiff und im"), below=below)
    assert text == f"Wir heiraten auf Schiff und im {below.text}"


def test_a_marker_far_before_its_paragraph_makes_no_row() -> None:
    text = side_by_side(
        ("(12)", "Die Gebühr ist vor dem Termin zu zahlen, und zwar an die"), below=line(72, 1, "Kasse.")
    )
    assert text.endswith("an die Kasse.")


def test_rows_side_by_side_are_told_apart_also_where_labels_are_in_small_letters() -> None:
    text = side_by_side(("erster Hund", "90 Euro"), ("zweiter Hund", "120 Euro"), below=line(72, 3, "Ende der Liste."))
    assert text.split("\n\n")[:2] == ["erster Hund 90 Euro", "zweiter Hund 120 Euro"]


PRICES = "| Karte | Preis |\n| --- | --- |\n| Erwachsene | 5,00 Euro* |\n| Kinder | 2,50 Euro** |"


def below_prices(*texts: str) -> str:
    lines = [line(72, 20 + 2 * row, text) for row, text in enumerate(texts)]
    return lines_to_markdown(lines, 10, [((72, 20, 300, 40), PRICES)]).removeprefix(PRICES).strip()


def test_a_note_below_a_table_keeps_the_stars_by_which_a_cell_names_it() -> None:
    told = below_prices("* In den Ferien 4,00 Euro.", "** Unter 6 Jahren frei.", "Montags ist geschlossen.")
    assert told == "(*: In den Ferien 4,00 Euro.)\n\n(**: Unter 6 Jahren frei.)\n\nMontags ist geschlossen."


def test_items_with_stars_and_gender_stars_are_no_notes() -> None:
    assert below_prices("* Hunde", "* Katzen") == "- Hunde\n- Katzen"
    assert lines_to_markdown([line(72, 0, "Bürger*innen zahlen."), line(72, 2, "* Hunde")], 10, []).endswith("- Hunde")


@pytest.mark.parametrize(("last", "parts"), [("meldet sich bis zum", 1), ("meldet sich.", 2), ("Wahlbezirke", 2)])
def test_a_day_at_the_top_of_a_column_goes_on_with_its_sentence(last: str, parts: int) -> None:
    lines = [line(72, 20, "Wer nichts erhalten hat,"), line(72, 21, last), line(300, 5, "29. Mai beim Wahlamt.")]
    assert len(lines_to_markdown(lines, 10, []).split("\n\n")) == parts


def test_a_sentence_in_print_somewhat_larger_than_most_letters_is_no_heading() -> None:
    texts = "Es gelten die folgenden Entgelte.", "Entgelte des Hallenbades"
    lines = [
        TextLine(text, 72, 80 + 60 * row, 300, 92 + 60 * row, 12, bold=False, block=row)
        for row, text in enumerate(texts)
    ]
    assert lines_to_markdown(lines, 10, []) == "Es gelten die folgenden Entgelte.\n\n### Entgelte des Hallenbades"


MARK = "\ue0001\ue001"


@pytest.mark.parametrize(
    ("text", "is_heading"),
    [
        ("Welche Unterlagen muss ich mitbringen?", True),
        ("Wo kann ich meinen Hund anmelden?", True),
        ("1. Wann muss ich den Antrag stellen?", True),
        ("Das sollten Sie unbedingt beachten!", True),
        (f"Entgelte für die Benutzung des Bades{MARK}", True),
        (f"Es gelten die folgenden Entgelte{MARK}.", False),
        (f"Es gelten die folgenden Entgelte.{MARK}", False),
        ("Der Eintritt ist sonntags frei. Kommen Sie vorbei!", False),
        ("Der Eintritt ist sonntags frei. Haben Sie Fragen?", False),
    ],
)
def test_a_question_or_a_call_in_larger_print_is_a_heading_alone(text: str, is_heading: bool) -> None:
    larger = TextLine(text, 72, 80, 300, 94, 14, bold=False, block=0)
    assert lines_to_markdown([larger], 11, []) == (f"## {text}" if is_heading else text)
