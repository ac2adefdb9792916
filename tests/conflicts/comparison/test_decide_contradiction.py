"""What contradicts, and what may both be true."""

import pytest

from apps.conflicts.comparison.decide_contradiction import find_disagreement
from apps.conflicts.comparison.extract_facts import Fact, extract_facts
from apps.conflicts.comparison.fact_keys import fact_keys


def facts(text: str, title: str) -> list[Fact]:
    return [part.fact for part in extract_facts(text, title)]


def kinds(first: str, second: str, titles: tuple[str, str] = ("Hallenordnung", "Merkblatt")) -> set[str]:
    found = [
        find_disagreement(one, other)
        for one in facts(first, titles[0])
        for other in facts(second, titles[1])
        if set(fact_keys(one, "")) & set(fact_keys(other, ""))
    ]
    return {one.kind for one in found if one is not None}


CONTRADICTIONS = [
    ("number", "Der Eintritt ins Hallenbad kostet 5 Euro.", "Der Eintritt ins Hallenbad beträgt 7,50 Euro."),
    ("number", "Der Ausweis der Bücherei gilt drei Monate.", "Der Ausweis der Bücherei gilt sechs Monate."),
    ("number", "Wohngeld ist binnen 14 Tagen zu beantragen.", "Wohngeld ist binnen eines Monats zu beantragen."),
    ("number", "Heimbewohner dürfen einmal am Tag Besuch haben.", "Heimbewohner dürfen dreimal am Tag Besuch haben."),
    ("number", "Der Müll wird zweimal im Monat abgeholt.", "Der Müll wird viermal im Monat abgeholt."),
    ("number", "Im Saal dürfen sich 120 Personen aufhalten.", "Im Saal dürfen sich 90 Personen aufhalten."),
    ("number", "Der Kleingarten am Wehr umfasst 300 m².", "Der Kleingarten am Wehr umfasst 250 m²."),
    ("date", "Der Antrag ist bis zum 31. März zu stellen.", "Bis zum 30. April ist der Antrag zu stellen."),
    ("time", "Das Amt hat von 8 bis 16 Uhr geöffnet.", "Das Amt hat von 9 bis 18 Uhr geöffnet."),
    ("weekday", "Der Wertstoffhof ist montags geöffnet.", "Der Wertstoffhof ist mittwochs geöffnet."),
    ("rate", "Der Beitrag zum Hort wird monatlich erhoben.", "Der Beitrag zum Hort wird jährlich erhoben."),
    ("rate", "Die Pauschale fürs Essen wird je Kind fällig.", "Die Pauschale fürs Essen wird je Haushalt fällig."),
    ("office", "Zuständig für Reisepässe ist das Bürgeramt.", "Für Reisepässe ist das Ordnungsamt zuständig."),
    ("office", "Die Anzeige ist beim Bauamt einzureichen.", "Die Anzeige ist beim Umweltamt einzureichen."),
    ("opposite", "Hunde sind auf dem Spielplatz erlaubt.", "Hunde sind auf dem Spielplatz verboten."),
    ("exchanged", "Erwachsene zahlen 5 Euro, Kinder zahlen 3 Euro.", "Erwachsene zahlen 3 Euro, Kinder zahlen 5 Euro."),
    ("number", "Die Leistung in Deutsch zählt doppelt.", "Die Leistung in Deutsch zählt dreifach."),
    ("number", "Die Sperre dauert eine Woche bis vier Wochen.", "Die Sperre dauert eine Woche bis sechs Wochen."),
    ("number", "Krank sind von allen Einwohnern 2,5 Millionen.", "Krank sind von allen Einwohnern 3,5 Millionen."),
    ("number", "The bank reported assets of $236.3 billion.", "The bank reported assets of $236.3 million."),
    ("office", "Das Land bestellt Prüfer bei jedem Landratsamt.", "Das Land bestellt Prüfer bei jedem Finanzamt."),
    ("office", "Die Liste kommt vom Statistischen Bundesamt.", "Die Liste kommt vom Statistischen Landesamt."),
    ("number", "Der Ausweis der Bücherei gilt 3 Jahre; Kinder kommen.", "Der Ausweis der Bücherei gilt 3 Tage."),
    ("number", "Ende 2024 kostet das Parken 5 Euro.", "Ende 2024 kostet das Parken 7 Euro."),
    ("number", "Das Bußgeld für Falschparken beträgt 25 Euro.", "Das Bußgeld für Falschparken beträgt 40 Euro."),
    ("number", "The parking permit costs 30 euros.", "The parking permit costs 45 euros."),
    ("weekday", "The recycling centre is closed on Mondays.", "The recycling centre is closed on Fridays."),
    ("office", "Applications must go to the planning department.", "Applications must go to the tax office."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "first", "second"), CONTRADICTIONS, ids=lambda value: value[:40])
