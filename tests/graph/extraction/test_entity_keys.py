import pytest

from apps.graph.extraction.entity_keys import display_name, entity_key, name_in_key, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [("Amt  Mitte", "amt mitte"), ("Kita-Platz", "Kita Platz"), ("ＡＭＴ", "Amt"), ("Straße", "STRASSE")],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_the_same_name_of_another_type_is_another_entity() -> None:
    assert entity_key("Apple", "Frucht") != entity_key("Apple", "Organisation")


def test_marks_around_a_name_go_and_brackets_within_it_stay() -> None:
    assert display_name(' "Amt (Mitte)" ') == "Amt (Mitte)"
    assert display_name("§ 9 Abs. 2") == "§ 9 Abs. 2"


def test_a_long_name_keeps_a_key_of_its_own_and_its_type() -> None:
    """The column takes 400 characters; names that differ only beyond the cut stay different entities."""
    keys = {entity_key("Amt " * 200 + end, "Behörde") for end in ("Nord", "Süd")}
    assert len(keys) == 2
    assert all(len(key) <= 400 and key.endswith("|behörde") for key in keys)
    assert name_in_key(entity_key("A|B", "T")) == "a b"
