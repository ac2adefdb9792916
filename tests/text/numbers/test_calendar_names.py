"""Names of months and weekdays."""

from datetime import date

from django.utils import translation
from django.utils.formats import date_format

from apps.text.numbers.calendar_names import (
    ENGLISH_MONTHS,
    ENGLISH_WEEKDAYS,
    GERMAN_MONTHS,
    GERMAN_WEEKDAYS,
    TO_ENGLISH_WEEKDAY,
    TO_GERMAN_WEEKDAY,
    in_title_case,
)


def test_they_are_those_that_django_knows() -> None:
    for language, months, weekdays in (
        ("de", GERMAN_MONTHS, GERMAN_WEEKDAYS),
        ("en", ENGLISH_MONTHS, ENGLISH_WEEKDAYS),
    ):
        with translation.override(language):
            assert [date_format(date(2024, month, 1), "F").lower() for month in range(1, 13)] == list(months)
            # The first of January 2024 was a Monday.
            assert [date_format(date(2024, 1, day), "l").lower() for day in range(1, 8)] == list(weekdays)


def test_weekdays_are_translated_in_both_directions() -> None:
    assert TO_GERMAN_WEEKDAY["thursday"] == "donnerstag"
    assert TO_ENGLISH_WEEKDAY["samstag"] == "saturday"


def test_alternatives_begin_with_capitals_and_come_once() -> None:
    assert in_title_case("märz", "april", "april") == "März|April"
