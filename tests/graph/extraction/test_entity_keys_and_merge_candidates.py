import pytest

from apps.graph.extraction.entity_keys_and_merge_candidates import (
    NamedEntity,
    entity_key,
    merge_candidates,
    name_key,
    shown_name,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Amt  Mitte", "amt mitte"), ("Kita-Platz", "Kita Platz"), ("ＡＭＴ", "Amt"), ("Straße", "STRASSE")],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_the_same_name_of_another_type_is_another_entity() -> None:
    assert entity_key("Apple", "Frucht") != entity_key("Apple", "Organisation")


def test_marks_around_a_name_go_and_brackets_within_it_stay() -> None:
    assert shown_name(' "Amt (Mitte)" ') == "Amt (Mitte)"
    assert shown_name("§ 9 Abs. 2") == "§ 9 Abs. 2"


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
