"""Footnotes stand behind the sentence that names them."""

from typing import Any

import pytest

from apps.documents.parsing.page_parts.insert_footnotes_after_sentences import insert_footnotes
from tests.documents.parsing.pdf.test_read_pdf import text_of

FILL = "Der Antrag ist schriftlich bei der Behörde zu stellen und vollständig zu begründen."


def noted(page: Any, words: str, mark: str, rest: str, y: float) -> None:
    """A line with a raised mark."""
    page.insert_text((72, y), words, fontsize=11)
    page.insert_text((right_of(page, y), y - 4), mark, fontsize=6.5)
    page.insert_text((right_of(page, y), y), rest, fontsize=11)


def right_of(page: Any, y: float) -> float:
    """Where the line ends so far."""
    return float(max(word[2] for word in page.get_text("words") if abs(word[3] - y) < 8))


def note(page: Any, mark: str, text: str, y: float) -> None:
    page.insert_text((72, y - 3), mark, fontsize=5)
    page.insert_text((76, y), text, fontsize=8.5)


def test_a_note_stands_behind_its_sentence() -> None:
    def draw(page: Any) -> None:
        noted(page, "Die Gebühr beträgt 30 Euro im Jahr.", "1", " Sie wird im Mai fällig.", 100)
        for line in range(4):
            page.insert_text((72, 130 + 14 * line), FILL, fontsize=11)
        page.draw_line((72, 720), (200, 720))
        note(page, "1", "Für Studierende beträgt sie die Hälfte, wenn sie eine Bescheinigung", 735)
        page.insert_text((72, 746), "der Hochschule vorlegen.", fontsize=8.5)

    text = text_of(draw)
    told = (
        "Die Gebühr beträgt 30 Euro im Jahr. (1: Für Studierende beträgt sie die Hälfte, wenn sie eine Bescheinigung "
        "der Hochschule vorlegen.) Sie wird im Mai fällig."
    )
    assert text.startswith(told)
    assert text.count("Studierende") == 1


def test_notes_of_several_sentences() -> None:
    def draw(page: Any) -> None:
        noted(page, "Die Gebühr", "1", " beträgt 30 Euro im Jahr.", 100)
        noted(page, "Sie wird im Mai", "2", " fällig und ist zu überweisen.", 114)
        for line in range(4):
            page.insert_text((72, 142 + 14 * line), FILL, fontsize=11)
        note(page, "1", "Nach der Satzung vom Vorjahr.", 735)
        note(page, "2", "Im Jahr 2027 im Juni.", 746)

    text = text_of(draw)
    assert "Die Gebühr beträgt 30 Euro im Jahr. (1: Nach der Satzung vom Vorjahr.)" in text
    assert "Sie wird im Mai fällig und ist zu überweisen. (2: Im Jahr 2027 im Juni.)" in text


def test_the_mark_of_a_note_on_another_page_is_no_part_of_its_word_and_an_exponent_stays() -> None:
    def draw(page: Any) -> None:
        noted(page, "Die Fläche beträgt 12 km", "2", " und ist bewaldet.", 100)
        noted(page, "Das Gutachten", "7", " liegt aus.", 128)
        for line in range(4):
            page.insert_text((72, 156 + 14 * line), FILL, fontsize=11)
        note(page, "2", "Nach dem Waldgesetz.", 735)

    text = text_of(draw)
    assert "12 km2 und ist bewaldet." in text
    assert "Das Gutachten liegt aus." in text
    assert text.endswith("2 Nach dem Waldgesetz.")


def test_below_a_short_line_notes_may_be_as_large_as_the_text() -> None:
    def draw(page: Any) -> None:
        noted(page, "Die Gebühr beträgt 30 Euro im Jahr.", "1", " Sie wird im Mai fällig.", 100)
        page.draw_line((72, 720), (200, 720))
        page.insert_text((72, 735), "1 Für Studierende die Hälfte.", fontsize=11)

    assert "30 Euro im Jahr. (1: Für Studierende die Hälfte.) Sie wird" in text_of(draw)


def test_small_roman_marks_of_endnotes_are_no_part_of_their_words() -> None:
    def draw(page: Any) -> None:
        noted(page, "Die Gebühr richtet sich nach der Satzung", "i", ".", 100)
        noted(page, "Sie beträgt 30 Euro", "ii", " im Jahr.", 128)

    assert text_of(draw) == "Die Gebühr richtet sich nach der Satzung.\n\nSie beträgt 30 Euro im Jahr."


