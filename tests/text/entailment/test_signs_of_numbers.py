"""A sign before a number is part of it: a budget prints its deficit as "–2.100 Euro"."""

import pytest

from apps.text.entailment import derive


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("Das Ergebnis beträgt 2.100 Euro.", "Das Ergebnis beträgt –2.100 Euro."),
        ("Das Ergebnis beträgt -2.100 Euro.", "Das Ergebnis beträgt 2.100 Euro."),
        ("Die Temperatur beträgt 5 Grad.", "Die Temperatur beträgt -5 Grad."),
        ("Das Ergebnis beträgt 40 Euro.", "Das Ergebnis beträgt (−40) Euro."),
        ("The balance is 300 euros.", "The balance is -300 euros."),
        ("Die Steuer beträgt \u202e96\u202c Euro im Jahr.", "Die Steuer beträgt 96 Euro im Jahr."),
        ("Die Steuer beträgt \u206796–69\u2069 Euro.", "Die Steuer beträgt 96–69 Euro."),
    ],
)
def test_another_sign_is_another_number(said: str, source: str) -> None:
    assert not derive(said, [source]).proved


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("Das Ergebnis beträgt -2.100 Euro.", "Das Ergebnis beträgt –2.100 Euro."),
        ("Das Ergebnis beträgt minus 2.100 Euro.", "Das Ergebnis beträgt –2.100 Euro."),
        ("Das Amt ist 10 bis 12 Uhr offen.", "Das Amt ist 10–12 Uhr offen."),
        ("Das Amt ist von 10 bis 12 Uhr offen.", "Das Amt ist von 10 – 12 Uhr offen."),
    ],
)
def test_the_same_sign_and_ranges_are_read(said: str, source: str) -> None:
    assert derive(said, [source]).proved
