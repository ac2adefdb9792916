"""What holds for one case is no answer to a follow-up question about another."""

import pytest

from tests.llm.offline.answers.test_stories import shown

POOL = (
    "# Waldbad Hinterau\n\nDer Eintritt ins Waldbad kostet 5 Euro. Kinder unter 6 Jahren zahlen nichts.\n\n"
    "Das Waldbad ist täglich von 9 bis 20 Uhr geöffnet. Abweichend von Satz 1 ist es montags geschlossen."
)
PRICE, CHILDREN = "Der Eintritt ins Waldbad kostet 5 Euro.", "Kinder unter 6 Jahren zahlen nichts."
HOURS, MONDAY = (
    "Das Waldbad ist täglich von 9 bis 20 Uhr geöffnet.",
    "Abweichend von Satz 1 ist es montags geschlossen.",
)
DOGS = "Die Hundesteuer beträgt für den ersten Hund 100 Euro. Für jeden weiteren Hund beträgt sie 150 Euro."


@pytest.mark.parametrize(
    ("question", "sentences"),
    [
        ("Was kostet der Eintritt ins Waldbad Hinterau: und für Kinder?", [PRICE, CHILDREN]),
        ("Wann hat das Waldbad Hinterau geöffnet: und montags?", [HOURS, MONDAY]),
        ("Wann hat das Waldbad Hinterau geöffnet: und am Sonntag?", [HOURS]),
    ],
)
def test_the_sentence_for_the_case_stands_beside_the_rule(question: str, sentences: list[str]) -> None:
    assert shown(question, POOL) == sentences


@pytest.mark.parametrize(
    "question",
    [
        "Was kostet der Eintritt ins Waldbad Hinterau: und für Senioren?",
        "Was kostet der Eintritt ins Waldbad Hinterau: und im Hallenbad?",
        "Was kostet der Eintritt ins Waldbad Hinterau: What about students?",
    ],
)
def test_a_case_of_which_nothing_is_said_is_not_answered(question: str) -> None:
    assert shown(question, POOL) == []


@pytest.mark.parametrize("case", ["Und für den dritten?", "und für den zweiten Hund?"])
def test_a_further_one_is_told_by_the_rule_for_each(case: str) -> None:
    page = DOGS if "dritten" in case else DOGS.replace("jeden weiteren", "den zweiten")
    assert any(
        "150" in sentence for sentence in shown(f"Wie hoch ist die Hundesteuer für den ersten Hund: {case}", page)
    )


def test_what_asks_something_of_its_own_is_no_case() -> None:
    page = "Der Ausweis für Bewohner kostet 30 Euro. Der Ausweis für Bewohner gilt ein Jahr."
    found = shown("Ausweis für Bewohner: und wie lange gilt er?", page)
    assert "Der Ausweis für Bewohner gilt ein Jahr." in found
