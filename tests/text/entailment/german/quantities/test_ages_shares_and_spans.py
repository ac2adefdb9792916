"""Ages, shares and spans of time in other words, and what lies close to them."""

import pytest

from apps.text.entailment import derive

SAME = [
    (
        "Kinder bis zum vollendeten sechsten Lebensjahr haben freien Eintritt.",
        "Kinder unter sechs Jahren haben freien Eintritt.",
    ),
    ("Ab dem vollendeten 18. Lebensjahr ist die Teilnahme möglich.", "Ab 18 Jahren ist die Teilnahme möglich."),
    ("Von den 120 Anträgen wurden 35 abgelehnt.", "35 von 120 Anträgen wurden abgelehnt."),
    ("35 der 120 Anträge wurden abgelehnt.", "Von 120 Anträgen wurden 35 abgelehnt."),
    (
        "Der Antrag ist spätestens zwei Wochen vor dem Fest zu stellen.",
        "Sie müssen den Antrag mindestens 14 Tage vor dem Fest stellen.",
    ),
    (
        "Die Anmeldung muss spätestens zwei Wochen nach dem Einzug erfolgen.",
        "Nach dem Einzug müssen Sie sich innerhalb von 14 Tagen anmelden.",
    ),
    ("Das Kind darf einmal am Tag besucht werden.", "Das Kind darf einmal täglich besucht werden."),
    ("Die Bestellung kann jederzeit widerrufen werden.", "Die Bestellung kann zu jeder Zeit widerrufen werden."),
]
OTHER = [
    (
        "Kinder bis zum vollendeten sechsten Lebensjahr haben freien Eintritt.",
        "Kinder bis sieben Jahre haben freien Eintritt.",
    ),
    (
        "Kinder bis zum vollendeten sechsten Lebensjahr haben freien Eintritt.",
        "Kinder ab sechs Jahren haben freien Eintritt.",
    ),
    ("Ab dem vollendeten 18. Lebensjahr ist die Teilnahme möglich.", "Unter 18 Jahren ist die Teilnahme möglich."),
    ("Von den 120 Anträgen wurden 35 abgelehnt.", "120 von 35 Anträgen wurden abgelehnt."),
    ("Von den 120 Anträgen wurden 35 abgelehnt.", "120 Anträge wurden abgelehnt."),
    ("Von den 120 Anträgen wurden mindestens 35 abgelehnt.", "35 von 120 Anträgen wurden abgelehnt."),
    (
        "Der Antrag ist spätestens zwei Wochen vor dem Fest zu stellen.",
        "Der Antrag ist höchstens zwei Wochen vor dem Fest zu stellen.",
    ),
    (
        "Der Antrag ist frühestens zwei Wochen vor dem Fest zu stellen.",
        "Der Antrag ist mindestens zwei Wochen vor dem Fest zu stellen.",
    ),
    (
        "Die Anmeldung muss spätestens zwei Wochen nach dem Einzug erfolgen.",
        "Sie müssen sich frühestens zwei Wochen nach dem Einzug anmelden.",
    ),
    (
        "Die Anmeldung muss spätestens zwei Wochen nach dem Einzug erfolgen.",
        "Sie müssen sich zwei Wochen nach dem Einzug anmelden.",
    ),
    ("Das Kind darf einmal am Tag besucht werden.", "Das Kind darf täglich besucht werden."),
    ("Das Kind darf einmal am Tag besucht werden.", "Das Kind darf einmal in der Woche besucht werden."),
    ("Die Bestellung kann nicht jederzeit widerrufen werden.", "Die Bestellung kann zu jeder Zeit widerrufen werden."),
]


@pytest.mark.parametrize(("quote", "sentence"), SAME)
def test_the_same_amount_in_other_words_is_proved(quote: str, sentence: str) -> None:
    assert derive(sentence, [quote]).proved, derive(sentence, [quote])


@pytest.mark.parametrize(("quote", "sentence"), OTHER)
def test_another_amount_is_not_proved(quote: str, sentence: str) -> None:
    assert not derive(sentence, [quote]).proved, derive(sentence, [quote])
