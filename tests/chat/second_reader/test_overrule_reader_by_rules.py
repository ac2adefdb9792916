"""The rules have the last word on numbers, negation, units, roles and what restricts a sentence."""

import pytest

from apps.chat.second_reader.overrule_reader_by_rules import find_objections

FEE = "Für die Ausstellung einer Meldebescheinigung wird eine Gebühr von 9,00 Euro erhoben."


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Wer eine Meldebescheinigung möchte, zahlt dafür 12 Euro.", FEE),
        ("Wer eine Meldebescheinigung möchte, zahlt dafür nichts.", FEE),
        ("Wer eine Meldebescheinigung möchte, zahlt dafür 9 Dollar.", FEE),
        ("Man hat dafür 14 Wochen Zeit.", "Die Frist beträgt 14 Tage."),
        ("Kinder zahlen dort weniger.", "Kinder zahlen dort nicht weniger."),
        ("Man erhält die Karte am Schalter.", "Man erhält die Karte am Schalter, sofern man dort gemeldet ist."),
        ("Hunde kommen dort hinein.", "Nur Blindenhunde kommen dort hinein."),
        ("The card costs 12 euros at the counter.", "At the counter you pay 9 euros for the card."),
        ("Anyone can get the card.", "Anyone can get the card only if they live here."),
    ],
)
def test_what_is_lost_or_changed_is_an_objection(claim: str, quote: str) -> None:
    assert find_objections(claim, [quote])


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Wer eine Meldebescheinigung braucht, muss dafür 9 Euro auf den Tisch legen.", FEE),
        ("Your card will set you back 9 euros at the counter.", "At the counter you pay 9 euros for the card."),
    ],
)
def test_other_words_alone_are_none(claim: str, quote: str) -> None:
    assert find_objections(claim, [quote]) == ()


def test_what_nobody_has_read_is_an_objection() -> None:
    assert find_objections("Wort " * 400, [FEE]) == ("length",)
    assert find_objections("Kurz.", [FEE * 100]) == ("length",)
