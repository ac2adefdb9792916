"""Rows of tables as lines with several cells: a row may stand anywhere, its cells stay together."""

from apps.text.entailment import derive

ROWS = "Leistung: für Personen über 10 Jahre; Gebühr: 890,00 €\nLeistung: für Kinder unter 10 Jahre; Gebühr: 410,00 €"
LONG_ROWS = (
    "Öffentliche Leistung: Einfache Meldebescheinigung für Einwohner; Gebühr: 9,00 € je Vorgang\n"
    "Öffentliche Leistung: Erweiterte Meldebescheinigung; Gebühr: 11,00 € je Vorgang"
)


def test_a_cell_of_another_row_is_not_proved() -> None:
    exchanged = (
        "Leistung: für Personen über 10 Jahre; Gebühr: 410,00 €\nLeistung: für Kinder unter 10 Jahre; Gebühr: 890,00 €"
    )
    assert not derive(exchanged, [ROWS]).proved
    assert not derive("Leistung: für Personen über 10 Jahre; Gebühr: 410,00 €", [ROWS]).proved


def test_rows_may_stand_in_another_order() -> None:
    for rows in (ROWS, LONG_ROWS):
        first, second = rows.split("\n")
        assert derive(f"{second}\n{first}", [rows]).proved
        assert derive(second, [rows]).proved
