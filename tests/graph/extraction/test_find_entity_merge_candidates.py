import pytest

from apps.graph.extraction.entity_keys import entity_key
from apps.graph.extraction.find_entity_merge_candidates import NamedEntity, merge_candidates


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("Scrooge|person", "Ebenezer Scrooge|person"), "part_of_name"),
        (("Apple|frucht", "Apple|firma"), "other_type"),
        (("Bundesagentur Arbeit|amt", "BA|amt"), "abbreviation"),
        (("Müllabfuhr|amt", "Mülabfuhr|amt"), "spelling"),
    ],
)
def test_pairs_that_may_be_one_are_suggested(names: tuple[str, str], reason: str) -> None:
    named = [
        NamedEntity(entity_key(*name.split("|")), name.split("|")[0], 2 - place) for place, name in enumerate(names)
    ]
    [guess] = merge_candidates(named)
    assert guess.reason == reason
    assert guess.kept.name == names[0].split("|")[0]


@pytest.mark.parametrize("names", [("§ 7", "§ 77"), ("Antrag 12", "Antrag 13"), ("Nordbrücke", "Kornhaus")])
def test_numbers_and_different_names_are_left_alone(names: tuple[str, str]) -> None:
    assert merge_candidates([NamedEntity(entity_key(name, "T"), name, 1) for name in names]) == []
