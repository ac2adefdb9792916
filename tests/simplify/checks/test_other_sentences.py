"""By-laws and answers of authorities, damaged by hand where it hurts, and rewritten as a good editor would."""

from pathlib import Path

import pytest

from apps.simplify.checks.check_all import check_rewrite
from apps.simplify.checks.protected_words import ProtectedWords

HERE = Path(__file__).parent
NO_WORDS = ProtectedWords.of([])


def rows(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("kind", "before", "after"), rows("damaged_sentences.tsv"))
def test_what_was_lost_changed_or_invented_is_found(kind: str, before: str, after: str) -> None:
    assert check_rewrite(before, after, NO_WORDS), kind


@pytest.mark.parametrize(("before", "after"), rows("faithful_sentences.tsv"))
def test_what_a_good_editor_writes_is_no_damage(before: str, after: str) -> None:
    assert check_rewrite(before, after, NO_WORDS) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Der Beitrag beträgt 15 Euro je Stunde.", "Der Beitrag beträgt 15 Euro in der Stunde."),
        ("Der Beitrag beträgt 15 Euro pro Jahr.", "Der Beitrag beträgt jährlich 15 Euro."),
        ("Das gilt seit dem 16. März 2020.", "Das gilt ab dem 16. März 2020."),
        ("Das gilt vom 1. April bis 30. September.", "Das gilt bis zum 30. September. Es beginnt am 1. April."),
        (
            "Das Amt darf die Auskunft nicht unbegründet verweigern.",
            "Das Amt darf die Auskunft nicht ohne Grund verweigern.",
        ),
        ("Die Gebühr für unbebaute Grundstücke entfällt.", "Für unbebaute Grundstücke gibt es keine Gebühr."),
        (
            "Nicht alle Anträge werden bewilligt.",
            "Manche Anträge werden nicht bewilligt, auch wenn alle gestellt sind.",
        ),
        ("Das Gesundheitsamt prüft den Antrag.", "Das Amt für Gesundheit ist das Gesundheitsamt. Es prüft den Antrag."),
        ("Die Baurechtsbehörde prüft den Antrag.", "Die Behörde prüft den Antrag."),
        ("Die Mitglieder des Ausschusses beraten darüber.", "Der Ausschuss berät darüber."),
        ("Die Zahlung an die Gemeindekasse ist zu leisten.", "Zahlen Sie bitte an die Kasse der Gemeinde."),
        ("Abfälle, insbesondere Metall, sind zu trennen.", "Trennen Sie Abfälle, zum Beispiel Metall."),
    ],
)
def test_what_these_checks_let_pass(before: str, after: str) -> None:
    assert check_rewrite(before, after, NO_WORDS) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("You must answer within thirteen days.", "You must answer within fourteen days."),
        ("The fee is seventy euros.", "The fee is eighty euros."),
        ("The fee is two hundred and fifty euros.", "The fee is two hundred and sixty euros."),
        ("Die Frist beträgt dreissig Tage.", "Die Frist beträgt fünfunddreissig Tage."),
        ("Die Gebühr beträgt hundertfünfzig Euro.", "Die Gebühr beträgt hundertfünf Euro."),
    ],
)
def test_another_number_in_words_is_found(before: str, after: str) -> None:
    assert [violation.kind for violation in check_rewrite(before, after, NO_WORDS)] == ["number"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("You must answer within thirteen days.", "You must answer within 13 days."),
        ("The fee is two hundred and fifty euros.", "The fee is 250 euros."),
        ("Die Frist beträgt fünfunddreissig Tage.", "Die Frist beträgt 35 Tage."),
    ],
)
def test_the_same_number_in_digits_is_no_damage(before: str, after: str) -> None:
    assert check_rewrite(before, after, NO_WORDS) == []
