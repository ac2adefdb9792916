"""Questions for opening hours and telephone numbers in the words of offices."""

import pytest

from apps.retrieval.query.expand_question_with_official_terms import expand_in_office_words


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("Wann hat das Bürgerbüro geöffnet?", "Öffnungszeiten Bürgerbüro"),
        ("Wie lange ist der Wertstoffhof heute auf?", "Öffnungszeiten Wertstoffhof"),
        ("Wann hat das Bürgerbüro auf und wann macht es zu?", "Öffnungszeiten Bürgerbüro"),
        ("Welche Öffnungszeiten hat die Stadtbücherei?", "Öffnungszeiten Stadtbücherei"),
        ("wann macht das freibad auf", "Öffnungszeiten freibad"),
        ("freibad offen bis wann", "Öffnungszeiten freibad"),
    ],
)
def test_who_asks_when_something_is_open_asks_for_opening_hours(question: str, query: str) -> None:
    assert expand_in_office_words(question) == query


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("Telefonnummer des Standesamts", "Telefon Standesamts"),
        ("standesamt rufnummer", "Telefon standesamt"),
        ("Wie lautet die Telefonnummer vom Standesamt?", "Telefon Standesamt"),
        ("Telefonnummer", ""),
    ],
)
def test_who_asks_for_a_number_asks_for_the_line_that_says_telephone(question: str, query: str) -> None:
    assert expand_in_office_words(question) == query


@pytest.mark.parametrize(
    "question",
    [
        "Wann ist Wochenmarkt?",
        "Was kostet der Eintritt?",
        "Wann ist geöffnet?",
        "wann ist geöffnet",
        "Welche Maßnahmen plant die Regierung, um den Anteil zu erhöhen?",
        "Wann antwortet das Ministerium auf die Schreiben der Verbände?",
        "",
    ],
)
def test_any_other_question_stays_as_it_is(question: str) -> None:
    assert expand_in_office_words(question) == ""
