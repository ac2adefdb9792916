"""What an answer writes itself above a true sentence may turn it round: a heading, a line, the item of a list."""

import re

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource

PAGE = "# Parkordnung\n\n## Hunde\n\nHunde sind im Park erlaubt. Das Grillen ist verboten. Im Winter ist geschlossen."
TOLD = "Hunde sind im Park erlaubt [1]."


def level_below(above: str, question: str = "") -> str:
    source = NumberedSource(1, 1, "a", "Parkordnung der Stadt", 1, PAGE, PageText(PAGE))
    answer = prove_answer(f'{above}{TOLD}\n\nBELEGE\n[1] "{TOLD[:-5]}"', [source], question=question)
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
        "Katzen\n------\n\n",
        "Katzen\n======\n\nDas Grillen ist verboten [1].\n\n",
        "**Katzen**\n-\n\n",
        "Parkordnung\n===\n\nIm Winter\n--\n\n",
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
        "Hunde\n-----\n\n",
        "Parkordnung\n===\n\nHunde\n--\n\n",
        "Das Grillen ist verboten [1].\n\n---\n\n",
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
    "told",
    [
        "Hunde sind im Park erlaubt [1]*.",
        "Hunde sind im Park erlaubt [1].*",
        "Hunde sind im Park erlaubt.* [1]",
        "Hunde sind im Park erlaubt. [1]*",
        "Hunde sind im Park erlaubt [1]. *",
        "Hunde sind im Park erlaubt * [1].",
        "Hunde sind im Park erlaubt (*) [1].",
        "Hunde sind im Park erlaubt\\* [1].",
        "**Wichtig:** Hunde sind im Park erlaubt* [1].",
        "*Hunde* sind im Park erlaubt* [1].",
        "**Hunde *sind* im** Park erlaubt* [1].",
        "- Hunde sind im Park erlaubt* [1]",
        "Hunde sind im Park erlaubt* [1]. Im Winter ist geschlossen [1].",
        "Hunde sind im Park erlaubt** [1].",
        "Im Park kostet es 5 €* [1].",
    ],
)
def test_the_sign_of_a_note_is_seen_wherever_it_stands(told: str) -> None:
    page = PAGE.replace("Das Grillen", "Im Park kostet es 5 €. Das Grillen")
    assert first_level(re.sub(r"\\?\*", "", told), page) == "verbatim"
    assert first_level(f"{told}\n\n* nur im Mai", page) == "quoted"


@pytest.mark.parametrize(
    "note",
    [
        "* (nur im Mai)",
        "*) nur im Mai",
        "*: nur im Mai",
        "* nur *im Mai*",
        "*nur im Mai*",
        "_* nur im Mai_",
        "> * nur im Mai",
        "- * nur im Mai",
        "(* nur im Mai)",
        "\\* nur im Mai",
        "[*] nur im Mai",
        "* nur im Mai [9]",
        "* nur im Mai [1]",
        "* Nur im Mai. Im Winter ist geschlossen [1].",
        "Im Winter ist geschlossen [1].\n\n* nur im Mai",
    ],
)
def test_a_note_is_seen_however_it_is_written(note: str) -> None:
    assert first_level(f"Hunde sind im Park erlaubt* [1].\n\n{note}") == "quoted"
    assert first_level(f"Hunde sind im Park erlaubt* [1]. {note}") != "verbatim"


def test_no_second_reader_is_asked_about_a_sentence_with_a_note() -> None:
    source = NumberedSource(1, 1, "a", "Parkordnung der Stadt", 1, PAGE, PageText(PAGE))
    told, quotes = "Wer einen Hund hat, darf mit ihm in den Park", '[1] "Hunde sind im Park erlaubt"'
    alone, noted = (
        prove_answer(f"{text}\n\nBELEGE\n{quotes}", [source]).sentences[0]
        for text in (f"{told} [1].", f"{told}* [1].\n\n* nur im Mai")
    )
    assert (alone.level, bool(alone.claim)) == ("quoted", True)
    assert (noted.level, noted.claim) == ("quoted", "")


@pytest.mark.parametrize("sign", ["†", "‡", "¹", "[^1]", "[^2]", "#", "∗", "＊", "※", "⁺"])
@pytest.mark.parametrize("told", ["erlaubt{} [1].", "erlaubt [1]{}.", "erlaubt [1].{}"])
def test_other_signs_of_notes_count_as_well(sign: str, told: str) -> None:
    answer = f"Hunde sind im Park {told.format(sign)}\n\n{sign}: nur im Mai"
    assert first_level(answer) != "verbatim"


@pytest.mark.parametrize(
    "answer",
    [
        "Hunde sind im Park erlaubt* [1].\n\n* Im Winter ist geschlossen [1].",
        "Hunde sind im Park erlaubt* [1].\n\n* Parkordnung der Stadt",
        "Hunde sind im Park erlaubt[^1].\n\n[^1]: Parkordnung der Stadt, Seite 1",
        "Hunde sind im *Park* erlaubt [1].\n\n* Mehr sagt das Amt.",
        "**Hunde sind im Park erlaubt [1].**\n\n* Mehr sagt das Amt.",
        "**Hunde sind im Park erlaubt [1]. Im Winter ist geschlossen [1].**\n\n* Mehr sagt das Amt.",
        "*Hunde sind im Park **erlaubt** [1].*\n\n* Mehr sagt das Amt.",
        "* Hunde sind im Park erlaubt [1].\n* Mehr sagt das Amt.",
        "Hunde sind im Park erlaubt [1].\n\n* Mehr sagt das Amt.",
        "Hunde sind im Park erlaubt [1].\n\n**Hinweis:** Mehr sagt das Amt.",
    ],
)
def test_a_note_with_a_source_or_of_the_title_a_list_and_emphasis_take_nothing_away(answer: str) -> None:
    assert first_level(answer) == "verbatim"


def first_level(answer: str, page: str = PAGE) -> str:
    source = NumberedSource(1, 1, "a", "Parkordnung der Stadt", 1, page, PageText(page))
    quotes = '[1] "Hunde sind im Park erlaubt"\n[1] "Im Winter ist geschlossen"\n[1] "Im Park kostet es 5 €"'
    return str(prove_answer(f"{answer}\n\nBELEGE\n{quotes}", [source]).sentences[0].level)
