"""Numbers of mails in a line, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.documents.sources.mailboxes import uid_ranges
from tests.unhurried import unhurried


@unhurried
@given(st.sets(st.integers(1, 2**32 - 1), max_size=50))
def test_what_is_written_is_read(numbers: set[int]) -> None:
    assert uid_ranges.parse_ranges(uid_ranges.format_ranges(numbers)) == numbers


def test_neighbours_are_a_range() -> None:
    assert uid_ranges.format_ranges([3, 1, 2, 7]) == "1:3,7"


def test_what_is_no_range_is_an_error() -> None:
    with pytest.raises(ValueError):
        uid_ranges.parse_ranges("1:x")
