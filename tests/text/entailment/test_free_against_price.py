"""Free of charge and a price are opposites, where both sentences are about the same and narrow nothing."""

import pytest

from apps.text.entailment import Level, derive

OPPOSITE = [
    ("Der Eintritt kostet 5 Euro.", "Der Eintritt ist frei."),
    ("Die Ausstellung ist kostenlos.", "Die Ausstellung kostet 12 Euro."),
    ("Der Antrag ist gebührenfrei.", "Die Gebühr für den Antrag beträgt 12 Euro."),
    ("Die Teilnahme kostet 5 Euro.", "Die Teilnahme ist unentgeltlich."),
]
NOT_OPPOSITE = [
    ("Für Kinder ist der Eintritt frei.", "Der Eintritt kostet 5 Euro."),
    ("Der Eintritt kostet 5 Euro.", "Am Sonntag ist der Eintritt frei."),
    ("Der Eintritt ist frei.", "Der Eintritt kostet 0 Euro."),
    ("Die Teilnahme ist kostenlos.", "Der Ausweis kostet 5 Euro."),
    ("Der Eintritt ist nicht frei.", "Der Eintritt kostet 5 Euro."),
]


@pytest.mark.parametrize(("claim", "source"), OPPOSITE)
def test_one_contradicts_the_other(claim: str, source: str) -> None:
    assert derive(claim, [source]).level is Level.CONTRADICTED


@pytest.mark.parametrize(("claim", "source"), NOT_OPPOSITE)
def test_what_is_narrowed_or_the_same_does_not(claim: str, source: str) -> None:
    assert derive(claim, [source]).level is not Level.CONTRADICTED
