"""Heads in several rows name their columns together; a row that merely lacks its label is no head."""

import pytest

from apps.text.grammar.multi_row_table_headers import merge_header_rows
from apps.text.quotable_units import quotable_units


def rows(*lines: str) -> list[list[str]]:
    return [line.split("|") for line in lines]


@pytest.mark.parametrize(
    ("heads", "names"),
    [
        (["Bad|Besuche||Preise|", "|2023|2024|2023|2024"], "Bad|Besuche 2023|Besuche 2024|Preise 2023|Preise 2024"),
        (["Fahrt|Länge|Öl||", "||Tempo|Halte|Stand"], "Fahrt|Länge|Öl Tempo|Öl Halte|Öl Stand"),
        (["|Besuche||Rest", "|2023|2024|"], "|Besuche 2023|Besuche 2024|Rest"),
        (
            ["Land|Erzeugung|||", "|Stahl||Eisen|", "|2009|2010|2009|2010"],
            "Land|Erzeugung Stahl 2009|Erzeugung Stahl 2010|Erzeugung Eisen 2009|Erzeugung Eisen 2010",
        ),
        (["Art|31.12.2009||31.12.2010|", "|T€|%|T€|%"], "Art|31.12.2009 T€|31.12.2009 %|31.12.2010 T€|31.12.2010 %"),
    ],
)  # fmt: skip
def test_heads_of_several_rows_are_one(heads: list[str], names: str) -> None:
    values = "A" + "|1" * names.count("|")
    assert merge_header_rows(rows(*heads, values)) == rows(names, values)


@pytest.mark.parametrize(
    "table",
    [
        ["Art|Anzahl|", "|12|14", "Boot|1|2"],
        ["Ort|Zeit|Leitung", "|montags|Frau Meyer", "Turm|freitags|Frau Öz"],
        ["Posten|Betrag|Hinweis|", "|davon Personal||", "Miete|1|2|3"],
        ["Bad|Besuche|", "|2023|2024"],
        ["Bad|Besuche|", "See|viele|wenige", "Frei|2|3"],
    ],
)
def test_other_rows_stay_rows(table: list[str]) -> None:
    assert merge_header_rows(rows(*table)) == rows(*table)


def test_each_value_is_quoted_under_its_whole_name() -> None:
    table = "| Bad | Besuche |  |\n| --- | --- | --- |\n|  | 2023 | 2024 |\n| Freibad | 20.500 | 21.500 |"
    (unit,) = quotable_units(table)
    assert unit.shown == "Bad: Freibad; Besuche 2023: 20.500; Besuche 2024: 21.500"
    assert unit.quote == "Freibad 20.500 21.500"
