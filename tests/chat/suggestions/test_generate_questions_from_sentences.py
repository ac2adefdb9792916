"""A question is made only of a sentence that answers it, and only where it can be understood by itself."""

import pytest

from apps.chat.suggestions.generate_questions_from_sentences import extract_own_question, generate_question


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr.",
            "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?",
        ),
        ("Die Gesamtkosten betragen rund 5.715.000 Euro.", "Wie hoch sind die Gesamtkosten?"),
        ("Die Widerspruchsfrist beträgt einen Monat.", "Wie lang ist die Widerspruchsfrist?"),
        ("Die Widerspruchsfrist beträgt vierzehn Tage.", "Wie lang ist die Widerspruchsfrist?"),
        ("Der Rückbau des Rechtsabbiegers kostet 284.000 Euro.", "Was kostet der Rückbau des Rechtsabbiegers?"),
        ("Das Bürgerbüro ist montags von 8 bis 16 Uhr geöffnet.", ""),
        ("Das Bürgerbüro im Rathaus ist montags geöffnet.", "Wann ist das Bürgerbüro im Rathaus geöffnet?"),
        ("Der Martinimarkt findet im November statt.", "Wann findet der Martinimarkt statt?"),
        (
            "Zuständig für die Ausstellung der Ausweise ist das Amt.",
            "Wer ist für die Ausstellung der Ausweise zuständig?",
        ),
        (
            "Für den Winterdienst auf Wegen ist die Stadt zuständig.",
            "Wer ist für den Winterdienst auf Wegen zuständig?",
        ),
    ],
)
def test_a_plain_sentence_becomes_its_question(sentence: str, question: str) -> None:
    assert generate_question(sentence) == question


@pytest.mark.parametrize(
    "sentence",
    [
        "Die Gebühr beträgt drei Euro.",
        "Diese Gebühr beträgt 3 Euro.",
        "Die Gebühr nach Satz 1 beträgt 3 Euro.",
        "Die Höhe der jeweiligen Abgabe beträgt 3 Euro.",
        "Die Abgabe, die der Halter zahlt, beträgt 3 Euro.",
        "Der Wochenmarkt findet auf dem Kornmarkt statt.",
        "Die Hundesteuerpflicht beginnt am ersten Tag des Monats.",
    ],
)
def test_of_a_sentence_that_leans_on_others_or_says_something_else_no_question_is_made(sentence: str) -> None:
    assert generate_question(sentence) == ""


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (
            "4. Wie lange dauert die Bearbeitung eines Wohngeldantrags?",
            "Wie lange dauert die Bearbeitung eines Wohngeldantrags?",
        ),
        ("Was kostet es darüber hinaus?", ""),
        ("Was kostet die Anmeldung?", ""),
        ("Wie werden Sie gewarnt?", ""),
        ("Zu schade zum Wegwerfen der Möbelstücke?", ""),
        ("Wie viele Betreuungsplätze gibt es in Musterfurt, und wie viele sind belegt?", ""),
    ],
)
def test_a_documents_own_question_is_taken_where_it_stands_for_itself(text: str, question: str) -> None:
    assert extract_own_question(text) == question
