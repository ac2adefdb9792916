"""Conditions of whoever reads, what "von" belongs to, and forgotten commas; each with lies that lie close to it."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite
from apps.text.entailment.derivation_result import PROVED

TRUE = [
    # What an exception is from, wherever it stands
    (
        "Von diesem Verbot können durch das Landratsamt Ausnahmen erteilt werden.",
        "Das Landratsamt kann Ausnahmen von diesem Verbot erteilen.",
    ),
    (
        "Von der Kastrationspflicht nach Absatz 1 können auf Antrag durch die Gemeinde Ausnahmen zugelassen werden.",
        "Die Gemeinde kann auf Antrag Ausnahmen von der Kastrationspflicht nach Absatz 1 zulassen.",
    ),
    (
        "Von der Anschlusspflicht können auf Antrag Ausnahmen zugelassen werden.",
        "Auf Antrag können Ausnahmen von der Anschlusspflicht zugelassen werden.",
    ),
    # A condition with its verb in front, its comma forgotten
    (
        "Wächst der Hund in ein höheres Alter ist die Steuer neu festzusetzen.",
        "Die Steuer ist neu festzusetzen, wenn der Hund in ein höheres Alter wächst.",
    ),
    (
        "Endet die Hundehaltung vor dem 1. Juli wird die Hälfte der Steuer erstattet.",
        "Die Hälfte der Steuer wird erstattet, wenn die Hundehaltung vor dem 1. Juli endet.",
    ),
    # A pronoun in the dative
    (
        "Der Behörde ist auf Verlangen ein Nachweis vorzulegen.",
        "Wenn die Behörde es verlangt, ist ihr ein Nachweis vorzulegen.",
    ),
    # Whoever the text is for, in the condition as well
    (
        "Wenn der Antragsteller umzieht, muss er die neue Anschrift mitteilen.",
        "Wenn Sie umziehen, müssen Sie die neue Anschrift mitteilen.",
    ),
    (
        "Verliert der Benutzer die Karte, so hat er sie zu ersetzen.",
        "Wenn Sie die Karte verlieren, müssen Sie die Karte ersetzen.",
    ),
    (
        "Bemerkt der Benutzer Schäden am Archivgut, so hat er sie dem Aufsichtspersonal anzuzeigen.",
        "Bemerken Sie Schäden am Archivgut? Dann müssen Sie die Schäden dem Aufsichtspersonal anzeigen.",
    ),
    # Nominal style
    ("Die Gebührenpflicht endet mit Ablauf des Monats.", "Die Gebührenpflicht endet, wenn der Monat abgelaufen ist."),
    (
        "Die Herstellung von Kopien bedarf der schriftlichen Zustimmung des Eigentümers.",
        "Wer Kopien herstellen will, braucht die schriftliche Zustimmung des Eigentümers.",
    ),
    (
        "In diesem Fall ist der Antrag spätestens vier Wochen nach Beginn der Tätigkeit zu stellen.",
        "Dann müssen Sie den Antrag spätestens 4 Wochen, nachdem die Tätigkeit begonnen hat, stellen.",
    ),
    ("Auf die Erhebung von Gebühren kann verzichtet werden.", "Man kann auf die Erhebung von Gebühren verzichten."),
]
FALSE = [
    (
        "Von der Anschlusspflicht können auf Antrag Ausnahmen zugelassen werden.",
        "Von der Anschlusspflicht müssen auf Antrag Ausnahmen zugelassen werden.",
    ),
    ("Von der Gemeinde können Ausnahmen zugelassen werden.", "Wir können Ausnahmen von der Gemeinde zulassen."),
    (
        "Von diesem Verbot können durch das Landratsamt Ausnahmen erteilt werden.",
        "Das Landratsamt kann von diesem Verbot keine Ausnahmen erteilen.",
    ),
    (
        "Von diesem Verbot können durch das Landratsamt Ausnahmen erteilt werden.",
        "Von dem Landratsamt können durch dieses Verbot Ausnahmen erteilt werden.",
    ),
    (
        "Von der Anschlusspflicht nach Absatz 2 können durch die Stadt Ausnahmen zugelassen werden.",
        "Die Stadt kann nach Absatz 2 von der Räumpflicht Ausnahmen zulassen.",
    ),
    (
        "Endet die Hundehaltung vor dem 1. Juli wird die Hälfte der Steuer erstattet.",
        "Die Hälfte der Steuer wird erstattet.",
    ),
    ("Endet die Hundehaltung vor dem 1. Juli wird die Steuer erstattet.", "Die Hundehaltung endet vor dem 1. Juli."),
    (
        "Endet die Hundehaltung vor dem 1. Juli wird die Hälfte der Steuer erstattet.",
        "Die Hälfte der Steuer wird erstattet, wenn die Hundehaltung nach dem 1. Juli endet.",
    ),
    (
        "Endet die Hundehaltung vor dem 1. Juli wird die Hälfte der Steuer erstattet.",
        "Wird die Hälfte der Steuer erstattet, endet die Hundehaltung vor dem 1. Juli.",
    ),
    (
        "Der Behörde ist auf Verlangen ein Nachweis vorzulegen.",
        "Wenn der Mieter es verlangt, ist ihm ein Nachweis vorzulegen.",
    ),
    (
        "Der Behörde ist auf Verlangen ein Nachweis vorzulegen.",
        "Wenn die Behörde es verlangt, kann ihr ein Nachweis vorgelegt werden.",
    ),
    (
        "Dem Mieter ist auf Verlangen der Behörde ein Nachweis vorzulegen.",
        "Wenn die Behörde es verlangt, ist ihr ein Nachweis vorzulegen.",
    ),
    (
        "Verliert der Vermieter die Karte, hat er sie zu ersetzen.",
        "Wenn Sie die Karte verlieren, müssen Sie sie ersetzen.",
    ),
    (
        "Verliert der Benutzer die Karte, hat er sie zu ersetzen.",
        "Wenn er die Karte verliert, müssen Sie sie ersetzen.",
    ),
    (
        "Verliert der Vermieter die Karte, hat der Besucher sie zu ersetzen.",
        "Wenn Sie die Karte verlieren, müssen Sie sie ersetzen.",
    ),
    (
        "Wenn der Vermieter umzieht, muss der Antragsteller die neue Anschrift mitteilen.",
        "Wenn Sie umziehen, müssen Sie die neue Anschrift mitteilen.",
    ),
    (
        "Bemerkt der Benutzer Schäden am Archivgut, so hat er sie dem Aufsichtspersonal anzuzeigen.",
        "Wenn Sie das Archivgut bemerken, müssen Sie es dem Aufsichtspersonal anzeigen.",
    ),
    (
        "Bemerkt der Leiter Schäden, so hat der Benutzer sie anzuzeigen.",
        "Wenn Sie Schäden bemerken, müssen Sie sie anzeigen.",
    ),
    (
        "Gibt der Benutzer das Buch nicht zurück, muss er es ersetzen.",
        "Wenn Sie das Buch zurückgeben, müssen Sie es ersetzen.",
    ),
    (
        "Meldet der Nachbar dem Benutzer einen Schaden, muss er ihn ersetzen.",
        "Wenn Sie einen Schaden melden, müssen Sie ihn ersetzen.",
    ),
    (
        "Trifft der Besucher den Wärter, muss er ihn grüßen.",
        "Trifft der Wärter den Besucher, muss er ihn grüßen.",
    ),
    (
        "Trifft der Besucher den Wärter, muss er ihn grüßen.",
        "Wenn der Besucher den Wärter trifft, muss der Wärter ihn grüßen.",
    ),
    ("Die Gebührenpflicht beginnt mit Ablauf des Monats.", "Die Gebührenpflicht endet, wenn der Monat abgelaufen ist."),
    ("Die Gebühr ist am Ende des Monats zu zahlen.", "Die Gebühr ist zu zahlen, wenn der Monat abgelaufen ist."),
    ("Die Gebührenpflicht endet mit Ablauf des Monats.", "Die Gebührenpflicht endet, wenn das Jahr abgelaufen ist."),
    (
        "Die Herstellung von Kopien bedarf der Zustimmung des Eigentümers.",
        "Wer Kopien verkaufen will, braucht die Zustimmung des Eigentümers.",
    ),
    (
        "Die Herstellung von Kopien bedarf der Zustimmung des Eigentümers.",
        "Wer Kopien herstellen will, braucht keine Zustimmung des Eigentümers.",
    ),
    ("Dann ist der Antrag zu stellen.", "In diesem Fall müssen Sie den Antrag stellen."),
    ("In diesem Fall ist der Antrag zu stellen.", "Danach müssen Sie den Antrag stellen."),
    ("Der Antrag ist zu stellen.", "Dann ist der Antrag zu stellen."),
    (
        "Der Zuschuss wird auf Antrag von der Stadt gewährt.",
        "Man gewährt den Zuschuss auf Antrag von der Stadt.",
    ),
]


@pytest.mark.parametrize(("source", "claim"), TRUE)
def test_what_follows_is_proved(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved


@pytest.mark.parametrize(("source", "claim"), FALSE)
def test_what_does_not_follow_is_not(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
    assert derive_rewrite(source, claim).level not in PROVED


def test_sie_that_costs_something_is_what_was_named_before() -> None:
    before = "Bei Überschreiten der Leihfrist werden Gebühren fällig. Sie betragen 0,50 Euro je Medium."
    rewrite = "Wird die Leihfrist überschritten, werden Gebühren fällig. Diese betragen 50 Cent für jedes Medium."
    assert derive_rewrite(before, rewrite).level == Level.DERIVED
    assert derive_rewrite(before, rewrite.replace("Diese betragen", "Die Leihfrist beträgt")).level not in PROVED
