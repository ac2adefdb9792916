"""At least is not at most, and before is not after."""

import pytest

from apps.chat.contradictions.reversed_bounds import reverses_statement

TURNED = [
    ("Mindestens 20 Personen müssen teilnehmen.", "Bis zu 20 Personen dürfen teilnehmen.", True),
    ("Höchstens drei Mitglieder sind nötig.", "Mindestens drei Mitglieder sind nötig.", True),
    ("Kinder über sechs Jahren zahlen nichts.", "Kinder unter 6 Jahren zahlen nichts.", True),
    ("Die Gebühr ist nach der Nutzung zu zahlen.", "Die Gebühr ist vor der Nutzung zu zahlen.", True),
    ("At least 20 people may take part.", "At most 20 people may take part.", True),
    ("Höchstens 20 Personen dürfen teilnehmen.", "Nicht mehr als 20 Personen dürfen teilnehmen.", False),
    ("Ab sechs Jahren zahlen Kinder.", "Kinder unter sechs Jahren zahlen nichts.", False),
    ("Mindestens 20 Personen nehmen teil.", "20 Personen nehmen teil.", False),
    ("Ab 18 Jahren 10 Euro.", "Unter 18 Jahren 5 Euro, ab 18 Jahren 10 Euro.", False),
    (
        "Die Meldung ist frühestens einen Monat nach dem Umzug fällig.",
        "Die Meldung ist spätestens einen Monat nach dem Umzug fällig.",
        True,
    ),
    (
        "Die Meldung ist spätestens am 3. Mai fällig.",
        "Die Meldung ist spätestens am 3. Mai fällig, frühestens am 1. Mai.",
        False,
    ),
    ("Mindestens zwei Wochen vor dem Fest ist zu melden.", "Spätestens zwei Wochen vor dem Fest ist zu melden.", False),
    ("The report is due at the earliest on 3 May.", "The report is due at the latest on 3 May.", True),
    (
        "Ein Entgelt ist fällig, wenn sie weniger als zwei Stunden dauert.",
        "Ein Entgelt ist nur fällig, wenn sie mehr als zwei Stunden dauert.",
        True,
    ),
    (
        "Es kostet nichts, solange es nicht mehr als zwei Stunden dauert.",
        "Nur wenn es mehr als zwei Stunden dauert, ist ein Entgelt fällig.",
        False,
    ),
    ("Nach der Satzung ist die Gebühr vor der Nutzung zu zahlen.", "Die Gebühr ist vor der Nutzung zu zahlen.", False),
]


@pytest.mark.parametrize(("claim", "quoted", "is_turned"), TURNED)
def test_a_statement_must_not_be_turned_round(claim: str, quoted: str, is_turned: bool) -> None:
    assert reverses_statement(claim, [quoted]) is is_turned
