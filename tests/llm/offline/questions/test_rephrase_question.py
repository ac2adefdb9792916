"""Follow-up questions that can be searched."""

import pytest

from apps.llm.offline.questions.rephrase_question import depends_on_earlier, rephrase_follow_up

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
        "am Samstag?",
        "Für Rentner?",
        "Ab Januar?",
        "ohne Termin",
        "With children?",
        "Ab wann gilt dies?",
        "What about pensioners?",
        "Ich habe 2",
        "was muss ich zahlen",
    ],
)
def test_a_question_that_leans_on_the_last_one_gets_its_subject(question: str) -> None:
    assert depends_on_earlier(question)
    query = rephrase_follow_up(question, BEFORE)
    assert "Hundesteuer" in query
    assert query.endswith(question)


@pytest.mark.parametrize(
    "question",
    [
        "Was kostet ein Baumgrab im Ruhehain?",
        "Am Samstag Wochenmarkt?",
        "Zum Freibad",
        "Für wen gilt die Steuer?",
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
    assert rephrase_follow_up(question, BEFORE) == question


def test_several_follow_ups_go_back_to_the_question_that_stood_alone() -> None:
    assert "Hundesteuer" in rephrase_follow_up("Und für Rentner?", [*BEFORE, "Und für den zweiten?"])


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
    assert rephrase_follow_up(question, [before]) == query


SEVERAL = ["Was kostet Sperrmüll?", "Wo ist die Bücherei?", "Was kostet der Ausweis dort?"]


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("Nochmal zum Sperrmüll: ab wann darf ich ihn rausstellen?", "Sperrmüll: ab wann darf ich ihn rausstellen?"),
        ("Zurück zur Hundesteuer, wann wird sie fällig?", "Hundesteuer: wann wird sie fällig?"),
        ("noch eine Frage zum Sperrmüll: was kostet er", "Sperrmüll: was kostet er"),
        ("Und zum Freibad: wann öffnet es?", "Freibad: wann öffnet es?"),
        ("Back to the dog tax: when is it due?", "dog tax: when is it due?"),
    ],
)
def test_a_question_that_goes_back_to_a_subject_names_it_itself(question: str, query: str) -> None:
    assert rephrase_follow_up(question, SEVERAL) == query
    assert rephrase_follow_up(question, []) == query


def test_what_follows_a_subject_gone_back_to_is_about_it() -> None:
    earlier = [*SEVERAL, "Zurück zur Hundesteuer: wer ist befreit?"]
    assert rephrase_follow_up("Wann muss ich die zahlen?", earlier) == "Hundesteuer: Wann muss ich die zahlen?"
    assert rephrase_follow_up("Und für Rentner?", earlier) == "Hundesteuer: wer ist befreit: Und für Rentner?"


@pytest.mark.parametrize(
    "question", ["Wie komme ich zum Sperrmüll: mit dem Bus?", "Bis zum Freitag, 12 Uhr, muss was da sein?"]
)
def test_other_words_with_a_colon_go_back_to_nothing(question: str) -> None:
    assert rephrase_follow_up(question, []) == question


def test_other_words_before_a_colon_are_no_subject() -> None:
    assert rephrase_follow_up("Und für Rentner: gilt das auch?", BEFORE).startswith("Wie hoch ist die Hundesteuer")
    assert "Hundesteuer" in rephrase_follow_up("Wann zahle ich?", ["Eine Frage: Wie hoch ist die Hundesteuer?"])


def test_what_asks_nothing_is_passed_over() -> None:
    assert "Hundesteuer" in rephrase_follow_up("Und für Rentner?", [*BEFORE, "asdf qwer"])


def test_words_are_not_said_twice() -> None:
    assert rephrase_follow_up("Und für den zweiten Hund?", BEFORE).count("Hund") == 2  # Hundesteuer, Hund


def test_without_a_conversation_nothing_is_added() -> None:
    assert rephrase_follow_up("Und  für\nRentner?", []) == "Und für Rentner?"
