"""What surely says otherwise: directions, periods, what "only" rules out; and what says the same in two turns."""

import pytest

from apps.text.entailment import Level, derive

OPPOSITE = [
    ("up and down", "Angefangene Stunden sind aufzurunden.", "Angefangene Stunden werden abgerundet."),
    ("up and down in nouns", "Im Winter gilt ein Aufschlag.", "Im Winter gilt ein Abschlag."),
    (
        "a month and a year",
        "Die Beihilfe endet am Ende des Kalendermonats.",
        "Die Beihilfe endet am Ende des Kalenderjahres.",
    ),
    ("a school year", "Der Ausweis gilt im Schuljahr.", "Der Ausweis gilt in der Schulwoche."),
    (
        "a day and a week",
        "Der Hund ist mindestens zwei Stunden je Tag auszuführen.",
        "Der Hund ist mindestens zwei Stunden je Woche auszuführen.",
    ),
    ("workdays only", "Glas darf nur werktags eingeworfen werden.", "Glas darf täglich eingeworfen werden."),
    (
        "only during",
        "Der Saal darf nur während der Dienstzeiten betreten werden.",
        "Der Saal darf außerhalb der Dienstzeiten betreten werden.",
    ),
    ("only with", "Der Saal darf nur mit Ausweis betreten werden.", "Der Saal darf auch ohne Ausweis betreten werden."),
    (
        "only during and always",
        "Der Saal darf nur während der Dienstzeiten betreten werden.",
        "Der Saal darf rund um die Uhr betreten werden.",
    ),
    (
        "also in a form",
        "Die Bestellung in mündlicher Form ist ausgeschlossen.",
        "Die Bestellung ist auch in mündlicher Form möglich.",
    ),
    (
        "until an age",
        "Nach Vollendung des 60. Lebensjahres erhalten Wanderer den Ausweis jährlich.",
        "Bis zur Vollendung des 60. Lebensjahres erhalten Wanderer den Ausweis jährlich.",
    ),
]


@pytest.mark.parametrize(("quote", "claim"), [case[1:] for case in OPPOSITE], ids=[case[0] for case in OPPOSITE])
def test_it_is_contradicted(quote: str, claim: str) -> None:
    found = derive(claim, [quote])
    assert found.level is Level.CONTRADICTED, str(found)


ALIKE = [
    (
        "Das Labor darf nur innerhalb der Dienstzeiten betreten werden.",
        "Außerhalb der Dienstzeiten darf das Labor nicht betreten werden.",
    ),
    ("Hunde dürfen nur innerhalb des Parks frei laufen.", "Außerhalb des Parks dürfen Hunde nicht frei laufen."),
    ("Die Prüfung findet in Zeitabständen von einem Monat statt.", "Die Prüfung findet monatlich statt."),
    ("Der Saal darf nur mit Ausweis betreten werden.", "Der Saal darf nicht ohne Ausweis betreten werden."),
    ("Briefe sind am Schalter aufzugeben.", "Briefe sind am Schalter abzugeben."),
    ("Der Abschluss gilt im Schuljahr.", "Der Abschluss gilt im Jahr der Schule."),
    ("Der Saal darf nur mit Ausweis betreten werden.", "Der Saal darf rund um die Uhr betreten werden."),
]


@pytest.mark.parametrize(("quote", "claim"), ALIKE)
def test_it_is_not_accused(quote: str, claim: str) -> None:
    found = derive(claim, [quote])
    assert found.level is not Level.CONTRADICTED, str(found)


PROVED = [ALIKE[0], ALIKE[2], ALIKE[3]]


@pytest.mark.parametrize(("quote", "claim"), PROVED)
def test_two_turns_are_none(quote: str, claim: str) -> None:
    assert derive(claim, [quote]).proved


FALSE = [
    (
        "Das Labor darf nur während der Dienstzeiten betreten werden.",
        "Während der Dienstzeiten darf das Labor nicht betreten werden.",
    ),
    (
        "Das Labor darf nur während der Dienstzeiten betreten werden.",
        "Das Labor muss außerhalb der Dienstzeiten nicht betreten werden.",
    ),
    (
        "Das Labor darf nur während der Dienstzeiten betreten werden.",
        "Außerhalb der Öffnungszeiten darf das Labor nicht betreten werden.",
    ),
    (
        "Das Labor darf während der Dienstzeiten betreten werden.",
        "Außerhalb der Dienstzeiten darf das Labor nicht betreten werden.",
    ),
    ("Die Prüfung findet in Zeitabständen von einem Monat statt.", "Die Prüfung findet wöchentlich statt."),
    ("Die Prüfung findet in Zeitabständen von drei Monaten statt.", "Die Prüfung findet monatlich statt."),
]


@pytest.mark.parametrize(("quote", "claim"), FALSE)
def test_a_lie_close_to_it_is_not_proved(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved
