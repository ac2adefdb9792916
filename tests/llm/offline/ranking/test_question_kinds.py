"""What questions ask for, and what answers them."""

import pytest

from apps.llm.offline.ranking.question_kinds import (
    denies_what_is_asked,
    is_about_budget,
    is_exception,
    is_formality,
    question_kind,
    rephrase_opening_question,
    says_from_when_rules_hold,
)
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

RULES = """## Ort und Zeit

Der Wochenmarkt findet mittwochs und samstags auf dem Kornmarkt statt. Der Wochenmarkt ist eine öffentliche Einrichtung.

## Standgeld

a) Dauererlaubnis auf dem Wochenmarkt: 2,40 Euro je Meter,

## Verhalten

Hunde sind auf dem Wochenmarkt an der Leine zu führen. Hunde dürfen nicht allein bleiben."""
MARKET = SourceBlock(1, "Marktordnung für den Wochenmarkt", 1, RULES)
BUDGET = SourceBlock(
    2,
    "Bericht über den Haushalt",
    2,
    "| Steuerart | Ergebnis 2024 in Euro |\n|---|---|\n| Hundesteuer | 283.900 |",
)
TAX = SourceBlock(
    3,
    "Satzung über die Hundesteuer",
    1,
    "### § 3 Steuersätze\n\n| Hund | Steuer im Jahr |\n|---|---|\n| für den ersten Hund | 96,00 Euro |\n\n"
    "Bei Verlust der Marke werden 8,00 Euro erhoben.",
)


def first(question: str) -> str:
    found = select_units(question, [MARKET, BUDGET, TAX])
    return found[0].unit.shown if found else ""


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        ("Wann ist Wochenmarkt?", "Der Markt ist mittwochs.", True),
        ("Wann ist Wochenmarkt?", "Der Markt kostet 3 Euro.", False),
        ("Wann müssen Sie sich abmelden?", "Nur, wenn Sie ins Ausland ziehen.", True),
        ("Wann hat das Amt geöffnet?", "Das Amt ist im Rathaus.", False),
        ("Wann hat das Amt geöffnet?", "Das Amt ist von 8.00 bis 12.00 Uhr da.", True),
        ("Wie lange gilt der Pass?", "Der Pass gilt zwölf Monate.", True),
        ("Wie lange gilt der Pass?", "Der Pass wird zweimal im Jahr vergeben.", False),
        ("Wie lange gilt der Pass?", "Der Pass ist im Rathaus, 12 Meter neben der Treppe.", False),
        ("Wie lange wird Lohn gezahlt?", "Den Antrag stellt er innerhalb von drei Monaten.", False),
        ("Wie lange wird Lohn gezahlt?", "Den Antrag auf sechs Wochen stellt er binnen eines Monats.", True),
        ("Wie lange hat er Zeit?", "Den Antrag stellt er innerhalb von drei Monaten.", True),
        ("Wie lange dauert die Prüfung?", "Geprüft wird innerhalb von drei Monaten.", True),
        ("Wann gilt das Gesetz?", "Am Tag nach der Verkündung.", True),
        ("Wie lang ist die Brücke?", "Die Brücke misst 12 Meter.", True),
        ("Biotonne wann", "Die Gebühr beträgt jährlich 48,00 Euro.", False),
        ("Biotonne wann", "Sie wird wöchentlich geleert, was 4 Euro kostet.", True),
        ("Wann ist die Gebühr zu zahlen?", "Je 12,00 Euro werden am 15. Februar fällig.", True),
        ("Wie oft wird geleert?", "Die Leerung kostet jährlich 48,00 Euro (80 Liter).", False),
        ("Wie oft wird geleert?", "Sagen Sie zwei Werktage vorher ab.", False),
        ("Wie oft wird geleert?", "Im Sommer normal einmal, sonst alle zwei Wochen.", True),
        ("Wie oft wird geleert?", "Höchstens acht Leerungen im Monat sind möglich.", True),
        ("Wo ist das Amt?", "Der Antrag kostet 3 Euro.", False),
        ("Wo ist das Amt?", "Das Amt ist in der Kornhausgasse 4.", True),
    ],
)
def test_a_question_is_answered_by_what_it_asks_for(question: str, text: str, answers: bool) -> None:
    kind = question_kind(question)
    assert kind is not None
    assert kind.needs(text) is answers


def test_the_day_answers_when_and_not_the_fee() -> None:
    assert first("Wann ist Wochenmarkt?") == "Der Wochenmarkt findet mittwochs und samstags auf dem Kornmarkt statt."


def test_who_asks_what_a_tax_costs_is_told_the_rate_and_not_what_the_town_takes_in() -> None:
    assert first("Wie hoch ist die Hundesteuer?") == "Steuer im Jahr für den ersten Hund: 96,00 Euro"
    assert is_about_budget("Wie hoch ist die Hundesteuer?", "Hundesteuer: Ergebnis 2024 283.900 Euro")
    assert not is_about_budget(
        "Wie viel Hundesteuer hat die Stadt eingenommen?", "Hundesteuer: Ergebnis 2024 283.900 Euro"
    )


def test_the_sentence_that_decides_comes_first() -> None:
    assert first("Darf ich Hunde auf den Wochenmarkt mitnehmen?").startswith(
        "Hunde sind auf dem Wochenmarkt an der Leine"
    )


def test_an_answer_has_two_sentences_at_most() -> None:
    assert len(select_units("Was gilt für Hunde auf dem Wochenmarkt?", [MARKET, TAX])) <= 2


def test_what_is_taken_along_is_no_answer_to_what_is_not() -> None:
    assert denies_what_is_asked("Was nehmen Sie nicht mit?", "Das nehmen wir mit", "Möbel")
    assert denies_what_is_asked("Was nehmen Sie mit?", "Das nehmen wir nicht mit", "Reifen")
    assert not denies_what_is_asked("Was nehmen Sie mit?", "Das nehmen wir mit", "Möbel")
    assert not denies_what_is_asked("Darf ich das mitnehmen?", "Das nehmen wir nicht mit", "Reifen")


def test_a_case_that_the_question_does_not_name_is_an_exception() -> None:
    assert is_exception("Was kostet der Kurs?", "Mit dem Musterfurt-Pass ist der Kurs kostenfrei.")
    assert not is_exception("Gibt es eine Ermäßigung?", "Die Gebühr wird ermäßigt.")


def test_from_when_a_rule_holds_answers_only_who_asks_for_that() -> None:
    assert is_formality("Bis wann ist die Steuer zu zahlen?", "Gleichzeitig tritt die Satzung außer Kraft.")
    assert not is_formality("Wann tritt die Satzung in Kraft?", "Die Satzung tritt am 1. Januar in Kraft.")


def test_a_sentence_that_points_back_is_found_by_what_it_speaks_of_and_stands_behind_it() -> None:
    text = "Der Wochenmarkt findet mittwochs statt. Er beginnt um 7.00 Uhr."
    frame = SourceBlock(1, "Marktordnung", 1, text)
    assert select_units("Wann beginnt der Wochenmarkt?", [frame])[-1].unit.quote.startswith("Er beginnt")
    assert select_units("Wann ist Wochenmarkt?", [frame])[0].unit.quote.endswith("mittwochs statt.")


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Wann hat das Amt geöffnet?", "Wann ist das Amt geöffnet?"),
        ("wann macht das freibad auf", "wann ist das freibad geöffnet"),
        ("Wann haben die Bäder im Sommer offen?", "Wann sind die Bäder im Sommer geöffnet?"),
        ("Wann hat das Amt auf Briefe geantwortet?", "Wann hat das Amt auf Briefe geantwortet?"),
    ],
)
def test_to_have_open_is_to_be_open(question: str, same: str) -> None:
    assert rephrase_opening_question(question) == same


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("Ab welchem Alter darf man wählen?", "Wählen darf, wer volljährig ist.", "Gewählt wird auf acht Jahre."),
        ("Wie alt muss man sein?", "Personen ab 16 Jahren erhalten die Karte.", "Die Karte gilt für zwei Jahre."),
        ("Wie dick dürfen Äste sein?", "Äste dürfen höchstens 10 cm dick sein.", "Äste sind zu bündeln."),
        ("Wie hoch darf der Zaun sein?", "Zäune dürfen zwei Meter hoch sein.", "Zäune sind zu streichen."),
        ("Wie schnell darf man fahren?", "Es gelten 30 km/h.", "Wer fährt, muss das Fahrzeug beherrschen."),
        ("Wie viel Prozent tragen die Eltern?", "Die Eltern tragen 20 v. H. der Kosten.", "Es gibt 4 Stufen."),
    ],
)
def test_an_age_a_size_a_speed_and_a_share_are_answered_by_one(question: str, answer: str, other: str) -> None:
    kind = question_kind(question)
    assert kind is not None
    assert kind.is_strict
    assert kind.needs(answer)
    assert not kind.needs(other)


def test_no_tax_begins_with_its_rules() -> None:
    force = "Die Satzung über die Hundesteuer tritt am 1. Januar in Kraft."
    assert says_from_when_rules_hold("Ab wann muss ich Hundesteuer zahlen?", force)
    assert not says_from_when_rules_hold("Seit wann gilt die Satzung?", force)
