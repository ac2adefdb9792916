"""What surely is a power of ten, and what is the mark of a note."""

from collections.abc import Collection
from time import perf_counter

import pytest

from apps.text.numbers.detect_money_terms import names_money
from apps.text.numbers.distinguish_powers_from_footnote_marks import find_numbers_of_notes, is_power


def tells_power(text: str, noted: Collection[str] = ()) -> bool:
    """Of a text with "^6" where 6 is raised."""
    begin = text.index("^")
    text = text.replace("^", "")
    return is_power(text, begin, begin + 1, noted, is_priced=names_money(text))


@pytest.mark.parametrize(
    "text",
    ["2·10^3", "2×10^3 Keime", "4 × 10^2", "2 * 10^5 Personen", "2,5 · 10^1", "10^6 Keime", "10^6", "| 10^6 | 5 |"],
)
def test_powers(text: str) -> None:
    assert tells_power(text)


@pytest.mark.parametrize(
    "text",
    [
        *("10^2 Euro", "10^2 €", "10^2 US-Dollar", "10^2 %", "10^2 Prozent", "10^2 Tage", "10^2 Werktage"),
        *("10^2 Personen", "10^2 Kinder", "10^2 Plätze", "10^2 Uhr", "| 10^2 | Euro |", "**10^2** Euro"),
        *("10^1", "45^2", "110^2", "1.10^2", "8,10^2", "5–10^2", "5 - 10^2", "01.10^2", "10:10^2"),
        *("• 10^2 Euro", "* 10^2 Euro", "· 10^2 Euro", "3 × 10^2 Euro", "Preis: 10^2", "| Gebühr | 10^2 |"),
        *("• 10^1", "* 10^1", "*10^1*", "**10^1**", "5 *10^1*", "5 • 10^1"),
    ],
)
def test_marks_of_notes(text: str) -> None:
    assert not tells_power(text)


def test_a_ten_of_its_own_is_no_power_beside_a_note_of_that_number() -> None:
    assert not tells_power("10^6 Keime", noted={"6"})
    assert tells_power("2·10^6 Keime", noted={"6"})


FORMS = (
    *("2 unter 6 Jahren", "2. unter 6 Jahren", "2) unter 6 Jahren", "(2) unter 6", "[2] unter 6", "[^2]: unter 6"),
    *("² unter 6", "²) unter 6", "**²** unter 6", "**2** unter 6", "- ² unter 6", "> ² unter 6", "²unter 6"),
    *("²: unter 6", "<sup>2</sup> unter 6", "<sup>2)</sup> unter 6", "| ² unter 6 |", "  2 unter 6"),
)


@pytest.mark.parametrize("note", FORMS)
def test_notes_in_whatever_form(note: str) -> None:
    assert find_numbers_of_notes(f"Gebühr\n\n{note}\n") == {"2"}


@pytest.mark.parametrize("line", ["2024 unter", "| 2 | 10 |", "2,5 Keime", "Keime 2 unter", "2"])
def test_lines_that_are_no_notes(line: str) -> None:
    assert not find_numbers_of_notes(line)


@pytest.mark.parametrize("sign", ["-", "* ", "|", "<sup>", "12", "²", "2)", "2. "])
def test_a_long_line_takes_no_long_time(sign: str) -> None:
    started = perf_counter()
    find_numbers_of_notes(sign * 20_000)
    names_money(sign * 20_000)
    assert perf_counter() - started < 2
