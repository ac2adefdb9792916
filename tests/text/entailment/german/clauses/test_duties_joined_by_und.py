"""Duties told with "ist zu" and joined by "und", with "obliegt es", and forms that only their neighbours tell."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

DERIVED = [
    (
        "Die Tore sind am Abend zu schließen und am Morgen zu öffnen.",
        "Die Tore müssen am Abend geschlossen werden. Am Morgen müssen sie geöffnet werden.",
    ),
    (
        "Die Tore sind spätestens um 20 Uhr zu schließen und am Morgen zu öffnen.",
        "Die Tore müssen spätestens um 20 Uhr geschlossen werden. Am Morgen müssen sie geöffnet werden.",
    ),
    ("Den Anliegern obliegt es, die Wege zu räumen.", "Die Anlieger müssen die Wege räumen."),
    ("Bücher dürfen in der Filiale entliehen werden.", "Sie dürfen in der Filiale Bücher entleihen."),
    ("Diese Satzung gilt im ganzen Gebiet der Stadt.", "Die Satzung gilt im ganzen Gebiet der Stadt."),
    ("Den Wahlberechtigten wird eine Karte übersandt.", "Wahlberechtigte erhalten eine Karte."),
    ("Angefangene Monate werden auf volle Monate aufgerundet.", "Angefangene Monate runden wir auf volle Monate auf."),
    ("Der Hof muss samstags bis 8 Uhr geräumt sein.", "Am Samstag muss der Hof bis 8 Uhr geräumt sein."),
]


@pytest.mark.parametrize(("before", "rewrite"), DERIVED)
def test_the_same_duty_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level in {Level.DERIVED, Level.UNCHANGED}, str(found)


LIES = [
    ("Die Tore sind am Abend zu schließen und am Morgen zu öffnen.", "Die Tore müssen am Morgen geschlossen werden."),
    ("Die Tore sind am Abend zu schließen und am Morgen zu öffnen.", "Die Tore müssen am Abend geöffnet werden."),
    ("Die Tore sind am Abend zu schließen oder am Morgen zu öffnen.", "Die Tore müssen am Abend geschlossen werden."),
    (
        "Die Fenster sind bei Regen zu schließen und mit Planen zu sichern.",
        "Die Fenster müssen mit Planen gesichert werden.",
    ),
    (
        "Die Tore sind nur am Abend zu schließen und am Morgen zu öffnen.",
        "Die Tore müssen am Abend geschlossen werden.",
    ),
    (
        "Die Tore sind nicht am Abend zu schließen und am Morgen zu öffnen.",
        "Die Tore müssen am Morgen geöffnet werden.",
    ),
    ("Den Anliegern obliegt es, die Wege zu räumen.", "Die Stadt muss die Wege räumen."),
    (
        "Die Fenster müssen bei Regen geschlossen und mit Planen gesichert werden.",
        "Die Fenster müssen mit Planen gesichert werden.",
    ),
    ("Den Anliegern obliegt es nicht, die Wege zu räumen.", "Die Anlieger müssen die Wege räumen."),
    ("Den Anliegern oblag es, die Wege zu räumen.", "Die Anlieger müssen die Wege räumen."),
    ("Den Anliegern obliegt es, die Wege zu räumen.", "Die Anlieger können die Wege räumen."),
    ("Dem Amt obliegt es, die Anlieger zu beraten.", "Die Anlieger müssen das Amt beraten."),
    ("Bücher können in der Filiale entliehen werden.", "Sie können in der Filiale Bücher verleihen."),
    ("Kinder besuchen das Bad mit ihren Eltern.", "Kinder besuchen das Bad nur in Begleitung ihrer Eltern."),
    ("Kinder besuchen das Bad in Begleitung ihrer Eltern.", "Kinder besuchen das Bad ohne ihre Eltern."),
    ("Den Wahlberechtigten wird eine Karte übersandt.", "Wahlhelfer erhalten eine Karte."),
    ("Den Wahlberechtigten wird eine Karte übersandt.", "Wahlberechtigte übersenden eine Karte."),
    ("Angefangene Monate werden auf volle Monate aufgerundet.", "Angefangene Monate runden wir auf volle Monate ab."),
    ("Am Samstag muss der Hof bis 8 Uhr geräumt sein.", "Der Hof muss samstags bis 8 Uhr geräumt sein."),
    ("Der Hof muss samstags bis 8 Uhr geräumt sein.", "Am Sonntag muss der Hof bis 8 Uhr geräumt sein."),
    ("Die Satzung gilt im ganzen Gebiet der Stadt.", "Die Satzung gilt im Gebiet der ganzen Region."),
]


@pytest.mark.parametrize(("source", "claim"), LIES)
def test_no_lie_beside_them_is_proved(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
    assert derive_rewrite(source, claim).level is not Level.DERIVED


def test_an_answering_word_before_what_follows_is_no_contradiction() -> None:
    source = "Kinder bis zum vollendeten 15. Lebensjahr benötigen eine Erklärung der Eltern."
    assert derive("Ja, Kinder unter 15 Jahren brauchen eine Erklärung der Eltern.", [source]).level is Level.UNEXPLAINED
    assert not derive("Ja, Kinder unter 16 Jahren brauchen eine Erklärung der Eltern.", [source]).proved


def test_a_figure_that_its_bound_shifts_is_not_lost() -> None:
    before = "Die Satzung gilt nicht für Veranstaltungen mit weniger als 50 Teilnehmern."
    assert derive_rewrite(before, "Die Satzung gilt erst ab 50 Teilnehmern.").level is not Level.LOST
    assert derive_rewrite(before, "Die Satzung gilt erst ab 60 Teilnehmern.").level is Level.LOST


def test_what_depends_on_consent_is_lost_where_it_is_told_as_given() -> None:
    before = "Vorbehaltlich der Zustimmung des Landes wird die Förderung ab Juli ausgezahlt."
    assert (
        derive_rewrite(before, "Mit Zustimmung des Landes wird die Förderung ab Juli ausgezahlt.").level is Level.LOST
    )
