from datetime import date

import pytest

from apps.text.numbers.parse_date import parse_date


@pytest.mark.parametrize(
    "text",
    ["2010-04-21", "2010-04-21T10:00:00Z", "21. April 2010", "21.04.2010", "21.4.2010", "Mittwoch, den 21. April 2010"],
)
def test_german_and_iso_dates_are_read(text: str) -> None:
    assert parse_date(text) == date(2010, 4, 21)


def test_months_with_umlauts_are_read() -> None:
    assert parse_date("3. März 2011") == date(2011, 3, 3)


@pytest.mark.parametrize("text", ["", "gestern", "31. Februar 2010", "2010-13-01", "21. Foo 2010", "April 2010"])
def test_anything_else_is_no_date(text: str) -> None:
    assert parse_date(text) is None
