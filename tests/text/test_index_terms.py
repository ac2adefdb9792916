import pytest

from apps.text.index_terms import count_terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gebühr", "Gebuehren"),
        ("Straße", "STRASSEN"),
        ("Ärzte", "Aerzte"),
        ("Drucksache 19/12345", "19/12345 Drucksachen"),
        ("21. April 2010", "2010-04-21"),
    ],
)
def test_spellings_and_forms_share_a_term(one: str, other: str) -> None:
    assert count_terms(one).keys() & count_terms(other).keys()


def test_different_words_share_none() -> None:
    assert not count_terms("Hundesteuer").keys() & count_terms("Parkausweis").keys()


def test_words_that_carry_no_subject_are_left_out() -> None:
    assert not count_terms("und der die das")


def test_japanese_is_read_by_pairs_of_characters() -> None:
    assert count_terms("北海道") == count_terms("北海") + count_terms("海道")
