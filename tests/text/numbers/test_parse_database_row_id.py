import pytest

from apps.text.numbers.parse_database_row_id import parse_row_id


@pytest.mark.parametrize(
    ("text", "expected"),
    [("12", 12), ("", 0), ("-1", 0), ("1e3", 0), ("²", 0), ("9" * 18, 10**18 - 1), ("9" * 19, 0), ("9" * 5_000, 0)],
)
def test_what_is_no_number_of_a_row_names_none(text: str, expected: int) -> None:
    assert parse_row_id(text) == expected
