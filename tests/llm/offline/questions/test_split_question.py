"""Messages that ask two things at once."""

from collections.abc import Sequence

import pytest

from apps.llm.offline.questions.split_question import put_question_word_first, split_question
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

LIBRARY = SourceBlock(
    1,
    "Benutzungsordnung der Stadtbücherei",
    1,
    "Die Bücherei ist dienstags bis freitags von 10.00 bis 19.00 Uhr geöffnet.\n\n"
    "Der Jahresausweis der Bücherei kostet für Erwachsene 24,00 Euro.\n\nTaschen sind einzuschließen.",
)


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        (
            "Was kostet die Bücherei und wann hat sie auf?",
            ["Was kostet die Bücherei?", "wann hat sie auf, die Bücherei?"],
        ),
        ("Wann und wo ist der Markt?", ["Wann ist der Markt?", "wo ist der Markt?"]),
        (
            "Wie hoch ist die Hundesteuer? Wann muss ich sie zahlen?",
            ["Wie hoch ist die Hundesteuer?", "Wann muss ich sie zahlen, die Hundesteuer?"],
        ),
        ("Was kostet ein Grab und wie lange gilt die Gebühr?", ["Was kostet ein Grab?", "wie lange gilt die Gebühr?"]),
        ("Wo stehen Bänke und wieviele gibt es?", ["Wo stehen Bänke?", "wieviele gibt es, Bänke?"]),
        (
            "Segelkurs für Kinder, wann und wie teuer?",
            ["wann, Segelkurs für Kinder?", "wie teuer, Segelkurs für Kinder?"],
        ),
        ("zelten wo und wie lange", ["wo, zelten?", "wie lange, zelten?"]),
        ("Was kosten Hunde und Katzen?", ["Was kosten Hunde und Katzen?"]),
        ("Hund und wer zahlt?", ["Hund und wer zahlt?"]),
        (f"Was gilt {'x' * 300} und wann?", [f"Was gilt {'x' * 300} und wann?"]),
    ],
)
def test_each_question_stands_by_itself(message: str, questions: Sequence[str]) -> None:
    assert split_question(message) == questions


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("Darf ich hier zelten, und wo?", ["Wo darf ich hier zelten?", "Darf ich hier zelten?"]),
        (
            "muss ich für ein Boot zahlen und wenn ja wieviel",
            ["Wieviel muss ich für ein Boot zahlen?", "muss ich für ein Boot zahlen?"],
        ),
        ("Darf ich zelten und grillen?", []),
        ("Was kostet ein Boot und wo?", []),
    ],
)
def test_a_question_word_behind_a_question_for_yes_or_no_goes_before_it(message: str, questions: list[str]) -> None:
    assert put_question_word_first(message) == questions


def test_what_answers_where_answers_whether_too() -> None:
    [found] = select_units("Hat die Bücherei offen, und wann?", [LIBRARY])
    assert "19.00 Uhr" in found.unit.shown


def test_both_halves_are_answered() -> None:
    found = select_units("Was kostet die Bücherei und wann hat sie auf?", [LIBRARY])
    assert ["24,00 Euro" in one.unit.shown or "19.00 Uhr" in one.unit.shown for one in found] == [True, True]


def test_a_half_that_nothing_answers_leaves_the_other_one() -> None:
    [found] = select_units("Wann hat die Bücherei auf und wer hat das Fernrohr erfunden?", [LIBRARY])
    assert "19.00 Uhr" in found.unit.shown
