"""What held and what holds may both be true; what an older paper says in the present tense contradicts a newer one."""

import pytest

from tests.conflicts.comparison.test_decide_contradiction import kinds

TODAY = "Der Eintritt ins Hallenbad kostet 7 Euro."
PASSPORTS = "Für Reisepässe ist das Bürgeramt zuständig."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Damals kostete der Eintritt ins Hallenbad 5 Euro.", TODAY),
        ("Früher kostete der Eintritt ins Hallenbad 5 Euro.", TODAY),
        ("Damals hat der Eintritt ins Hallenbad 5 Euro gekostet.", TODAY),
        ("Der Eintritt ins Hallenbad kostete 5 Euro.", TODAY),
        ("Bis 2019 kostet der Eintritt ins Hallenbad 5 Euro.", TODAY),
        ("Ab dem 1. Januar kostet der Eintritt ins Hallenbad 5 Euro.", TODAY),
        ("Bislang kostet der Eintritt ins Hallenbad 5 Euro.", TODAY),
        ("Künftig kostet der Eintritt ins Hallenbad 9 Euro.", TODAY),
        ("## Eintritt bis 2019\n\nDer Eintritt ins Hallenbad kostet 5 Euro.", TODAY),
        ("## Frühere Preise\n\nDer Eintritt ins Hallenbad kostet 5 Euro.", TODAY),
        ("## Gültig ab 1. Januar 2027\n\nDer Eintritt ins Hallenbad kostet 9 Euro.", TODAY),
        ("Damals war das Amt montags geöffnet.", "Das Amt ist dienstags geöffnet."),
        ("Früher war für Reisepässe das Ordnungsamt zuständig.", PASSPORTS),
        ("Ehemals ist für Reisepässe das Ordnungsamt zuständig.", PASSPORTS),
        ("Hunde waren auf dem Spielplatz erlaubt.", "Hunde sind auf dem Spielplatz verboten."),
        ("The parking permit used to cost 30 euros.", "The parking permit costs 45 euros."),
        ("The office was responsible for 30 schools.", "The office is responsible for 45 schools."),
    ],
    ids=lambda value: value[:40],
)
def test_other_times_do_not_contradict(first: str, second: str) -> None:
    assert kinds(first, second) == set()
    assert kinds(second, first) == set()


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("number", "Damals kostete der Eintritt ins Bad 5 Euro.", "Damals kostete der Eintritt ins Bad 7 Euro."),
        ("number", "Derzeit kostet der Eintritt ins Hallenbad 5 Euro.", TODAY),
        ("time", "Das Bürgeramt hat von 8 bis 16 Uhr geöffnet.", "Das Bürgeramt ist von 9 bis 18 Uhr geöffnet."),
        ("number", "## Außerkrafttreten bisheriger Regeln\n\nDer Eintritt ins Hallenbad kostet 5 Euro.", TODAY),
        ("number", "## Preise vom 3. Mai 2012\n\nDer Eintritt ins Hallenbad kostet 5 Euro.", TODAY),
        (
            "number",
            "## Preise bis 2019\n\nDer Eintritt ins Hallenbad kostet 5 Euro.",
            "## Eintritt bis 2019\n\nDer Eintritt ins Hallenbad kostet 7 Euro.",
        ),
        (
            "number",
            "Wer seinen Hund nicht angemeldet hat, zahlt eine Geldbuße von 100 Euro.",
            "Wer seinen Hund nicht anmeldet, zahlt eine Geldbuße von 200 Euro.",
        ),
        (
            "number",
            "Die Gebühr für die Trauung wurde auf 50 Euro festgesetzt.",
            "Die Gebühr für die Trauung ist auf 60 Euro festgesetzt.",
        ),
        (
            "number",
            "## Preise, gültig ab 1.1.2024\n\nDer Eintritt ins Hallenbad kostet 5 Euro.",
            "## Preise, gültig ab 1. Januar 2024\n\nDer Eintritt ins Hallenbad kostet 7 Euro.",
        ),
        (
            "number",
            "## Eintritt für frühere Mitglieder\n\nDer Eintritt ins Hallenbad kostet 5 Euro.",
            "## Eintritt\n\nDer Eintritt ins Hallenbad kostet 7 Euro.",
        ),
    ],
    ids=lambda value: value[:40],
)
def test_one_time_contradicts(kind: str, first: str, second: str) -> None:
    assert kinds(first, second) == {kind}
