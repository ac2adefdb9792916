"""Whether two statements state other values under the same conditions."""

import pytest

from apps.conflicts.statements.statement import ValueStatement
from apps.conflicts.statements.value_disagreement import value_disagreement


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("phone", "Rufen Sie 07131 5566 an.", "Telefon: (0 71 31) 55 77"),
        ("address", "Wir sitzen in der Ringstraße 4.", "Das Büro ist am Gartenweg 9."),
        ("money", "Die Steuer beträgt jährlich 90 Euro.", "Man zahlt 20 Euro im Quartal."),
        ("money", "Der Zuschuss beträgt höchstens 500 Euro.", "Sie erhalten bis zu 700 Euro."),
        ("money", "Ein Essen kostet ab September 4,20 €.", "Ein Essen kostet 3,90 €."),
        ("period", "Sie haben zehn Tage Zeit.", "Das geht binnen eines Monats."),
        ("age", "Ab 14 Jahren dürfen Sie mitmachen.", "Wer noch keine 16 Jahre alt ist, darf nicht mitmachen."),
        ("number", "Die Gemeinde trägt 30 Prozent.", "40 Prozent übernimmt die Gemeinde."),
        ("money", "Eine Jahreskarte kostet 15 Euro.", "Dafür zahlt man 12 Euro im Jahr."),
        ("hours", "Dienstags von 9 bis 12 Uhr geöffnet.", "Di 9–13 Uhr offen"),
    ],
)
def test_other_values(kind: str, one: str, other: str) -> None:
    found = value_disagreement(ValueStatement(one), ValueStatement(other), kind)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("phone", "Rufen Sie 07131 5566 an.", "Telefon: (0 71 31) 55-66"),
        ("money", "Die Steuer beträgt jährlich 80 Euro.", "Man zahlt 20 Euro im Quartal."),
        ("money", "Kinder zahlen 2 Euro.", "Erwachsene zahlen 4 Euro."),
        ("money", "Im Sommer kostet es 2 Euro.", "Im Winter kostet es 4 Euro."),
        ("money", "Der Stand kostet 2 Euro netto.", "Der Stand kostet 3 Euro brutto."),
        ("money", "Im Jahr 2023 kostete es 2 Euro.", "2025: 4 Euro"),
        ("money", "Die Mindestgebühr beträgt 20 Euro.", "Die Höchstgebühr beträgt 90 Euro."),
        ("money", "Sie zahlen mindestens 20 Euro.", "Sie zahlen 30 Euro."),
        ("money", "Karten gibt es ab 5 Euro.", "Karten kosten 7 Euro."),
        ("money", "Es kostet rund 2.000 Euro.", "Es kostet 2.013 Euro."),
        ("money", "Die Stunde kostet 2 Euro pro Stunde.", "Der Tag kostet 9 Euro pro Tag."),
        ("period", "Frühestens sechs Monate vor dem Fest.", "Spätestens zwei Wochen nach dem Fest."),
        ("period", "Das dauert vier Wochen.", "Das dauert einen Monat."),
        ("age", "Die Fraktion fordert, ab 14 Jahren wählen zu dürfen.", "Wählen darf, wer 16 Jahre alt ist."),
    ],
)
def test_the_same_value_or_another_condition(kind: str, one: str, other: str) -> None:
    assert value_disagreement(ValueStatement(one), ValueStatement(other), kind) is None
