"""Totals and percentages of a claim are worked out again from the values of its quote."""

import pytest

from apps.text.entailment import Level, derive

FEES = "Die Ausstellung kostet 50 Euro, die Zustellung 25 Euro."
THREE = "Der Antrag kostet 50 Euro. Die Prüfung kostet 25 Euro. Die Kopie kostet 3 Euro."
SURVEY = "310 von 1.240 Befragten nutzen den Bus."


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Insgesamt kostet das 75 Euro.", FEES),
        ("Die Ausstellung und die Zustellung kosten zusammen 75 Euro.", FEES),
        ("Der Antrag und die Prüfung kosten zusammen 75 Euro.", THREE),
        ("Insgesamt sind das 78 Euro.", THREE),
        ("In total, that is 75 euros.", "The permit costs 50 euros. The delivery costs 25 euros."),
        ("310 von 1.240 Befragten nutzen den Bus, das sind 25 Prozent.", SURVEY),
    ],
)
def test_a_right_result_is_derived(claim: str, quote: str) -> None:
    found = derive(claim, [quote])
    assert found.level is Level.DERIVED, str(found)
    assert any(licence.startswith("computed: ") for licence in found.licences)


def test_values_of_two_quotes_are_not_added() -> None:
    assert not derive(
        "Insgesamt kostet das 75 Euro.", ["Die Ausstellung kostet 50 Euro.", "Die Zustellung kostet 25 Euro."]
    ).proved
