"""Lists with a value for each item, relative clauses with "welche", and acts at the beginning of a sentence."""

import pytest

from apps.text.entailment import Level, derive

FEES = "Die Gebühr beträgt für Erwachsene 12 Euro, für Jugendliche 6 Euro und für Kinder 3 Euro."


@pytest.mark.parametrize(
    "claim",
    [
        "Die Gebühr beträgt für Erwachsene 12 Euro.",
        "Die Gebühr beträgt für Jugendliche 6 Euro.",
        "Für Kinder beträgt die Gebühr 3 Euro.",
    ],
)
def test_each_item_of_a_list_of_three_follows_by_itself(claim: str) -> None:
    assert derive(claim, [FEES]).proved


@pytest.mark.parametrize(
    "claim",
    [
        "Die Gebühr beträgt für Jugendliche 12 Euro.",
        "Die Gebühr beträgt für Kinder 6 Euro.",
        "Die Gebühr beträgt für Erwachsene 3 Euro.",
        "Die Gebühr beträgt 12 Euro.",
        "Die Gebühr beträgt für Erwachsene 12 Euro und für Kinder 6 Euro.",
        "Die Gebühr beträgt für Jugendliche und Kinder 6 Euro.",
    ],
)
def test_no_item_of_a_list_takes_the_value_of_another(claim: str) -> None:
    assert not derive(claim, [FEES]).proved


def test_a_relative_clause_may_begin_with_another_pronoun() -> None:
    quote = "Gebäuden, welche mehr als 200 Meter entfernt liegen, wird die Steuer erlassen."
    assert derive("Gebäuden, die mehr als 200 Meter entfernt liegen, wird die Steuer erlassen.", [quote]).proved
    assert not derive("Gebäuden, die weniger als 200 Meter entfernt liegen, wird die Steuer erlassen.", [quote]).proved
    assert not derive("Gebäuden wird die Steuer erlassen.", [quote]).proved


@pytest.mark.parametrize("noun", ["Anmeldungen", "Abmeldungen", "Anmeldung"])
def test_a_noun_at_the_beginning_is_no_adjective(noun: str) -> None:
    verb, duty = ("ist", "muss") if noun.endswith("g") else ("sind", "müssen")
    quote = f"{noun} {verb} bis zum 31. März beim Schulamt einzureichen."
    assert derive(f"{noun} {duty} bis zum 31. März beim Schulamt eingereicht werden.", [quote]).proved
    assert derive(f"{noun} {duty} bis zum 31. Mai beim Schulamt eingereicht werden.", [quote]).level is (
        Level.CONTRADICTED
    )
