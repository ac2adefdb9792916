"""Follow-up questions that can be searched."""

import pytest

from apps.llm.offline.answers.rephrase_question import depends, rephrase

BEFORE = ["Wie hoch ist die Hundesteuer für den ersten Hund?"]


@pytest.mark.parametrize(
    "question",
    [
        "Und für Rentner?",
        "Und für einen gefährlichen Hund?",
        "Wie hoch ist sie?",
        "Gilt das auch am Samstag?",
        "Wann muss ich sie zahlen?",
        "Warum?",
        "Ab wann gilt dies?",
        "What about pensioners?",
        "Ich habe 2",
        "was muss ich zahlen",
    ],
)
def test_a_question_that_leans_on_the_last_one_gets_its_subject(question: str) -> None:
    assert depends(question)
    query = rephrase(question, BEFORE)
    assert "Hundesteuer" in query
    assert query.endswith(question)


@pytest.mark.parametrize(
    "question",
    [
        "Was kostet ein Baumgrab im Ruhehain?",
        "An welchen Tagen ist Wochenmarkt?",
        "Wo beantrage ich Wohngeld?",
        "Können Sie mir die Öffnungszeiten des Bürgerbüros nennen?",
        "Gibt es einen Zuschuss für Lastenräder?",
        "asdf qwer",
        "Ich kann nicht mehr",
        "i can't go on like this",
    ],
)
def test_a_question_of_its_own_stays_as_it_is(question: str) -> None:
    assert rephrase(question, BEFORE) == question


def test_several_follow_ups_go_back_to_the_question_that_stood_alone() -> None:
    assert "Hundesteuer" in rephrase("Und für Rentner?", [*BEFORE, "Und für den zweiten?"])


@pytest.mark.parametrize(
    ("before", "question", "query"),
    [
        ("Was kostet das Freibad?", "wann öffnet es", "das Freibad: wann öffnet es"),
        ("Wo beantrage ich Wohngeld?", "Und was kostet das?", "Wohngeld: Und was kostet das?"),
        ("Wie hoch ist die Steuer für Hunde?", "Wann zahle ich?", "die Steuer für Hunde: Wann zahle ich?"),
        ("Wie hoch ist die Steuer?", "Und für Rentner?", "Wie hoch ist die Steuer: Und für Rentner?"),
        ("was kostet das freibad", "wann öffnet es", "das freibad: wann öffnet es"),
        ("was kostet das", "wann öffnet es", "was kostet das: wann öffnet es"),
    ],
)  # fmt: skip
def test_a_question_that_asks_for_something_else_takes_over_the_subject_alone(
    before: str, question: str, query: str
) -> None:
    assert rephrase(question, [before]) == query


def test_what_asks_nothing_is_passed_over() -> None:
    assert "Hundesteuer" in rephrase("Und für Rentner?", [*BEFORE, "asdf qwer"])


def test_words_are_not_said_twice() -> None:
    assert rephrase("Und für den zweiten Hund?", BEFORE).count("Hund") == 2  # Hundesteuer, Hund


def test_without_a_conversation_nothing_is_added() -> None:
    assert rephrase("Und  für\nRentner?", []) == "Und für Rentner?"
