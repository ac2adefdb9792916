import pytest

from apps.simplify.checks.facts.dates_and_times import TITLED, WEEKDAYS, take_dates
from apps.simplify.text.mask_found_matches import MaskedText


@pytest.mark.parametrize("name", [*WEEKDAYS, *TITLED])
def test_every_day_of_the_week_and_every_month_is_found_by_itself(name: str) -> None:
    assert take_dates(MaskedText(f"Ruhe: {name}."))


def test_half_a_day_of_the_week_is_found() -> None:
    assert take_dates(MaskedText("an Sonn- und Werken"))
