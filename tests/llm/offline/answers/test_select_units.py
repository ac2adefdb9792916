"""Which sentences answer a question, and which questions are refused, on small sources with the traps of real ones."""

import pytest

from apps.llm.offline.answers.select_units import select_units
from apps.llm.prompts.quoted_blocks import SourceBlock

POOL = SourceBlock(
    1,
    "Freibad Saison 2026",
    1,
    "# Eintrittspreise\n\n- Erwachsene: 5,00 Euro, Zehnerkarte 45,00 Euro\n"
    "- Kinder bis 5 Jahre haben freien Eintritt.\n\n"
    "Das Freibad ist vom 9. Mai bis zum 13. September täglich von 9 bis 20 Uhr geöffnet.",
)
DOGS = SourceBlock(
    2,
    "Satzung über die Hundesteuer der Stadt Musterfurt",
    1,
    "# § 5 Steuersatz\n\nDie Steuer beträgt jährlich:\n"
    "- für den ersten Hund 96,00 Euro\n- für den zweiten Hund 144,00 Euro",
)
GRAVES = SourceBlock(
    3,
    "Friedhofssatzung",
    7,
    "# Gestaltung\n\nDas vollständige Abdecken der Gräber mit Kies ist nicht gestattet. Grabmale sind zu genehmigen.",
)
SOURCES = [POOL, DOGS, GRAVES]


def words(question: str) -> str:
    return " ".join(found.unit.quote for found in select_units(question, SOURCES))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was kostet der Eintritt ins Freibad für Erwachsene?", "5,00 Euro"),
        ("Wie hoch ist die Hundesteuer für den zweiten Hund?", "144,00 Euro"),
        ("Darf ich das Grab meiner Eltern komplett mit Kies bedecken?", "nicht gestattet"),
        ("Wann ist das Freibad offen?", "von 9 bis 20 Uhr"),
    ],
)
def test_it_answers_in_the_words_of_the_source_whatever_the_words_of_the_question(question: str, answer: str) -> None:
    assert answer in words(question)


@pytest.mark.parametrize(
    "question",
    [
        "Wie hoch sind die Eintrittspreise im Stadtmuseum für Erwachsene?",
        "Wie hoch ist der Steuersatz für Zweitwohnungen in Musterfurt?",
        "Was kostet ein neuer Reisepass?",
        "Wer war der erste Kaiser von Rom?",
        "Wo gibt es weitere Informationen?",
        "???",
    ],
)
def test_a_question_about_something_else_is_refused(question: str) -> None:
    assert select_units(question, SOURCES) == []
