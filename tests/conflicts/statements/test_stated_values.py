"""Values that sentences state."""

import pytest

from apps.conflicts.statements.stated_values import stated_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Sie erreichen uns unter (0 71 31) 55 66-0.", [("phone", "0713155660")]),
        ("Ring us on +44 1632 960 111.", [("phone", "01632960111")]),
        ("Fax: 07131 5566-77", []),
        ("Das Amt finden Sie in der Lindenstr. 12a.", [("address", "lindenstr12a")]),
        ("Visit us at 14 Mill Lane.", [("address", "14milllane")]),
        ("Die Ausgabe ist in Zimmer 204.", [("room", "204")]),
        ("Die Karte kostet 1.234,50 Euro.", [("money", 1234.5)]),
        ("A copy costs £1,250.", [("money", 1250.0)]),
        ("Das kostet 1.234 567,89 Euro.", [("money", 1234567.89)]),
        ("It costs £1.234.567 in all.", [("money", 1_234_567.0)]),
        ("Der Eintritt ist umsonst.", [("money", 0.0)]),
        ("Die Sanierung kostete 3 Millionen Euro.", []),
        ("Der Antrag ist binnen sechs Wochen zu stellen.", [("period", 42.0)]),
        ("Die Frist beträgt einen Monat.", [("period", 30.4)]),
        ("Anmeldungen nehmen wir bis zum 3. Mai entgegen.", [("day", "5-3")]),
        ("Applications close by 14 June.", [("day", "6-14")]),
        ("Am 3. Mai feiern wir.", []),
        ("Teilnehmen kann, wer mindestens zwölf Jahre alt ist.", [("age", "12")]),
        ("Open to children aged 8 to 12.", [("age", "8-12")]),
        ("Die Gemeinde trägt 12,5 Prozent der Kosten.", [("number", 12.5)]),
        ("Das gilt ab dem 18. Geburtstag.", [("age", "18")]),
    ],
)
def test_values(text: str, values: list[tuple[str, str | float]]) -> None:
    assert [(value.kind, value.value) for value in stated_values(text)] == values
