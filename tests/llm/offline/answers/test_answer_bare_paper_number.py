"""The number of a paper typed alone gets what the paper is about."""

import pytest

from apps.llm.offline.answers.answer_bare_paper_number import own_paper_numbers
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock, parse_source_blocks, render_source_block

TITLE = "Betreuungsplätze in Kindertageseinrichtungen"
FIRST = "Am 1. März 2026 bestanden in der Stadt 31 Einrichtungen für Kinder."
ANSWER = SourceBlock(1, TITLE, 1, f"Drucksache 8/0437\n\n{TITLE}\n\n{FIRST}")
ELSEWHERE = SourceBlock(2, "Niederschrift", 3, "Zu TOP 5 wird die Sanierung der Brücke (Vorlage 8/0421) vorgestellt.")
SCAN = SourceBlock(3, "Marktordnung", 1, "Die Stadt betreibt einen Wochenmarkt und eine Messe.", "Amtsblatt Nr. 9/2024")


def shown(question: str) -> list[str]:
    return [one.unit.shown for one in select_units(question, [ELSEWHERE, ANSWER, SCAN])]


@pytest.mark.parametrize("question", ["Drucksache 8/0437", "8/0437", "Drs. 8/0437", "Was steht in Drucksache 8/0437?"])
def test_a_number_alone_gets_title_and_first_sentence(question: str) -> None:
    assert shown(question) == [TITLE, FIRST]


def test_the_number_may_be_that_of_the_metadata_alone() -> None:
    assert shown("Amtsblatt Nr. 9/2024") == ["Die Stadt betreibt einen Wochenmarkt und eine Messe."]
    framed = render_source_block(1, "Text", title="Titel", page=1, reference="Amtsblatt Nr. 9/2024")
    assert parse_source_blocks(framed)[0].reference == "Amtsblatt Nr. 9/2024"


def test_a_number_that_is_only_mentioned_gets_the_sentence_that_has_it() -> None:
    assert shown("Vorlage 8/0421") == ["Zu TOP 5 wird die Sanierung der Brücke (Vorlage 8/0421) vorgestellt."]


def test_another_number_gets_nothing_and_a_question_about_the_paper_its_answer() -> None:
    assert shown("Drucksache 8/0999") == []
    assert TITLE not in shown("Wie viele Einrichtungen für Kinder nennt Drucksache 8/0437?")


AMENDMENT = "Änderungsantrag zur Drucksache 8/0437\n\nDie Gebühr wird von zehn auf 5 Euro gesenkt."


@pytest.mark.parametrize(
    ("head", "own"),
    [
        ("Drucksache 8/0437\n\nTitel", {"#8/0437"}),
        ("Bürgerschaft der Stadt · Drucksache Nr. 8/0437 – 3. Wahlperiode", {"#8/0437"}),
        ("Drucksache 8/0500\nÄnderungsantrag zu Drs. 8/0437", {"#8/0500"}),
        ("Antrag auf Förderung\nDrucksache 8/0437", {"#8/0437"}),
        ("Deutscher Bundestag Drucksache 19/12 345", {"#19/12345"}),
        ("**8/0437** Titel", {"#8/0437"}),
        (AMENDMENT, set()),
        ("Änderungsantrag zur\nVorlage Nr. 8/0437", set()),
        ("Antwort auf die Kleine Anfrage 8/0437", set()),
        ("Stellungnahme zu\n8/0437", set()),
        ("Bezug: Drucksache 8/0437", set()),
        ("Zu TOP 5 (Vorlage 8/0437)", set()),
    ],
)
def test_a_paper_has_the_number_that_it_says_of_itself(head: str, own: set[str]) -> None:
    assert own_paper_numbers(SourceBlock(1, "Titel", 1, head)) == own


def test_an_amendment_is_not_the_paper_that_it_amends() -> None:
    found = select_units("Drucksache 8/0437", [SourceBlock(1, "Gebühren", 1, AMENDMENT)])
    assert "Die Gebühr wird von zehn auf 5 Euro gesenkt." not in [one.unit.shown for one in found]
    numbered = SourceBlock(1, "Gebühren", 1, f"Drucksache 8/0437\n{AMENDMENT}", "Drucksache 8/0500")
    assert own_paper_numbers(numbered) == {"#8/0500"}
