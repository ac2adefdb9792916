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
