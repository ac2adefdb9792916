"""Which questions want something worked out from several values, and which only sound like it."""

import pytest

from apps.text.grammar.detect_asked_operation import Operation, asked_operation, states_result


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("Welcher Ortsteil hat die meisten Kinder?", Operation.LARGEST),
        ("Was ist die günstigste Trauung?", Operation.SMALLEST),
        ("Wie viele Plätze gibt es insgesamt?", Operation.SUM),
        ("Um wie viel ist die Steuer gestiegen?", Operation.DIFFERENCE),
        ("Um wie viel Prozent ist die Steuer gestiegen?", Operation.CHANGE),
        ("Wie viel Prozent der Plätze sind belegt?", Operation.SHARE),
        ("Wie viele Orte haben mehr als 300 Einwohner?", Operation.COUNT),
        ("Wie hoch sind die Gebühren im Durchschnitt?", Operation.UNKNOWN),
        ("Welches Fahrzeug ist am zweitteuersten?", Operation.UNKNOWN),
        ("Welcher Ort hat die meisten und welcher die wenigsten Kinder?", Operation.UNKNOWN),
    ],
)
def test_what_is_asked(question: str, operation: Operation) -> None:
    assert asked_operation(question) is operation


@pytest.mark.parametrize(
    "question",
    [
        "Wie viele Kinder stehen in der Nordstadt auf der Warteliste?",
        "Was kostet die Hundesteuer?",
        "Was ist der Unterschied zwischen Reihengrab und Wahlgrab?",
        "Wir wohnen zusammen: Müssen wir beide zum Amt?",
        "Muss ich mehr Steuern zahlen als mein Nachbar?",
    ],
)
def test_nothing_is_to_be_worked_out(question: str) -> None:
    assert asked_operation(question) is None


def test_one_value_of_several_is_no_result() -> None:
    question = "Welches Fahrzeug hat den höchsten Stundensatz?"
    assert not states_result(question, "Rüstwagen: 239 Euro")
    assert not states_result(question, "Rüstwagen: höchstens 239 Euro")
    assert states_result(question, "Den höchsten Stundensatz hat die Drehleiter mit 290 Euro.")


def test_a_result_of_other_years_is_none() -> None:
    question = "Um wie viel ist die Miete von 2023 auf 2025 gestiegen?"
    assert not states_result(question, "Teilen Sie mit, wenn die Miete um mehr als 15 Prozent gestiegen ist.")
    assert states_result(question, "Die Miete ist von 2023 auf 2025 um 15 Prozent gestiegen.")


@pytest.mark.parametrize(
    ("question", "other", "result"),
    [
        (
            "Welcher Gerätewagen hat den höchsten Stundensatz?",
            "Das Signal dient nur, wenn höchste Eile geboten ist.",
            "Den höchsten Stundensatz hat der Gerätewagen Gefahrgut mit 246 Euro.",
        ),
        (
            "Wie viel Prozent der Wege werden mit dem Fahrrad zurückgelegt?",
            "Die Auslastung der Bügel lag bei rund 115 Prozent.",
            "Mit dem Fahrrad werden 23 Prozent aller Wege zurückgelegt.",
        ),
        (
            "Um wie viel teurer ist die Leerung alle zwei Wochen?",
            "Sie erhalten 40 Liter ohne Mehrgebühr.",
            "Alle zwei Wochen ist sie 84 Euro teurer.",
        ),
        (
            "Um wie viel teurer ist die Leerung alle zwei Wochen?",
            "Bei höherer Gewalt besteht kein Anspruch auf Ermäßigung der Gebühr.",
            "Sie ist zwei Euro teurer.",
        ),
    ],
)
def test_the_result_of_something_else_is_none(question: str, other: str, result: str) -> None:
    assert not states_result(question, other)
    assert states_result(question, result)
