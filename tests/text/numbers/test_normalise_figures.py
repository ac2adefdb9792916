"""A figure has one form in every notation, and a day, a version or a file number has none."""

import time

import pytest

from apps.text.index_terms import count_terms, hash_term
from apps.text.numbers.normalise_figures import normalised_figures


@pytest.mark.parametrize(
    "text",
    [
        "1.234,50 Euro",
        "1,234.50",
        "EUR 1234.5",
        "1234,50",
        "1 234,50 €",
        "| 1'234.50 |",
        "1\u00a0234,50 €",
        "1\u202f234,50",
    ],
)
def test_an_amount_has_one_form_in_every_notation(text: str) -> None:
    assert normalised_figures(text) == {"=1234.5"}


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("12.345 Einwohner", {"12345", "=12.345"}),
        ("12 345 Einwohner", {"12345"}),
        ("1.234.567,89.", {"=1234567.89"}),
        ("85,30 %", {"=85.3"}),
        ("0,853", {"=0.853"}),
        ("10.000", {"10000"}),
        ("12,00", {"12"}),
    ],
)
def test_whole_numbers_are_their_digits_and_ambiguous_ones_both(text: str, forms: set[str]) -> None:
    assert normalised_figures(text) == forms


@pytest.mark.parametrize(
    "text", ["24.12.2026", "v1.2.3", "§ 3.2.1", "Az. 33-1234.5/6", "030 902 655", "a1.5b", "1.234,5,6"]
)
def test_what_is_no_figure_has_no_form(text: str) -> None:
    assert normalised_figures(text) == set()


def test_a_question_finds_the_figure_of_a_text_in_another_notation() -> None:
    asked, sheet = count_terms("1.234,50"), count_terms("| Gebühr | 1234.50 |")
    assert hash_term("=1234.5") in asked.keys() & sheet.keys()
    assert count_terms("1.234").keys() & count_terms("| 1234 |").keys() == {hash_term("1234")}


def test_long_rows_of_figures_take_no_time() -> None:
    begins = time.process_time()
    assert normalised_figures("1." * 100_000 + " 1,234" * 30_000) == {"=1.234", "1234"}
    assert time.process_time() - begins < 2
