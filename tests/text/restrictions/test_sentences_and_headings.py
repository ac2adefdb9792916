"""What a sentence, a heading or a note says of what stands near it."""

import pytest

from apps.text.restrictions.sentences_before import restricts_as_heading, restricts_as_label, restricts_following
from apps.text.restrictions.sentences_behind import restricts_as_note, takes_back_above, takes_back_before
from apps.text.restrictions.voided_texts import says_void, voids_document


@pytest.mark.parametrize(
    ("text", "restricts"),
    [
        ("Folgendes gilt nur im Sommer.", True),
        ("Die Fraktion fordert Folgendes.", True),
        ("Sind Sie älter als 65 Jahre?", True),
        ("Angenommen, das Gesetz gilt.", True),
        ("Es gelten folgende Preise.", False),
        ("Der Rat hat folgende Satzung beschlossen.", False),
        ("Die Satzung gilt für die folgenden Orte: Nord und Süd.", False),
        ("Sie endet im folgenden Monat.", False),
        ("Was müssen Sie mitbringen?", False),
        ("Kann ich auch bar zahlen?", False),
        ("Die Bücherei ist nur samstags geöffnet.", False),
    ],
)
def test_sentences_before(text: str, restricts: bool) -> None:
    assert restricts_following(text) is restricts


@pytest.mark.parametrize(
    "title", ["Bei Regen", "Ab 18 Jahren", "Nur für Mitglieder", "Alte Satzung", "Mythen", "Preise 2019", "3. Entwurf"]
)
def test_headings_that_restrict(title: str) -> None:
    assert restricts_as_heading(title)


@pytest.mark.parametrize(
    "title",
    [
        *("Gebühren", "§ 3 Ort", "Zu TOP 3: Seniorenbericht", "Abschnitt 2 Ausschüsse", "Über uns", "Zu Absatz 1"),
        *("Satzung vom 3. Mai 2020", "Was kostet es?", "Rechte und Pflichten", "Seniorenbericht 2025", "7. Ausblick"),
        *("In drei Schritten zum Termin", "In vier Sprachen"),
    ],
)
def test_headings_of_a_topic(title: str) -> None:
    assert not restricts_as_heading(title)


@pytest.mark.parametrize(
    ("text", "takes_back"),
    [
        ("Das ist falsch.", True),
        ("Diese Aussage ist unzutreffend.", True),
        ("Das galt bis 2022.", True),
        ("Die Verwaltung weist dies zurück.", True),
        ("Das Amt hat die alte Satzung geändert.", False),
        ("Das freut uns.", False),
        ("Das gilt auch für Gäste.", False),
    ],
)
def test_sentences_behind(text: str, takes_back: bool) -> None:
    assert takes_back_before(text) is takes_back


def test_sentences_of_all_above() -> None:
    assert takes_back_above("Die vorgenannten Preise gelten nur für Vereine.")
    assert not takes_back_above("Die vorgenannten Preise gelten spätestens ab Mai.")
    assert not takes_back_above("Die Preise gelten nur für Vereine.")


@pytest.mark.parametrize("text", ["außer im Winter", "nicht an Feiertagen", "Nur für Mitglieder.", "aufgehoben"])
def test_notes_that_restrict(text: str) -> None:
    assert restricts_as_note(text)


@pytest.mark.parametrize(
    "text", ["Telefon 0123 4567", "Beschluss vom 3. Mai 2023", "Siehe auch Seite 5.", "Quelle: Amt"]
)
def test_notes_that_add(text: str) -> None:
    assert not restricts_as_note(text)


def test_words_for_what_does_not_hold() -> None:
    assert says_void("Der Antrag wurde abgelehnt.")
    assert not says_void("Der Antrag wurde nicht abgelehnt.")
    assert says_void("Das gilt nicht mehr.")
    assert not says_void("Musterstadt")
    assert voids_document("Diese Satzung ist außer Kraft getreten.")
    assert not voids_document("Mit dieser Satzung ist die alte Satzung aufgehoben.")
    assert restricts_as_label("Beispiel: Frau Maier zahlt 5 Euro.")
    assert not restricts_as_label("Wichtig: Bringen Sie ein Beispiel mit.")
