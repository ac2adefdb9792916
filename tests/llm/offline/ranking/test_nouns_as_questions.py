"""Names of things typed alone as the questions for which they stand."""

import pytest

from apps.llm.offline.ranking.nouns_as_questions import (
    cost_question,
    how_long_question,
    question_wordings,
    value_question,
)


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("Gebühr für Hausnummer", "Was kostet Hausnummer?"),
        ("hausnummer gebühren?", "Was kostet hausnummer?"),
        ("zweitwohnung steuer", "Was kostet zweitwohnung?"),
    ],
)
def test_a_noun_of_fees_beside_another_noun_asks_what_it_costs_and_nothing_else(typed: str, asked: str) -> None:
    assert cost_question(typed) == asked
    assert question_wordings(typed) == [asked]


@pytest.mark.parametrize(
    "typed",
    [
        "Gebühr",
        "Wer trägt die Kosten",
        "Wann ist die Gebühr fällig?",
        "wir wollen eure gebühr",
        "Gebühren für die",
        "Gebührenbefreiung Museum",
        "Säumnisentgelt Museum",
    ],
)
def test_other_messages_ask_for_no_price(typed: str) -> None:
    assert cost_question(typed) == ""


def test_a_noun_of_time_asks_how_long_it_takes() -> None:
    assert how_long_question("Sperrfrist Konto") == "Wie lange ist die Sperrfrist Konto?"
    assert how_long_question("Öffnungszeit Museum") == ""


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("Zweitwohnungssteuer Höhe", "Wie hoch ist die Zweitwohnungssteuer?"),
        ("höhe der kurtaxe", "Wie hoch ist die kurtaxe?"),
        ("Anzahl Stellplätze", "Wie viele Stellplätze gibt es?"),
        ("Höhe", ""),
        ("Höhenweg Karte", ""),
        ("Wer bestimmt die Höhe", ""),
    ],
)
def test_a_noun_of_a_value_asks_for_it(typed: str, asked: str) -> None:
    assert value_question(typed) == asked
    assert question_wordings(typed) == [asked or typed]


def test_the_message_itself_is_the_last_that_is_asked() -> None:
    assert question_wordings("Museum") == ["Museum"]
    assert question_wordings("Sperrfrist Konto")[-1] == "Sperrfrist Konto"
