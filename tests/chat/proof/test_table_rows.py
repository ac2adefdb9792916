"""A quoted row of a table says what it says under the names of its columns, which stand elsewhere on the page."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import cite
from apps.chat.proof.types import NumberedSource

TAX = """(1) Die Steuer beträgt jährlich

| Hund | Steuer im Jahr | Ermäßigt |
| --- | --- | --- |
| für den ersten Hund | 96,00 Euro | 48,00 Euro |
| für den zweiten Hund | 144,00 Euro | 72,00 Euro |
"""
TWICE = (
    "| Halle | Miete |\n| --- | --- |\n| Saal | 80 Euro |\n\n| Halle | Kaution |\n| --- | --- |\n| Saal | 80 Euro |\n"
)
FIRST = "für den ersten Hund 96,00 Euro 48,00 Euro"


def level(page: str, quote: str, said: str) -> str:
    source = NumberedSource(1, 1, "1.pdf", "Satzung", 1, page, PageText(page))
    [sentence] = [one for one in cite(f'{said} [1].\nBELEGE\n[1] "{quote}"', [source]).sentences if one.has_words]
    return str(sentence.level)


def test_a_row_under_the_names_of_its_columns_is_verbatim() -> None:
    assert level(TAX, FIRST, "für den ersten Hund: Steuer im Jahr 96,00 Euro, Ermäßigt 48,00 Euro") == "verbatim"


@pytest.mark.parametrize(
    "lie",
    [
        "für den ersten Hund: Steuer im Jahr 48,00 Euro, Ermäßigt 96,00 Euro",
        "für den zweiten Hund: Steuer im Jahr 96,00 Euro, Ermäßigt 48,00 Euro",
        "für den ersten Hund: Steuer im Monat 96,00 Euro, Ermäßigt 48,00 Euro",
        "für den ersten Hund: Steuer im Jahr 144,00 Euro, Ermäßigt 48,00 Euro",
    ],
)
def test_values_of_other_columns_and_rows_are_not(lie: str) -> None:
    assert level(TAX, FIRST, lie) != "verbatim"


def test_a_row_that_stands_in_two_tables_is_under_the_names_of_neither() -> None:
    assert level(TWICE, "Saal 80 Euro", "Saal: Miete 80 Euro") != "verbatim"
