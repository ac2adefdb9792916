"""Duties and permits in other words, a pronoun in the other half of its sentence, times without their preposition."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

DERIVED = [
    (
        "needed permit",
        "Die Entfernung von Bäumen bedarf der vorherigen Erlaubnis.",
        "Bäume dürfen nur mit vorheriger Erlaubnis entfernt werden.",
    ),
    ("exempted", "Von der Räumpflicht befreit sind Gewerbebetriebe.", "Gewerbebetriebe müssen nicht räumen."),
    (
        "an act that somebody must do",
        "Die Teilnahme am Kurs ist für Personen über 18 Jahre verpflichtend.",
        "Personen über 18 Jahre müssen am Kurs teilnehmen.",
    ),
    (
        "not as long as not",
        "Das Betreten des Hofes ist verboten, solange er nicht durch die Stadt freigegeben worden ist.",
        "Sie dürfen den Hof erst betreten, wenn die Stadt ihn freigegeben hat.",
    ),
    (
        "the name in the other half",
        "Die Karte verfällt, wenn sie nicht innerhalb von zwei Wochen abgeholt wird.",
        "Wird die Karte nicht innerhalb von zwei Wochen abgeholt, verfällt sie.",
    ),
    (
        "a possessive",
        "Die Erlaubnis erlischt, wenn nicht binnen zwei Jahren nach ihrer Erteilung gebaut wird.",
        "Wird nicht binnen zwei Jahren nach Erteilung der Erlaubnis gebaut, erlischt sie.",
    ),
    ("the year", "Die Zahl stieg im Jahr 2021 um 3 Prozent.", "Die Zahl stieg 2021 um 3 Prozent."),
    ("denied adjective", "Die Sitzung ist nichtöffentlich.", "Die Sitzung ist nicht öffentlich."),
    ("most of", "Der überwiegende Teil der Anträge wurde abgelehnt.", "Die meisten der Anträge wurden abgelehnt."),
    (
        "a list of points",
        "Betriebe müssen den Beginn und die Aufgabe anzeigen.",
        "Betriebe müssen anzeigen:\n- den Beginn\n- die Aufgabe",
    ),
    (
        "a compound of an act",
        "Bei Barzahlung ist der Betrag bereitzuhalten.",
        "Wenn Sie bar zahlen, müssen Sie den Betrag bereithalten.",
    ),
]


@pytest.mark.parametrize(("before", "rewrite"), [case[1:] for case in DERIVED], ids=[case[0] for case in DERIVED])
def test_the_same_duty_in_other_words_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)


NOT_DERIVED = [
    ("Die Fällung von Bäumen bedarf der Erlaubnis.", "Bäume dürfen ohne Erlaubnis gefällt werden."),
    ("Die Fällung von Bäumen bedarf der vorherigen Erlaubnis.", "Bäume dürfen nur mit Erlaubnis gefällt werden."),
    ("Von der Räumpflicht befreit sind Betriebe.", "Betriebe müssen räumen."),
    ("Die Teilnahme am Kurs ist für Eltern verpflichtend.", "Kinder müssen am Kurs teilnehmen."),
    ("Die Teilnahme am Kurs ist für Eltern verpflichtend.", "Eltern dürfen am Kurs teilnehmen."),
    (
        "Das Betreten des Hofes ist verboten, solange er nicht freigegeben worden ist.",
        "Sie dürfen den Hof betreten, wenn er nicht freigegeben worden ist.",
    ),
    (
        "Die Karte verfällt, wenn die Marke nicht abgeholt wird.",
        "Wird die Karte nicht abgeholt, verfällt sie.",
    ),
    ("Die Zahl stieg im Jahr 2021 um 3 Prozent.", "Die Zahl stieg 2022 um 3 Prozent."),
    ("Die Sitzung ist nichtöffentlich.", "Die Sitzung ist öffentlich."),
    (
        "Betriebe müssen den Beginn oder die Aufgabe anzeigen.",
        "Betriebe müssen anzeigen:\n- den Beginn\n- die Aufgabe",
    ),
    (
        "Betriebe müssen den Beginn, die Verlegung und die Aufgabe anzeigen.",
        "Betriebe müssen anzeigen:\n- den Beginn\n- die Aufgabe",
    ),
    (
        "Bei Barzahlung ist der Betrag bereitzuhalten.",
        "Wenn Sie mit Karte zahlen, müssen Sie den Betrag bereithalten.",
    ),
]


@pytest.mark.parametrize(("before", "rewrite"), NOT_DERIVED)
def test_another_duty_person_or_condition_is_not(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is not Level.DERIVED
    assert not derive(rewrite, [before]).proved
