"""What is kept of a page tells a quote that stood there from one that did not, and tells nothing else."""

import pytest

from apps.chat.subscriptions.page_fingerprints import page_fingerprint, was_on_earlier_page, word_pairs

PAGE = "# Steuern\nDie **Hundesteuer** beträgt 120 Euro, die Zweit-\nwohnungssteuer 30,70 Euro im Jahr."


@pytest.mark.parametrize(
    "quote",
    ["Die Hundesteuer beträgt 120 Euro", "die Zweitwohnungssteuer 30,70 Euro im Jahr", "hundesteuer  beträgt"],
)
def test_a_quote_of_the_page_stood_there_whatever_the_typesetting(quote: str) -> None:
    assert was_on_earlier_page(quote, [set(), word_pairs(PAGE)])


@pytest.mark.parametrize(
    "quote",
    [
        "Die Hundesteuer beträgt 144 Euro",
        "die Zweitwohnungssteuer 30,80 Euro",
        "Die Hundesteuer beträgt nicht 120 Euro",
    ],
)
def test_one_other_word_is_another_quote(quote: str) -> None:
    assert not was_on_earlier_page(quote, [word_pairs(PAGE)])


def test_marks_fit_the_column_and_hold_no_text() -> None:
    assert all(-(2**31) <= pair < 2**31 for pair in word_pairs(PAGE))
    assert page_fingerprint("a  b\nc") == page_fingerprint("a b c") != page_fingerprint("a b d")
    assert len(page_fingerprint(PAGE)) == 32
