"""Sentences that say what their source says, each by a rule that has a name."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

WEEKS = "Falls Sie umziehen, müssen Sie die neue Anschrift innerhalb von zwei Wochen mitteilen."

FAITHFUL = [
    (
        "who is to do it, with obliegt",
        "Die Prüfung der Unterlagen obliegt dem Amt.",
        "Das Amt muss die Unterlagen prüfen.",
    ),
    (
        "a bound below",
        "Der Urlaub beträgt jährlich mindestens 24 Werktage.",
        "Der Urlaub darf jährlich nicht unter 24 Werktagen liegen.",
    ),
    (
        "a quarter",
        "Ein Viertel der Mitglieder kann eine Sitzung verlangen.",
        "25 Prozent der Mitglieder können eine Sitzung verlangen.",
    ),
    ("two times", "Die Anlage ist zweimal jährlich zu prüfen.", "Die Anlage muss zwei Mal im Jahr geprüft werden."),
    (
        "what somebody says of himself",
        "62 Prozent gaben an, den Bus mindestens einmal in der Woche zu nutzen.",
        "62 Prozent gaben an, dass sie den Bus mindestens einmal in der Woche nutzen.",
    ),
    (
        "a base for each of two",
        "Die Gebühren betragen 0,50 € pro Medium und angefangener Woche.",
        "Die Gebühren betragen 50 Cent für jedes Medium und jede angefangene Woche.",
    ),
    (
        "what is forbidden, with a relative clause",
        "Die Verwendung von auftauenden Streumitteln, die nicht biologisch abbaubar sind, ist verboten.",
        "Es ist verboten, auftauende Streumittel zu verwenden, die nicht biologisch abbaubar sind.",
    ),
    (
        "an attribute after kein",
        "Während des Urlaubs darf der Arbeitnehmer keine dem Zweck widersprechende Arbeit leisten.",
        "Der Arbeitnehmer darf während des Urlaubs keine Arbeit leisten, die dem Zweck widerspricht.",
    ),
    (
        "a noun of a verb in -eln",
        "Bis zur Ermittlung des Halters kann das Tierheim die Katze in Obhut nehmen.",
        "Das Tierheim kann die Katze in Obhut nehmen, bis der Halter ermittelt ist.",
    ),
    (
        "in the case of",
        "Im Fall der Übertragung muss der Urlaub bis zum 31. März genommen werden.",
        "Bei einer Übertragung muss der Urlaub bis zum 31. März genommen werden.",
    ),
    (
        "a day in figures at the end of a sentence",
        "Die Frist endet am 31. März 2026.",
        "Die Frist endet am 31.03.2026.",
    ),
    (
        "an obligation as an order",
        "Der Antrag ist bis zum 31. März beim Bürgeramt einzureichen.",
        "Reichen Sie den Antrag bis zum 31. März beim Bürgeramt ein.",
    ),
    (
        "an obligation with muss",
        "Hunde sind im Park an der Leine zu führen.",
        "Sie müssen Hunde im Park an der Leine führen.",
    ),
    (
        "another word for if, another notation of weeks",
        WEEKS,
        "Wenn Sie umziehen, müssen Sie die neue Adresse innerhalb von 14 Tagen mitteilen.",
    ),
    (
        "the verb in front as a condition",
        WEEKS,
        "Ziehen Sie um, müssen Sie die neue Anschrift binnen zwei Wochen mitteilen.",
    ),
    (
        "the condition behind its sentence",
        WEEKS,
        "Teilen Sie die neue Anschrift innerhalb von zwei Wochen mit, wenn Sie umziehen.",
    ),
    (
        "the object in front, told by its case",
        "Der Vermieter muss den Mieter informieren.",
        "Den Mieter muss der Vermieter informieren.",
    ),
    (
        "the passive with its agent",
        "Der Verein wird von der Stadt mit 500 Euro gefördert.",
        "Die Stadt fördert den Verein mit 500 Euro.",
    ),
    (
        "a forbidden act as a verb",
        "Das Betreten der Eisfläche ist verboten.",
        "Sie dürfen die Eisfläche nicht betreten.",
    ),
    (
        "an act that is not possible",
        "Eine Verlängerung der Frist ist nicht möglich.",
        "Die Frist kann nicht verlängert werden.",
    ),
    ("validity", "Die Satzung tritt am 1. Januar 2024 in Kraft.", "Die Satzung gilt ab dem 1. Januar 2024."),
    (
        "the nominal style undone",
        "Nach Erteilung der Genehmigung darf mit dem Bau begonnen werden.",
        "Nachdem die Genehmigung erteilt wurde, darf mit dem Bau begonnen werden.",
    ),
    (
        "two sentences from one",
        "Die Veranstaltung beginnt um 19.30 Uhr und endet um 22 Uhr.",
        "Die Veranstaltung beginnt um 19:30 Uhr. Sie endet um 22 Uhr.",
    ),
    (
        "a list of prices taken apart",
        "Der Eintritt beträgt für Gäste 9 Euro und für Mitglieder 4 Euro.",
        "Gäste zahlen 9 Euro. Mitglieder zahlen 4 Euro.",
    ),
    (
        "bounds of what is counted",
        "Gruppen mit mehr als 5 und weniger als 20 Personen melden sich an.",
        "Gruppen mit 6 bis 19 Personen melden sich an.",
    ),
    (
        "an exception as a sentence",
        "Fahrräder sind im Hof abzustellen, ausgenommen an Markttagen.",
        "Fahrräder müssen im Hof abgestellt werden. Das gilt nicht an Markttagen.",
    ),
    (
        "neither nor",
        "Das Los ist weder teilbar noch übertragbar.",
        "Das Los kann nicht geteilt und nicht übertragen werden.",
    ),
]


@pytest.mark.parametrize(("before", "rewrite"), [case[1:] for case in FAITHFUL], ids=[case[0] for case in FAITHFUL])
def test_a_faithful_rewrite_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)


def test_the_source_s_own_sentence_is_verbatim() -> None:
    quote = "Die Gebühr beträgt 45 Euro. Sie ist vorab zu zahlen."
    assert derive("Die Gebühr beträgt 45 Euro.", [quote]).level is Level.VERBATIM


def test_a_marker_and_invisible_signs_are_no_part_of_the_sentence() -> None:
    assert derive("Die Ge\u00adbühr beträgt 45\u200b Euro [1].", ["Die Gebühr beträgt 45 Euro."]).proved


def test_a_derivation_names_its_licences_and_can_be_printed() -> None:
    found = derive("Der Mieter muss vom Vermieter informiert werden.", ["Der Vermieter muss den Mieter informieren."])
    assert str(found).splitlines()[0] == "derived"
    assert any(licence.startswith("voice:") for licence in found.licences)


def test_a_row_of_a_table_is_a_sentence_with_its_key() -> None:
    row = "Gefäß 80 Liter: Leerung alle zwei Wochen, Gebühr 96,20 Euro im Jahr."
    assert derive("Das Gefäß mit 80 Litern wird alle 14 Tage geleert.", [row]).proved


@pytest.mark.parametrize(
    "claim",
    [
        "You must submit applications within 14 days after the start of the event.",
        "Within two weeks after the start of the event, applications must be submitted.",
    ],
)
def test_english_keeps_its_roles_by_order(claim: str) -> None:
    assert derive(claim, ["Applications must be submitted within two weeks after the start of the event."]).proved
