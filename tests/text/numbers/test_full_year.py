"""Years of two digits: whoever reads dates reads "12.03.98" as 1998, and none as 2098."""

from datetime import date

import pytest

from apps.chat.quantities.numbers_dates_and_sections import StatedFigure, figures_without_source, stated_figures
from apps.simplify.checks.facts.dates_and_times import take_dates
from apps.simplify.text.mask_found_matches import MaskedText
from apps.text.across_languages.find_stated_numbers import stated_numbers
from apps.text.entailment import derive
from apps.text.entailment.tokens.tokenise import tokenise
from apps.text.normalise_identifiers import normalised_identifiers
from apps.text.numbers.calendar_names import full_year
from apps.text.numbers.parse_date import dates_in_text

YEARS = [("00", 2000), ("25", 2025), ("49", 2049), ("50", 1950), ("98", 1998), ("1925", 1925), ("2098", 2098)]


@pytest.mark.parametrize(("written", "year"), YEARS)
def test_all_readers_read_the_same_year(written: str, year: int) -> None:
    text = f"Satzung vom 12.03.{written} und weiter"
    assert full_year(written) == str(year)
    assert StatedFigure("date", f"{year}-3-12") in stated_figures(text)
    assert f"date:{year}-3-12" in {str(token.value) for token in tokenise(text, "de")}
    assert list(take_dates(MaskedText(text))) == [f"{year}-03-12"]
    assert f"@{year}-03-12" in normalised_identifiers(text)
    assert year in {value for number in stated_numbers(text, "de") for value in number.values}
    assert dates_in_text(text) == {date(year, 3, 12)}


def test_a_date_of_the_last_century_proves_the_same_in_words() -> None:
    source = "Die Satzung ist vom 12.03.98."
    assert figures_without_source("Die Satzung ist vom 12. März 1998.", stated_figures(source)) == []
    assert derive("Die Satzung ist vom 12. März 1998.", [source]).proved


def test_a_numbered_section_is_no_date() -> None:
    assert not any(token.value and token.value.kind == "date" for token in tokenise("3.1.98. Gebühren", "de"))


@pytest.mark.parametrize("year", [2098, 1898, 1989])
def test_it_proves_no_other_century(year: int) -> None:
    source = "Die Satzung ist vom 12.03.98."
    lie = f"Die Satzung ist vom 12. März {year}."
    assert figures_without_source(lie, stated_figures(source)) == [f"12. März {year}"]
    assert not derive(lie, [source]).proved
