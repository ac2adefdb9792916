"""Sentences that speak of the one before them by a noun, an adverb or without a subject."""

import pytest

from apps.text.restrictions.references_to_sentence_before import refers_to_sentence_before
from apps.text.restrictions.restricting_sentences_after import takes_back_sentence_before


@pytest.mark.parametrize(
    "text",
    [
        "Diese Praxis wurde 2019 eingestellt.",
        "Das Gericht hat diese Regelung für nichtig erklärt.",
        "Eine solche Vorschrift gibt es hier allerdings nicht.",
        "Der Vorschlag wurde abgelehnt.",
        "Darüber wird der Rat im Herbst entscheiden.",
        "Davon träumen viele Bürger.",
        "Stimmt nicht.",
        "War einmal.",
        "Nobody supports this proposal.",
    ],
)
def test_what_may_make_it_untrue(text: str) -> None:
    assert refers_to_sentence_before(text)
    assert takes_back_sentence_before(text)


@pytest.mark.parametrize(
    "text",
    [
        "Diese Regelung gilt für alle Schulen.",
        "Eine solche Bescheinigung kostet 5 Euro.",
        "Darüber informiert das Amt.",
        "Darüber hinaus ist der Keller gesperrt.",
        "Dagegen können Sie Widerspruch einlegen.",
        "Davon sind 20 Plätze barrierefrei.",
        "Davon unberührt sind die Regeln für Betriebe.",
        "Gilt für alle Haushalte.",
        "Siehe § 5.",
        "Es gilt § 5.",
        "Parken kostet 5 Euro.",
        "Der Plan liegt im Rathaus aus.",
    ],
)
def test_what_leaves_it_as_it_stands(text: str) -> None:
    assert not takes_back_sentence_before(text)


@pytest.mark.parametrize(
    ("text", "restricts"),
    [
        ("Im August pausiert das Angebot.", True),
        ("Das Angebot richtet sich an Familien.", True),
        ("Der Kurs wendet sich an Eltern.", True),
        ("The course is aimed at parents.", True),
        ("Die Regelung ist bis Ende 2026 befristet.", True),
        ("Anspruch haben Eltern kleiner Kinder.", True),
        ("Teilnehmen kann, wer in der Stadt wohnt.", True),
        ("Zielgruppe sind Rentnerinnen und Rentner.", True),
        ("Diese Leistung ist einkommensabhängig.", True),
        ("Zuvor muss die Kaution hinterlegt sein.", True),
        ("Ab dem 1. Januar sieht es anders aus.", True),
        ("Das Angebot richtet sich an alle.", False),
        ("Die Beratung ist unabhängig.", False),
        ("Der Betrieb ruht nicht.", False),
        ("Sie können auch zu zweit teilnehmen.", False),
    ],
)
def test_for_whom_and_when(text: str, restricts: bool) -> None:
    assert takes_back_sentence_before(text) is restricts