def test_a_raised_figure_behind_another_one_is_parted_from_it() -> None:
    def draw(page: Any) -> None:
        noted(page, "Der Ausweis kostet 37", "1", " Euro.", 100)
        noted(page, "Der Bus hält um 07:28", "2)", " am Markt.", 128)
        page.insert_text((72, 152), "3", fontsize=6.5)
        noted(page, "  Der Saal kostet 120", "4", " Euro.", 156)

    text = text_of(draw)
    assert "37 (1) Euro" in text
    assert "07:28 (2) am Markt" in text
    assert "1204" not in text


def test_raised_figures_in_cells_are_no_part_of_their_values() -> None:
    def draw(page: Any) -> None:
        for place in range(4):
            page.draw_line((72, 100 + 30 * place), (372, 100 + 30 * place))
        for place in range(3):
            page.draw_line((72 + 150 * place, 100), (72 + 150 * place, 190))
        head = "Leistung<sup>*</sup>", "Euro"
        rows = (head, ("Ausweis", "420<sup>2</sup>"), ("Saal<sup>3</sup>", "80 m<sup>2</sup>"))
        for row, cells in enumerate(rows):
            for column, text in enumerate(cells):
                page.insert_htmlbox((80 + 150 * column, 104 + 30 * row, 210 + 150 * column, 129 + 30 * row), text)

    text = text_of(draw)
    assert "| Ausweis | 420 (2) |" in text
    assert "| Saal | 80 m2 |" in text
    assert "| Leistung* | Euro |" in text


def test_the_foot_of_the_page_close_below_a_note_is_no_part_of_it() -> None:
    def draw(page: Any) -> None:
        noted(page, "Das Pfand beträgt 75 Euro", "1", ". Schäden sind zu melden.", 100)
        for line in range(4):
            page.insert_text((72, 130 + 14 * line), FILL, fontsize=11)
        page.draw_line((72, 720), (200, 720))
        note(page, "1", "Bei Blockflöten entfällt das Pfand.", 735)
        page.insert_text((72, 747), "Seite 1 von Kulturamt", fontsize=11)

    text = text_of(draw)
    assert "75 Euro. (1: Bei Blockflöten entfällt das Pfand.) Schäden" in text
    assert text.endswith("Seite 1 von Kulturamt")


def test_the_note_of_a_cell_is_told_below_its_table_and_its_mark_stays_in_the_cell() -> None:
    def draw(page: Any) -> None:
        for place in range(4):
            page.draw_line((72, 100 + 30 * place), (372, 100 + 30 * place))
        for place in range(3):
            page.draw_line((72 + 150 * place, 100), (72 + 150 * place, 190))
        rows = ("Karte", "Euro"), ("Erwachsene", "4,80"), ("Jugendliche", "2,90<sup>1</sup>")
        for row, cells in enumerate(rows):
            for column, text in enumerate(cells):
                page.insert_htmlbox((80 + 150 * column, 104 + 30 * row, 210 + 150 * column, 129 + 30 * row), text)
        page.insert_text((72, 220), FILL, fontsize=11)
        page.insert_text((72, 732), "1", fontsize=5)
        page.insert_text((95, 735), "In den Ferien nur 1,50 Euro.", fontsize=8.5)

    text = text_of(draw)
    assert "| Jugendliche | 2,90 (1) |\n\n(1: In den Ferien nur 1,50 Euro.)\n\n" in text
    assert text.count("Ferien") == 1


def table_with_two_notes(*cells: str) -> str:
    """Lines of text, with a table of one column and two notes at the foot; the second is named in the text as well."""

    def draw(page: Any) -> None:
        for place in range(len(cells) + 1):
            page.draw_line((72, 100 + 30 * place), (372, 100 + 30 * place))
        for at in (72, 222, 372):
            page.draw_line((at, 100), (at, 100 + 30 * len(cells)))
        for row, text in enumerate(cells):
            page.insert_htmlbox((80, 104 + 30 * row, 210, 129 + 30 * row), f"Zeile {row}")
            page.insert_htmlbox((230, 104 + 30 * row, 360, 129 + 30 * row), text)
        noted(page, "Das Pfand beträgt 75 Euro", "2", ". Es ist bar zu zahlen.", 300)
        page.insert_text((72, 320), FILL, fontsize=11)
        for mark, text, at in (("1", "In den Ferien 1,50 Euro.", 735), ("2", "Für Flöten nicht.", 747)):
            page.insert_text((72, at - 3), mark, fontsize=5)
            page.insert_text((95, at), text, fontsize=8.5)

    return text_of(draw)


