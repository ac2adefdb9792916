"""What a telephone dials."""

import pytest

from apps.text.numbers.strip_phone_formatting import strip_phone_formatting


@pytest.mark.parametrize(
    ("written", "digits"), [("(030) 12 34-0", "03012340"), ("+49 30 1234", "+49301234"), ("115", "115"), ("", "")]
)
def test_blanks_and_signs_are_left_out(written: str, digits: str) -> None:
    assert strip_phone_formatting(written) == digits
