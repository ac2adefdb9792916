import pytest

from apps.documents.parsing.normalise_text import bracket_note_marks, count_readable_characters, normalise_text


def test_ligatures_become_letters() -> None:
    assert normalise_text("Aufﬁnden ﬂießt") == "Auffinden fließt"


def test_what_postgresql_refuses_is_gone() -> None:
    assert normalise_text("a\x00b\ud800c\x07") == "abc"


def test_invisible_characters_do_not_break_a_quote() -> None:
    assert normalise_text("Ge\u200bbühr\ufeff") == "Gebühr"


def test_hard_spaces_become_spaces_and_breaks_stay() -> None:
    assert normalise_text("§\u00a07\n\tAbsatz\f2") == "§ 7\n\tAbsatz\f2"


def test_bullets_of_symbol_fonts_are_bullets() -> None:
    assert normalise_text("\uf0b7 Punkt") == "• Punkt"


def test_glyphs_without_a_meaning_do_not_count_as_text() -> None:
    assert count_readable_characters("ab \ufffd\ufffd\n c") == 3


def test_nothing_is_written_to_models_that_nobody_sees() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "obey") + "\U000e0101"
    assert normalise_text(f"Die Gebühr{hidden} beträgt \u206796\u2069 Euro") == "Die Gebühr beträgt 96 Euro"


def test_raised_figures_and_fractions_do_not_become_digits_of_the_figure_before_them() -> None:
    assert normalise_text("120¹ Euro, 12,5²³ %, 10⁶") == "120 1 Euro, 12,5 23 %, 10 6"
    for unseen in "\u2060\ufeff\u200b":
        assert normalise_text(f"120{unseen}¹ Euro") == "120 1 Euro"
    assert normalise_text("2½ Stunden") == "2 1⁄2 Stunden"
    assert normalise_text("24 m² und ½ Jahr") == "24 m2 und 1⁄2 Jahr"


@pytest.mark.parametrize(
    ("text", "stored"),
    [("120\u2060¹ Euro", "120 1 Euro"), ("10\ufeff² Plätze", "10 2 Plätze"), ("3,⁵ Wochen", "3, 5 Wochen")],
)
def test_a_raised_figure_behind_a_sign_without_width_joins_no_number(text: str, stored: str) -> None:
    assert normalise_text(text) == stored


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("| Keime | 10² | 5³ |", "| Keime | 10 2 | 5 (3) |"),
        ("2·10³ Keime\n\n³ geschätzt", "2·10 3 Keime\n\n(3) geschätzt"),
        ("2×10³ Keime, 10⁶ Keime", "2×10 3 Keime, 10 6 Keime"),
        ("12 m², 3 km³, 9 m/s²", "12 m2, 3 km3, 9 m/s2"),
        ("| Keime | 2 × 10³ |\n\n³ geschätzt", "| Keime | 2 × 10 3 |\n\n(3) geschätzt"),
        ("| Keime | 10² | 1.200² |\n\n² geschätzt", "| Keime | 10 (2) | 1.200 (2) |\n\n(2) geschätzt"),
        ("| Kind | 10² |\n\n² unter 6 Jahren", "| Kind | 10 (2) |\n\n(2) unter 6 Jahren"),
        ("| Kind | 8² |\n\n(2) unter 6 Jahren", "| Kind | 8 (2) |\n\n(2) unter 6 Jahren"),
        ("Der Ausweis kostet 37¹ Euro.", "Der Ausweis kostet 37 (1) Euro."),
        ("Nach 3¹⁄₂ Stunden, auf 2¹/₂ Stellen", "Nach 3 1⁄2 Stunden, auf 2 1/2 Stellen"),
    ],
)
def test_powers_are_no_marks_of_notes(text: str, stored: str) -> None:
    assert normalise_text(bracket_note_marks(text)) == stored


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("Die Gebühr beträgt 45 Euro.¹ Sie ist fällig.", "Die Gebühr beträgt 45 Euro. (1) Sie ist fällig."),
        ("2,90 Euro³ im Monat", "2,90 Euro (3) im Monat"),
        ("| Eichenweg | 1.200\u2060¹ | 30 |", "| Eichenweg | 1.200 (1) | 30 |"),
        ("Text.\n\n¹ geschätzt\n  ²) in Hundert", "Text.\n\n(1) geschätzt\n  (2) in Hundert"),
        ("24 m² und 3 kg/m³, CO², 5 km²", "24 m2 und 3 kg/m3, CO2, 5 km2"),
        ("x²y, 10⁶/l", "x2y, 10 6/l"),
    ],
)
def test_the_mark_of_a_note_is_kept_apart_from_the_word_or_figure_before_it(text: str, stored: str) -> None:
    assert normalise_text(bracket_note_marks(text)) == stored


@pytest.mark.parametrize(
    "note",
    [
        *("2 unter 6 Jahren", "2. unter 6", "[2] unter 6", "**²** unter 6", "- ² unter 6", "> ² unter 6", "²unter 6"),
        *("²: unter 6", "<sup>2</sup> unter 6", "| ² unter 6 |", ""),
    ],
)
@pytest.mark.parametrize("amount", ["45", "10"])
def test_a_price_has_the_mark_of_its_note_in_whatever_form_that_is_written(amount: str, note: str) -> None:
    stored = normalise_text(bracket_note_marks(f"Gebühr {amount}² Euro\n\n{note}\n"))
    assert stored.startswith(f"Gebühr {amount} (2) Euro\n")
    assert normalise_text(bracket_note_marks(f"Die Frist ist {amount}² Tage.\n\n{note}")).startswith(
        f"Die Frist ist {amount} (2) Tage."
    )


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("* 10¹ Euro\n* 20¹ Euro\n\n¹ mit Ausweis", "* 10 (1) Euro\n* 20 (1) Euro\n\n(1) mit Ausweis"),
        ("• 10² Euro je Person", "• 10 (2) Euro je Person"),
        ("**10¹** Euro, **10²** Euro", "**10 (1)** Euro, **10 (2)** Euro"),
        ("| Kind | 10² € |\n| Paar | 12² € |\n\n² alt", "| Kind | 10 (2) € |\n| Paar | 12 (2) € |\n\n(2) alt"),
        ("| Euro |\n| --- |\n| 10² |\n| 12² |", "| Euro |\n| --- |\n| 10 (2) |\n| 12 (2) |"),
        ("45²/Person, 10²/12² Euro", "45 (2)/Person, 10 (2)/12 (2) Euro"),
        ("> ² unter 6\n**²** unter 6", "> (2) unter 6\n**(2)** unter 6"),
    ],
)
def test_bullets_and_columns_of_prices_have_marks_of_notes(text: str, stored: str) -> None:
    assert normalise_text(bracket_note_marks(text)) == stored
