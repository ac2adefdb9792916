"""What a sentence, a heading or a note says of what stands near it."""

import pytest

from apps.text.restrictions.non_restrictive_lead_ins import is_plain_lead_in
from apps.text.restrictions.past_events_and_reported_speech import belongs_to_story, introduces_example_or_joke
from apps.text.restrictions.restricting_sentences_after import (
    restricts_as_note,
    takes_back_above,
    takes_back_sentence_before,
)
from apps.text.restrictions.restricting_sentences_before import (
    restricts_as_heading,
    restricts_as_label,
    restricts_following,
)
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
        ("Frau Uhlig fragt, ob sie das richtig verstehe.", True),
        ("Fragen Sie Ihre Krankenkasse, ob sie die Kosten übernimmt.", False),
        ("Let us know whether you will attend.", False),
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
        *(
            "Gebühren",
            "§ 3 Ort",
            "$ 1 Märkte",
            "Zu TOP 3: Seniorenbericht",
            "Abschnitt 2 Ausschüsse",
            "Über uns",
            "Zu Absatz 1",
        ),
        *("Satzung vom 3. Mai 2020", "Was kostet es?", "Rechte und Pflichten", "Seniorenbericht 2025", "7. Ausblick"),
        *("Zusammenarbeit mit anderen Städten", "In drei Schritten zum Termin", "In vier Sprachen"),
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
        # What can be said of a sentence so that it no longer holds has no end.
        ("Das ist Unsinn.", True),
        ("Das war einmal.", True),
        ("Das hätte die Opposition gern.", True),
        ("Doch das ist Geschichte.", True),
        ("Früher war das so.", True),
        ("Wer das glaubt, irrt.", True),
        ("So steht es jedenfalls im Prospekt.", True),
        ("Wunschdenken.", True),
        ("Not any more.", True),
        ("That is what the brochure says.", True),
        ("So the story goes.", True),
        ("Vorausgesetzt, der Haushalt wird genehmigt.", True),
        ("Here in Westham no such rule exists.", True),
        ("Bitte beachten Sie ihn nicht.", True),
        ("Ausnahmen regelt § 5.", True),
        ("Voraussetzung dafür ist ein Antrag.", True),
        ("Sonntags gilt etwas anderes.", True),
        ("Kinder sind befreit.", False),
        ("Gilt erst ab Mai.", True),
        ("Das gilt für Vereine.", True),
        ("Dies betrifft Neubauten.", True),
        ("Es kommt auf das Wetter an.", True),
        ("Exceptions may apply.", True),
        ("Das gilt für alle Eingänge.", False),
        ("Es ist keine Anmeldung erforderlich.", False),
        ("Das hängt nicht vom Wohnort ab.", False),
        ("Das ist für Sie kostenlos.", False),
        ("Dies setzt voraus, dass der Hund gemeldet ist.", True),
        ("Anders verhält es sich bei Firmenwagen.", True),
        ("Mit einer Einschränkung: Nachts läuft nur ein Band.", True),
        ("You must do so within 28 days.", True),
        ("Save for bank holidays.", True),
        ("Das geht auch online.", False),
        ("Das sind 2.000 mehr als vor zehn Jahren.", False),
        ("Das kommt allen Kindern zugute.", False),
        ("Keine Anmeldung nötig.", False),
        ("Rollstuhlgerecht.", False),
        ("Das Parken auch.", False),
        ("Es kommt ein Techniker zu Ihnen nach Hause.", False),
        ("Der Sondermüll wird getrennt gesammelt.", False),
        ("Gilt für alle Haushalte.", False),
        ("Alle Rechte vorbehalten.", False),
        ("Diesen Hinweis finden Sie auch im Amtsblatt.", False),
        ("This has not changed since 2006.", False),
        ("This was agreed unanimously.", False),
        ("It depends on no other benefit.", False),
        ("This message is sent automatically.", False),
        ("Damit werden die Kosten gedeckt.", False),
        ("So steht es in § 3 der Satzung.", False),
        ("So stand es in der alten Satzung.", True),
        ("Es gilt nicht im Winter.", True),
        ("Ausnahmen gibt es nicht.", False),
        ("Abweichend hiervon dürfen Hunde im Stadtpark frei laufen.", True),
        ("Im Stadtpark dürfen Hunde abweichend davon frei laufen.", True),
        ("Abweichende Anträge sind bis zum 1. Mai zu stellen.", False),
        ("Abweichend von § 12 der Bauordnung genügt eine Anzeige.", False),
        ("Die Regelung wird ausgesetzt.", True),
        ("Die Leinenpflicht ist bis auf Weiteres ausgesetzt.", True),
        ("Für Hinweise ist bis zum 1. Mai eine Belohnung ausgeschrieben.", False),
        ("Sie sind hohen Gefahren ausgesetzt.", False),
        # What a sum is for.
        ("Der Betrag versteht sich je Monat.", True),
        ("Dieser Betrag gilt pro angefangene Stunde.", True),
        ("Die Preise verstehen sich netto.", True),
        ("Sie wird je Quadratmeter erhoben.", True),
        ("Die Gebühr fällt je Kind an.", True),
        ("Die Preise verstehen sich inklusive Mehrwertsteuer.", False),
        ("Die Preise gelten je nach Saison.", False),
        ("Die Tonnen werden pro Woche einmal geleert.", False),
        ("Der Verein versteht sich als Ergänzung.", False),
        # What follows from it, what it serves and whom it concerns leaves it as it stands.
        ("Das bedeutet, dass Sie warten müssen.", False),
        ("Dies ist notwendig, um Wartezeiten zu vermeiden.", False),
        ("So können Sie Zeit sparen.", False),
        ("So hat es das Gericht entschieden.", False),
        ("Das ist geltendes Recht.", False),
        ("Daran ändert auch der Umbau nichts.", False),
        ("This helps visitors.", False),
        ("This means that you must wait.", False),
        ("This office is closed on Mondays.", False),
        ("Vielen Dank für Ihr Verständnis.", False),
        ("Das eingenommene Geld geht an den Verein.", False),
    ],
)
def test_sentences_behind(text: str, takes_back: bool) -> None:
    assert takes_back_sentence_before(text) is takes_back


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