def test_powers_and_units_in_cells_are_no_marks_of_notes() -> None:
    text = table_with_two_notes("2,90<sup>1</sup>", "10<sup>2</sup>", "4 × 10<sup>1</sup>", "80 m<sup>2</sup>")
    for cell in ("2,90 (1)", "10 (2)", "4 × 10 1", "80 m2"):
        assert f" | {cell} |" in text
    assert "75 Euro. (2: Für Flöten nicht.) Es ist" in text
    assert "\n\n(2: Für Flöten nicht.)\n\n" in text


def test_a_ten_to_the_power_of_what_is_no_note() -> None:
    text = table_with_two_notes("10<sup>6</sup> Keime", "2·10<sup>2</sup> Keime", "12<sup>2</sup> Stück")
    for cell in ("10 6 Keime", "2·10 2 Keime", "12 (2) Stück"):
        assert f" | {cell} |" in text


def test_all_prices_of_a_column_keep_their_note() -> None:
    text = table_with_two_notes("10<sup>2</sup> €", "12<sup>2</sup> €", "10<sup>3</sup> €")
    for cell in ("10 (2) €", "12 (2) €", "10 (3) €"):
        assert f" | {cell} |" in text


RAISED = "{}\ue000{}\ue001{}"


@pytest.mark.parametrize("amount", ["10", "12"])
@pytest.mark.parametrize("bullet", ["• ", "* ", "- ", ""])
def test_a_bullet_is_no_factor(bullet: str, amount: str) -> None:
    told = insert_footnotes(bullet + RAISED.format(amount, "1", " Euro je Person"), {"1": "Nur mit Ausweis."})
    assert told == f"{bullet}{amount} Euro je Person (1: Nur mit Ausweis.)"


def test_each_sentence_has_the_note_that_it_names() -> None:
    text = RAISED.format("Kinder zahlen 10", "2", " Euro. ") + RAISED.format("Jugendliche zahlen 12", "2", " Euro.")
    told = "Kinder zahlen 10 Euro. (2: Mit Ausweis.) Jugendliche zahlen 12 Euro. (2: Mit Ausweis.)"
    notes = {"2": "Mit Ausweis."}
    assert insert_footnotes(text, notes) == told
    assert not notes
    assert insert_footnotes(text, {}) == "Kinder zahlen 10 (2) Euro. Jugendliche zahlen 12 (2) Euro."


@pytest.mark.parametrize("value", ["Parken 2,00 Euro/h", "300 Euro/a", "50 km/h", "1,20 Euro/ s", "5 %"])
def test_a_price_by_the_hour_names_a_note(value: str) -> None:
    def draw(page: Any) -> None:
        noted(page, f"Der Wert {value}", "1", " gilt.", 100)
        page.insert_text((72, 320), FILL, fontsize=11)
        page.insert_text((72, 732), "1", fontsize=5)
        page.insert_text((95, 735), "Im Sommer nicht.", fontsize=8.5)

    assert f"Der Wert {value} gilt. (1: Im Sommer nicht.)" in text_of(draw)


@pytest.mark.parametrize(
    ("before", "mark", "after", "told"),
    [
        ("Es sind 10", "6", " Keime je Liter.", "Es sind 10 6 Keime je Liter."),
        ("Es sind 2·10", "3", " Keime.", "Es sind 2·10 3 Keime."),
        ("Der Platz kostet 10", "2", " Euro.", "Der Platz kostet 10 (2) Euro."),
        ("Es sind 10", "2", " Werktage.", "Es sind 10 (2) Werktage."),
        ("Der Platz kostet 45", "2", " Euro.", "Der Platz kostet 45 (2) Euro."),
    ],
)
def test_raised_figures_of_sentences(before: str, mark: str, after: str, told: str) -> None:
    assert text_of(lambda page: noted(page, before, mark, after, 100)) == told


def test_a_ten_in_a_sentence_has_the_note_of_its_page() -> None:
    def draw(page: Any) -> None:
        noted(page, "Es gibt 10", "2", " Stück.", 100)
        page.insert_text((72, 320), FILL, fontsize=11)
        page.insert_text((72, 732), "2", fontsize=5)
        page.insert_text((95, 735), "Im Sommer nicht.", fontsize=8.5)

    assert "Es gibt 10 Stück. (2: Im Sommer nicht.)" in text_of(draw)


def test_a_price_of_ten_keeps_its_note() -> None:
    assert " | 10 (1) |\n\n(1: In den Ferien" in table_with_two_notes("Euro", "10<sup>1</sup>")


