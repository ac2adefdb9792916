"""A claim that is quoted bare, and once with what limits it: half a quote proves no whole sentence."""

import pytest

from apps.text.entailment import derive

HALL = "Hunde dürfen nicht in die Halle."
BARE = "Das Grillen im Park ist verboten."
LIMITED = [
    ("an exception behind it", BARE, f"{BARE} Ausgenommen sind die Grillplätze."),
    ("a condition", "Die Gebühr beträgt 5 Euro.", "Die Gebühr beträgt 5 Euro, wenn der Antrag online gestellt wird."),
    ("what nothing reads", HALL, f"{HALL} Das gilt nicht für Blindenhunde."),
    ("in English", "Visitors may use the hall.", "Visitors may use the hall unless it is booked."),
]


@pytest.mark.parametrize(("bare", "limited"), [case[1:] for case in LIMITED], ids=[case[0] for case in LIMITED])
def test_what_one_quote_limits_no_other_quote_proves(bare: str, limited: str) -> None:
    for quotes in ([limited, bare], [bare, limited], [limited, bare.rstrip(".")]):
        assert not derive(bare, quotes).proved, quotes


@pytest.mark.parametrize(("bare", "limited"), [case[1:] for case in LIMITED], ids=[case[0] for case in LIMITED])
def test_the_whole_sentence_is_proved_beside_its_half(bare: str, limited: str) -> None:
    assert derive(limited, [bare, limited]).proved


def test_other_words_for_the_same_are_limited_as_well() -> None:
    quotes = [BARE, f"{BARE} Ausgenommen sind die Grillplätze."]
    assert not derive("Das Grillen im Park ist nicht erlaubt.", quotes).proved
