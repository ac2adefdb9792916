"""A condition of two acts is a condition of each: none of them may be told without it."""

import pytest

from apps.text.entailment import derive

WITHOUT_CONDITION = [
    ("Bei Regen werden Spiele abgesagt und am Folgetag nachgeholt.", "Spiele werden am Folgetag nachgeholt."),
    ("Wenn es regnet, werden Spiele abgesagt und am Folgetag nachgeholt.", "Spiele werden am Folgetag nachgeholt."),
    ("Wenn es regnet, fällt das Spiel aus und beginnt am Montag.", "Das Spiel beginnt am Montag."),
    ("Bei Regen fällt das Spiel aus und beginnt am Montag.", "Das Spiel beginnt am Montag."),
    ("Das Amt prüft den Fall und zahlt den Zuschuss, wenn Belege vorliegen.", "Das Amt zahlt den Zuschuss."),
    ("Bei Verstößen kann die Karte eingezogen und ganz gesperrt werden.", "Die Karte kann ganz gesperrt werden."),
    ("Die Karte wird nur auf Antrag verlängert und per Post versandt.", "Die Karte wird per Post versandt."),
]


@pytest.mark.parametrize(("source", "claim"), WITHOUT_CONDITION)
def test_an_act_is_not_told_without_the_condition_of_both(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved


def test_the_second_act_with_its_condition_is_proved() -> None:
    source = "Wenn es regnet, fällt das Spiel aus und beginnt am Montag."
    assert derive("Wenn es regnet, beginnt das Spiel am Montag.", [source]).proved