@pytest.mark.parametrize(
    "text",
    [
        "Die Satzung tritt mit Ablauf des 31. Dezember 2020 außer Kraft.",
        "(2) Die Marktordnung verliert am 1. Mai 2021 ihre Gültigkeit.",
        "Diese Satzung tritt am 1. Januar 2019 in Kraft und mit Ablauf des 31. Dezember 2020 außer Kraft.",
        "Diese Satzung tritt am 1. Januar 2020 in Kraft und tritt am 31. Dezember 2024 außer Kraft.",
        "Diese Satzung ist seit 2019 in Kraft; sie wird zum 31. Dezember 2024 außer Kraft gesetzt.",
        "Diese Richtlinie ist seit 2020 in Kraft. Sie tritt am 31. Dezember 2024 außer Kraft.",
        "Diese Satzung tritt am 1. Januar 2020 in Kraft. Die Satzung tritt am 31. Dezember 2024 außer Kraft.",
    ],
)
def test_the_end_of_a_statute_is_seen_as_statutes_write_it(text: str) -> None:
    assert voids_document(text)


@pytest.mark.parametrize(
    "text",
    [
        "Diese Satzung tritt am 1. Januar 2024 in Kraft; gleichzeitig tritt die Satzung vom 1. Mai 1998 außer Kraft.",
        "Die Satzung tritt am 1. Januar 2024 in Kraft und die Satzung vom 1. Mai 1998 außer Kraft.",
        "Die Satzung vom 1. Mai 1998 tritt außer Kraft.",
        "Die Satzung tritt am 1. Januar 2024 in Kraft.",
        "Diese Ordnung tritt am 1. Mai in Kraft; zugleich treten die Ordnungen der Ortsteile außer Kraft.",
        "Diese Satzung tritt am 1. Mai in Kraft. Gleichzeitig tritt die bisherige Satzung außer Kraft.",
    ],
)
def test_the_end_of_the_statute_before_says_nothing_of_this_one(text: str) -> None:
    assert not voids_document(text)


def test_words_for_what_does_not_hold() -> None:
    assert says_void("Der Antrag wurde abgelehnt.")
    assert not says_void("Der Antrag wurde nicht abgelehnt.")
    assert says_void("Das gilt nicht mehr.")
    assert not says_void("Musterstadt")
    assert voids_document("Diese Satzung ist außer Kraft getreten.")
    assert not voids_document("Mit dieser Satzung ist die alte Satzung aufgehoben.")
    assert restricts_as_label("Beispiel: Frau Maier zahlt 5 Euro.")
    assert not restricts_as_label("Wichtig: Bringen Sie ein Beispiel mit.")


FEE = "Die Gebühr beträgt 12 Euro."


@pytest.mark.parametrize(
    ("neighbour", "text", "belongs"),
    [
        ("Zwischen 2003 und 2007 probierte die Stadt etwas Neues aus.", FEE, True),
        ("Der Kandidat antwortete ohne Zögern.", FEE, True),
        ("Er bedauere die Auskunft, sie sei überholt.", FEE, True),
        ("My grandmother lived by the parish rules.", "The fee is 12 pounds.", True),
        ("Der Rat beschloss die neue Satzung.", FEE, False),
        ("Das Bad wurde 1962 erbaut.", FEE, False),
        ("Der Vertrag wurde im Oktober geschlossen.", FEE, False),
        ("Der Vertrag wurde nicht verlängert.", FEE, True),
        ("Sie wurde in Dorsten geboren und schrieb viel.", "Heute lebt sie in Los Angeles.", False),
        ("Die Stadt probierte etwas aus.", "Die Gebühr betrug 12 Euro.", False),
        ("Die Kasse öffnet um 8 Uhr.", FEE, False),
    ],
)
def test_stories(neighbour: str, text: str, belongs: bool) -> None:
    """What stands in the present beside a past sentence is part of what it tells, unless it says its own time."""
    assert belongs_to_story(neighbour, text) is belongs


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("Ein kleines Rechenbeispiel soll das zeigen.", True),
        ("April, April!", True),
        ("Im Planspiel beschloss die Klasse eine Verordnung.", True),
        ("Das gilt zum Beispiel für Vereine.", False),
        ("Achtung!", False),
        ("Herzlich willkommen.", False),
        ("Rund um die Uhr.", False),
        ("Das Muster der Vollmacht finden Sie unten.", False),
        ("Liebe Gäste!", False),
    ],
)
def test_scenes(text: str, sets: bool) -> None:
    assert introduces_example_or_joke(text) is sets


@pytest.mark.parametrize(
    ("lead", "is_plain"),
    [
        *(("Kurz gesagt:", True), ("Für alle gilt:", True), ("Unabhängig davon gilt:", True), ("Fact:", True)),
        *(("Für Kinder gilt:", False), ("Es gilt nicht:", False), ("Der Verein meint:", False), ("Kurz gesagt", False)),
    ],
)
def test_plain_leads(lead: str, is_plain: bool) -> None:
    assert is_plain_lead_in(lead) is is_plain
