import pytest

from apps.graph.querying.is_global_question import is_global_question


@pytest.mark.parametrize(
    "question",
    [
        "Welche Themen kommen immer wieder vor?",
        "Worum geht es in diesen Dokumenten?",
        "Welche Themen behandeln die Dokumente?",
        "Welche Schwerpunkte hat die Sammlung?",
        "Which topics do these documents cover?",
        "Geben Sie einen Überblick über die Sammlung.",
        "Was sind die wichtigsten Themen?",
        "Welche gemeinsamen Probleme gibt es über alle Dokumente?",
        "What are the main themes of these documents?",
        "Which challenges are most frequently mentioned?",
        "What do guests say about privacy?",
    ],
)
def test_questions_about_the_whole_are_recognised(question: str) -> None:
    assert is_global_question(question)


@pytest.mark.parametrize(
    "question",
    [
        "Was kostet ein Personalausweis?",
        "Welche Unterlagen brauche ich für die Anmeldung?",
        "Welche Themen behandelt die Drucksache 19/12345?",
        "Wie oft wird der Müll abgeholt?",
        "Wann ist das Bürgerbüro geöffnet?",
        "Wer ist für den Haushalt zuständig?",
        "Which documents do I need to register a car?",
        "Welche Unterlagen gehören zum Bereich Wohngeld?",
        "How much does a passport cost?",
        "Fasse § 9 der Satzung zusammen.",
        "",
    ],
)
def test_questions_about_one_place_are_not(question: str) -> None:
    assert not is_global_question(question)