def test_two_sentences_that_cannot_both_be_true(kind: str, first: str, second: str) -> None:
    assert kinds(first, second) == {kind}
    assert kinds(second, first) == {kind}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anträge sind bis zum 15. Mai 2024 zu stellen.", "Anträge sind bis zum 20. Mai 2025 zu stellen."),
        ("Der Eintritt ins Hallenbad kostet 5 Euro.", "Der Eintritt ins Hallenbad kostet für Kinder 3 Euro."),
        ("Der Eintritt ins Hallenbad kostet 5 Euro.", "Der Eintritt ins Freibad kostet 4 Euro."),
        ("Der Eintritt ins Hallenbad kostet 5 Euro.", "Der Eintritt ins Hallenbad beträgt 5,00 EUR."),
        ("Im Jahr 2022 waren 5 Prozent der Stellen frei.", "Im Jahr 2023 waren 6 Prozent der Stellen frei."),
        ("Die Gebühr nach § 3 beträgt 5 Euro.", "Die Gebühr nach § 4 beträgt 9 Euro."),
        ("Diese Gebühr beträgt im Einzelfall 5 Euro.", "Diese Gebühr beträgt im Einzelfall 9 Euro."),
        ("Diese Satzung tritt am 1. Mai 2020 in Kraft.", "Diese Satzung tritt am 1. Juni 2023 in Kraft."),
        ("Die Prüfungszeit beträgt 60 Minuten.", "Die Prüfungszeit beträgt 90 Minuten."),
        (
            "Die Ordnungswidrigkeit kann mit einer Geldbuße bis zu 2.500 Euro geahndet werden.",
            "Die Ordnungswidrigkeit kann mit einer Geldbuße bis zu 5.000 Euro geahndet werden.",
        ),
        (
            "Ordnungswidrigkeiten können mit einer Geldbuße bis zu 500 Euro geahndet werden.",
            "Ordnungswidrigkeiten können mit einer Geldbuße bis zu 1.000 Euro geahndet werden.",
        ),
        (
            "Verstöße werden mit einer Geldbuße bis zu 500 Euro geahndet.",
            "Verstöße werden mit einem Bußgeld bis zu 1.000 Euro geahndet.",
        ),
        ("Beginn und Ende 17.30 Uhr bis 19.50 Uhr", "Beginn und Ende 17.00 Uhr bis 20.25 Uhr"),
        ("Beginn: 17.30 Uhr, Ende: 19.50 Uhr", "Beginn: 17.00 Uhr, Ende: 20.25 Uhr"),
        ("Beginn: 17:30", "Beginn: 18:00"),
        ("Neugefasst durch Bek. v. 20.11.1998 I 3418", "Neugefasst durch Bek. v. 30.9.2005 I 2961"),
        ("Es gilt die Satzung vom 3. Mai 2012.", "Es gilt die Satzung vom 7. Juni 2016."),
        ("Der Hof ist zu fegen und zu streuen.", "Der Hof ist zu fegen oder zu streuen."),
        ("Musterstadt, den 25. Februar 2021", "Musterstadt, den 7. November 2013"),
        ("Der Rat hat am 3. Mai den Haushalt beraten.", "Der Rat hat am 7. Juni den Haushalt beraten."),
        ("Die Halle fasst mindestens 50 Personen.", "Die Halle fasst höchstens 200 Personen."),
        ("(3) Mehrere Schuldner haften als Gesamtschuldner.", "(4) Mehrere Schuldner haften als Gesamtschuldner."),
        ("Zuständig für Reisepässe ist das Bürgeramt.", "Zuständig für Führerscheine ist das Ordnungsamt."),
        ("Das Bürgeramt hat dienstags bis 16 Uhr geöffnet.", "Das Bürgeramt hat donnerstags bis 18 Uhr geöffnet."),
        ("Was kostet der Eintritt ins Hallenbad, 5 Euro?", "Der Eintritt ins Hallenbad kostet 7 Euro."),
    ],
    ids=lambda value: value[:40],
)
def test_two_sentences_that_may_both_be_true(first: str, second: str) -> None:
    assert kinds(first, second) == set()


def test_what_points_elsewhere_is_compared_under_the_same_heading() -> None:
    first = "## Hundesteuer\n\nDiese Steuer beträgt für jeden Hund 90 Euro."
    second = "## Hundesteuer\n\nDiese Steuer beträgt für jeden Hund 120 Euro."
    assert kinds(first, second, ("Satzung", "Merkblatt")) == {"number"}
    assert kinds(first, second.replace("Hundesteuer", "Übersicht"), ("Satzung", "Merkblatt")) == set()


def test_a_sentence_whose_subject_is_the_title_is_compared_under_the_same_title() -> None:
    short, long = (
        "## Prüfung\n\nDie Prüfungszeit beträgt 60 Minuten.",
        "## Prüfung\n\nDie Prüfungszeit beträgt 90 Minuten.",
    )
    assert kinds(short, long, ("Ausbildung zum Bäcker", "Ausbildung zum Malermeister")) == set()
    assert kinds(short, long, ("Ausbildung zum Bäcker 2020", "Ausbildung zum Bäcker 2024")) == {"number"}


def test_fines_of_one_statute_are_compared() -> None:
    first = "Die Ordnungswidrigkeit kann mit einer Geldbuße bis zu 2.500 Euro geahndet werden."
    assert kinds(first, first.replace("2.500", "5.000"), ("Hundesatzung 2020", "Hundesatzung 2024")) == {"number"}


def test_rows_of_tables_are_compared_with_the_names_of_their_columns() -> None:
    table = "| Raum | Gebühr |\n| --- | --- |\n| Großer Saal | {} Euro |\n"
    assert kinds(table.format("50"), table.format("65")) == {"number"}
    assert kinds(table.format("50"), table.format("50")) == set()


@pytest.mark.parametrize("text", ["", "…", "| |\n|---|\n| |", "5 " * 5_000, "a" * 5_000, "\u200b" * 300, "€ € €"])
def test_bad_input_gives_no_contradiction(text: str) -> None:
    assert kinds(text, text + " 7 Euro.") == set()
