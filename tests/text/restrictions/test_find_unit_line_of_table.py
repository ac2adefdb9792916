"""The line that says in what the figures of a table are, and lines that say no such thing."""

import pytest

from apps.text.restrictions.find_unit_line_of_table import find_unit_line, parse_unit_of_line


@pytest.mark.parametrize(
    ("before", "after", "key", "unit"),
    [
        ("# Haushalt\n\nAlle Beträge in Tausend Euro.\n\n", "", "", "Tausend Euro"),
        ("Haushaltsrechnung, Beträge in Mio. Euro\n\n", "", "", "Mio. Euro"),
        ("## Ausgaben 2026 (in T€)\n\n", "", "", "T€"),
        ("", "\nAngaben in Prozent\n", "", "Prozent"),
        ("", "", "Posten (in TEUR)", "TEUR"),
        ("Die Werte sind in Hundert angegeben.\n\n", "", "", "Hundert"),
        ("Alle Angaben in Mrd. Euro.\n\n| a | b |\n|---|---|\n| c | 1 |\n\n## Zweite\n\n", "", "", "Mrd. Euro"),
    ],
)
def test_the_unit_of_a_table_is_found(before: str, after: str, key: str, unit: str) -> None:
    assert parse_unit_of_line(find_unit_line(before, after, key)) == unit


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Alle Beträge in Euro.\n\n", ""),
        ("Die Stadt hat in Tausend Fällen geholfen.\n\n", ""),
        ("Beträge in Tausend Euro\n\n| a | b |\n|---|---|\n| c | 1 |\n\n## Zweite\n\n", ""),
        ("", "\n## Nächste\n\nBeträge in Tausend Euro"),
        ("| Angaben in Tausend Euro | b |\n\n", ""),
    ],
)
def test_lines_that_say_none_or_that_of_another_table_are_none(before: str, after: str) -> None:
    assert find_unit_line(before, after) == ""
