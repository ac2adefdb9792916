"""Names of months and weekdays."""

from datetime import date

import pytest
from django.utils import translation
from django.utils.formats import date_format

from apps.chat.quantities.numbers_dates_and_sections import figures_without_source, stated_figures
from apps.simplify.checks.facts.dates_and_times import take_dates
from apps.simplify.text.mask_found_matches import MaskedText
from apps.text.entailment.tokens.parse_numbers_and_dates import DATE, Value, parse_date_match
from apps.text.normalise_identifiers import normalised_identifiers
from apps.text.numbers.calendar_names import (
    ENGLISH_MONTHS,
    ENGLISH_WEEKDAYS,
    GERMAN_MONTHS,
    GERMAN_WEEKDAYS,
    MONTH_NUMBER,
    TO_ENGLISH_WEEKDAY,
    TO_GERMAN_WEEKDAY,
    title_case_pattern,
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
    assert title_case_pattern("märz", "april", "april") == "März|April"


@pytest.mark.parametrize("name", ["Feber", "Mrz.", "Mär.", "Sept.", "Jänner", "Okt."])
def test_whoever_reads_dates_knows_the_same_abbreviations(name: str) -> None:
    day = f"12. {name} 2026"
    number = MONTH_NUMBER[name.lower().rstrip(".")]
    in_figures = f"12.{number}.2026"
    assert take_dates(MaskedText(day)) == take_dates(MaskedText(in_figures))
    assert [value for found in DATE.finditer(day) if (value := parse_date_match(found))] == [
        Value("date", f"2026-{number}-12")
    ]
    assert normalised_identifiers(f"Frist am {day} abends") == normalised_identifiers(f"Frist am {in_figures} abends")
    if name != "Mär.":
        # A word of its own, which may stand for a month without a day there.
        assert not figures_without_source(f"am {day}", stated_figures(in_figures))
