"""What stands behind the colon of a clause holds as far as that clause says, and no further."""

import pytest

from apps.text.entailment import derive

NARROWED = [
    ("Der Eintritt ist frei.", "Für Kinder gilt: Der Eintritt ist frei."),
    ("Das Parken ist erlaubt.", "Am Wochenende gilt: Das Parken ist erlaubt."),
    ("Der Eintritt ist frei.", "Für Kinder gilt: a) Der Eintritt ist frei."),
    ("Das Parken ist erlaubt.", "Am Wochenende gilt: (2) Das Parken ist erlaubt."),
    (
        "Soweit die Frist abläuft, trägt jede Partei ihre Kosten.",
        "Für Vereine gilt: Soweit die Frist abläuft, trägt jede Partei ihre Kosten.",
    ),
    (
        "Scheidet ein Mitglied aus, wird ein Nachfolger benannt.",
        "Im Ausschuss gilt: Scheidet ein Mitglied aus, wird ein Nachfolger benannt.",
    ),
    ("Die Abmeldung kostet 5 Euro.", "Früher galt: Die Abmeldung kostet 5 Euro."),
    ("Sie zahlen keine Steuer.", "Wenn der Hund aus dem Tierheim kommt, gilt: Sie zahlen keine Steuer."),
    ("Das Grillen ist erlaubt.", "Diese Regel gilt nur am Nordufer: Das Grillen ist erlaubt."),
    ("The pool is open.", "For clubs the following applies: The pool is open."),
]


@pytest.mark.parametrize(("said", "source"), NARROWED)
def test_it_is_not_proved_without_what_narrows_it(said: str, source: str) -> None:
    assert not derive(said, [source]).proved


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("Für Kinder ist der Eintritt frei.", "Für Kinder gilt: Der Eintritt ist frei."),
        ("Für Kinder gilt: Der Eintritt ist frei.", "Für Kinder gilt: Der Eintritt ist frei."),
        ("Wenn Sie Kinder haben, ist der Eintritt frei.", "Wenn Sie Kinder haben, gilt: Der Eintritt ist frei."),
        ("Der Eintritt ist frei.", "Dabei gilt: Der Eintritt ist frei."),
    ],
)
def test_it_is_proved_with_it(said: str, source: str) -> None:
    assert derive(said, [source]).proved
