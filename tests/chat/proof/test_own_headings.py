"""What an answer writes itself above a true sentence may turn it round: a heading, a line, the item of a list."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import cite
from apps.chat.proof.types import NumberedSource

PAGE = "# Parkordnung\n\n## Hunde\n\nHunde sind im Park erlaubt. Das Grillen ist verboten. Im Winter ist geschlossen."
TOLD = "Hunde sind im Park erlaubt [1]."


def level_below(above: str, question: str = "") -> str:
    source = NumberedSource(1, 1, "a", "Parkordnung der Stadt", 1, PAGE, PageText(PAGE))
    answer = cite(f'{above}{TOLD}\n\nBELEGE\n[1] "{TOLD[:-5]}"', [source], question=question)
    return str(answer.sentences[-1].level)


@pytest.mark.parametrize(
    "above",
    [
        "## Früher galt\n\n",
        "## Falsche Angaben\n\n",
        "## Abgeschafft\n\n",
        "**Nicht mehr gültig**\n\n",
        "## Nur für Mitglieder\n\n",
        "## Katzen\n\n",
        "## Verboten\n\n",
        "## Nicht im Park\n\n",
        "## Nicht mehr erlaubt\n\n",
        "## In Berlin\n\n",
        "# Parkordnung\n\n## Im Winter\n\n",
        "Das Folgende gilt nicht mehr. ",
        "Folgendes ist verboten\n\n- ",
        "- Nur sonntags\n  - ",
        "Ganz anders in München\n",
    ],
)
def test_below_what_its_page_does_not_say_nothing_is_proved(above: str) -> None:
    assert level_below(above) == "quoted"


@pytest.mark.parametrize(
    "above",
    [
        "",
        "## Hunde\n\n",
        "# Parkordnung\n\n## Hunde\n\n",
        "**Hunde im Park**\n\n",
        "## Zusammenfassung\n\n",
        "**Wichtige Hinweise**\n\n",
        "- Hunde\n  - ",
        "Ja, das ist erlaubt. ",
    ],
)
def test_below_what_its_page_says_it_is(above: str) -> None:
    assert level_below(above) == "verbatim"


def test_the_question_explains_a_heading() -> None:
    assert level_below("## Sonntags\n\n") == "quoted"
    assert level_below("## Sonntags\n\n", "Sind Hunde sonntags im Park erlaubt?") == "verbatim"


@pytest.mark.parametrize("note", ["*nur im Mai", "* nur im Mai", "*** außer sonntags"])
def test_beside_a_note_that_its_page_does_not_say_nothing_is_proved(note: str) -> None:
    assert first_level(f"Hunde sind im Park erlaubt* [1].\n\n{note}") == "quoted"


@pytest.mark.parametrize(
    "answer",
    [
        "Hunde sind im Park erlaubt* [1].\n\n* Im Winter ist geschlossen [1].",
        "Hunde sind im Park erlaubt* [1].\n\n* Parkordnung der Stadt",
        "Hunde sind im *Park* erlaubt [1].\n\n* Mehr sagt das Amt.",
        "Hunde sind im Park erlaubt [1].\n\n* Mehr sagt das Amt.",
    ],
)
def test_a_note_with_a_source_or_of_the_title_a_list_and_emphasis_take_nothing_away(answer: str) -> None:
    assert first_level(answer) == "verbatim"


def first_level(answer: str) -> str:
    source = NumberedSource(1, 1, "a", "Parkordnung der Stadt", 1, PAGE, PageText(PAGE))
    quotes = '[1] "Hunde sind im Park erlaubt"\n[1] "Im Winter ist geschlossen"'
    return str(cite(f"{answer}\n\nBELEGE\n{quotes}", [source]).sentences[0].level)
