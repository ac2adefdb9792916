from datetime import date

import pytest

from apps.chat.quantities.quantity_patterns import FIGURE, parse_date_match
from apps.simplify.checks.facts.dates_and_times import take_dates
from apps.simplify.text.mask_found_matches import MaskedText
from apps.text.entailment.tokens.tokenise import tokenise
from apps.text.normalise_identifiers import normalised_identifiers
from apps.text.numbers.parse_date import dates_in_text, parse_date


@pytest.mark.parametrize(
    "text",
    [
        "2010-04-21", "2010-04-21T10:00:00Z", "21. April 2010", "21.04.2010", "21.4.2010", "21.4.10", "21. 4. 10",
        "Mittwoch, den 21. April 2010",
    ],
)  # fmt: skip
def test_german_and_iso_dates_are_read(text: str) -> None:
    assert parse_date(text) == date(2010, 4, 21)


def test_months_with_umlauts_are_read() -> None:
    assert parse_date("3. März 2011") == date(2011, 3, 3)


@pytest.mark.parametrize("text", ["", "gestern", "31. Februar 2010", "2010-13-01", "21. Foo 2010", "April 2010"])
def test_anything_else_is_no_date(text: str) -> None:
    assert parse_date(text) is None


def days_of_each_reader(text: str) -> list[set[str]]:
    """What is read for answers, for derivation, for plain language, for search and for sources; without a year "-"."""
    tokens = [str(token.value) for token in tokenise(text, "de")]
    return [
        {"-".join(parse_date_match(found)) for found in FIGURE.finditer(text) if found["dotted"]},
        {value.removeprefix("date:") for value in tokens if value.startswith("date:")},
        {value.replace("--", "-").replace("-0", "-") for value in take_dates(MaskedText(text)) if "-" in value},
        {value[1:].replace("-0", "-") for value in normalised_identifiers(text) if value.startswith("@")},
        {f"{day.year}-{day.month}-{day.day}" for day in dates_in_text(text)},
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Satzung vom 12.3.98. Der Antrag ist frei.", "Satzung vom 12.3.98 an", "Satzung vom 12. 3. 98 an",
        "Satzung vom 12. 3. 98. Der Antrag ist frei.", "Satzung (12.3.98) über", "Satzung vom 12.3.1998, 14 Uhr",
        "am 12.3.1998,14:00 Uhr", "am 12.3.1998:5 Stimmen", "12.3.1998,12.3.1998",
        "Satzung vom 12.3. 1998 über", "Satzung vom 12.03.98: Der Antrag",
    ],
)  # fmt: skip
def test_every_reader_finds_the_year_of_a_day(text: str) -> None:
    assert days_of_each_reader(text) == [{"1998-3-12"}] * 5


@pytest.mark.parametrize(
    "text",
    [
        "Am 12.3. 20 Euro", "Am 12. 3. 20 Euro", "Am 12.3. 2000 Euro", "Am 12.3. 20.000 Euro", "Am 12.3. 20,5 Euro",
        "Am 12.3. 20 Personen", "Am 12.3. 50%", "Am 12.3. 14 Uhr", "Am 12.3. 10:30 Uhr", "Am 12. 3. 20 Kilometer",
    ],
)  # fmt: skip
def test_no_reader_takes_what_is_counted_after_a_day_for_its_year(text: str) -> None:
    no_day_without_its_year: list[set[str]] = [set(), set()]
    assert days_of_each_reader(text) == [{"-3-12"}] * 3 + no_day_without_its_year


@pytest.mark.parametrize("text", ["Nach Nummer 1.2.20.3 gilt", "Nach Nummer 12.3.20,5 gilt"])
def test_no_reader_takes_a_longer_number_for_a_day(text: str) -> None:
    assert days_of_each_reader(text) == [set()] * 5