@pytest.mark.parametrize("value", ["80m", "7 Nm", "3 hm", "9 m/s"])
def test_a_unit_in_a_sentence_names_no_note(value: str) -> None:
    def draw(page: Any) -> None:
        noted(page, f"Der Wert {value}", "2", " gilt.", 100)
        noted(page, "Das Pfand beträgt 75 Euro", "2", ".", 150)
        page.insert_text((72, 320), FILL, fontsize=11)
        page.insert_text((72, 732), "2", fontsize=5)
        page.insert_text((95, 735), "Für Flöten nicht.", fontsize=8.5)

    text = text_of(draw)
    assert f"Der Wert {value}2 gilt." in text
    assert "75 Euro. (2: Für Flöten nicht.)" in text


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("Der Platz kostet 45² Euro.", "Der Platz kostet 45 (2) Euro."),
        ("Der Platz kostet 45¹,² Euro.", "Der Platz kostet 45 (1,2) Euro."),
        ("Der Platz kostet 45¹ ² Euro.", "Der Platz kostet 45 (1 2) Euro."),
        ("Die Gebühr³ beträgt 30 Euro.", "Die Gebühr beträgt 30 Euro."),
        ("Es sind 2·10³ Keime.", "Es sind 2·10 3 Keime."),
        ("Montags ab 9¹³ bis 12²³ Uhr.", "Montags ab 9:13 bis 12:23 Uhr."),
        ("Raum 12¹³, 14 Uhr.", "Raum 12 (13), 14 Uhr."),
        ("Die Fläche ist 60 m² groß, das Becken 30 m³.", "Die Fläche ist 60 m2 groß, das Becken 30 m3."),
        ("Die Fläche ist 60 m ² groß.", "Die Fläche ist 60 m2 groß."),
        ("Die Miete je m²/Jahr und der Chi²-Test.", "Die Miete je m2/Jahr und der Chi2-Test."),
        ("¹Der Antrag ist frei. ²Er ist zu stellen.", "1Der Antrag ist frei. 2Er ist zu stellen."),
    ],
)
def test_figures_that_are_raised_by_their_own_characters(printed: str, told: str) -> None:
    assert text_of(lambda page: page.insert_text((72, 100), printed, fontsize=11)) == told


@pytest.mark.parametrize("gap", [0.0, 1.5, 3.0])
def test_a_raised_2_a_little_apart_is_part_of_its_unit(gap: float) -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), "Die Fläche beträgt 60 m", fontsize=11)
        page.insert_text((right_of(page, 100) + gap, 96), "2", fontsize=6.5)

    assert text_of(draw) == "Die Fläche beträgt 60 m2"


def test_several_raised_marks_of_a_figure_are_no_part_of_it() -> None:
    assert text_of(lambda page: noted(page, "Der Platz kostet 45", "1,2", " Euro.", 100)) == (
        "Der Platz kostet 45 (1,2) Euro."
    )


def test_the_note_of_a_mark_of_its_own_character_stands_behind_its_sentence() -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 100), "Die Gebühr¹ beträgt 30 Euro im Jahr. Sie wird im Mai fällig.", fontsize=11)
        for line in range(4):
            page.insert_text((72, 130 + 14 * line), FILL, fontsize=11)
        page.insert_text((72, 735), "¹ Für Studierende die Hälfte.", fontsize=8.5)

    assert "Die Gebühr beträgt 30 Euro im Jahr. (1: Für Studierende die Hälfte.) Sie wird" in text_of(draw)


def test_figures_of_cells_that_are_raised_by_their_own_characters() -> None:
    text = table_with_two_notes("2,90¹", "45³ €", "60 m²", "70 m ²", "Ausweis¹")
    for cell in ("2,90 (1)", "45 (3) €", "60 m2", "70 m2", "Ausweis (1)"):
        assert f" | {cell} |" in text


def test_raised_figures_of_cells_that_stand_apart_or_in_lists() -> None:
    text = table_with_two_notes("90 m <sup>2</sup>", "37<sup>1,2</sup>")
    for cell in ("90 m2", "37 (1,2)"):
        assert f" | {cell} |" in text


@pytest.mark.parametrize(("mark", "time"), [("30", "8:30"), ("3", "8 (3)")])
def test_raised_minutes_are_told_with_a_colon(mark: str, time: str) -> None:
    told = text_of(lambda page: noted(page, "Das Amt öffnet um 8", mark, " Uhr.", 100))
    assert told == f"Das Amt öffnet um {time} Uhr."


def test_raised_minutes_in_cells_are_told_with_a_colon() -> None:
    text = table_with_two_notes("8<sup>00</sup> – 12<sup>30</sup> Uhr", "9¹³ bis 12 Uhr", "9<sup>10</sup> Euro")
    for cell in ("8:00 – 12:30 Uhr", "9:13 bis 12 Uhr", "9 (10) Euro"):
        assert f" | {cell} |" in text
