"""Figures are compared by what they say, not by how they are written."""

import pytest

from apps.chat.quantities.numbers_dates_and_sections import figures_without_source, stated_figures
from tests.processor_time import at_most

SUPPORTED = [
    ("the same amount", "5 Euro", "Es kostet 5,00 EUR."),
    ("thousands with and without a dot", "3.000 Euro", "Es sind 3000 Euro."),
    ("millions in words and figures", "2,5 Mio. Euro", "Es sind 2.500.000 Euro."),
    ("a date in words", "am 1. März 2024", "Frist: 01.03.2024"),
    ("a date as computers write it", "am 1. März 2024", "Frist: 2024-03-01"),
    ("the month of a date", "im März 2024", "am 1. März 2024"),
    ("the year of a date", "Im Jahr 2024", "am 1. März 2024"),
    ("a section of a range", "nach § 13", "nach den §§ 12 bis 14"),
    ("percent in words", "20 Prozent", "rund 20 % der Fälle"),
    ("a number word with its unit", "zwei Wochen", "innerhalb von 2 Wochen"),
    ("cents", "50 Cent", "0,50 Euro"),
    ("an amount from a column", "120 Euro", "| Hund | 120 |"),
    ("the number of a paper", "Drucksache 17/1388", "auf Drucksache 17/1388, Frage 29"),
    ("an English amount", "€1,234.50", "Es sind 1.234,50 Euro."),
    ("English thousands", "1,234 people", "Es sind 1.234 Personen."),
    ("thousands with a blank", "1 234,50 Euro", "Es sind 1.234,50 Euro."),
    ("an amount with a dash for cents", "70,– Euro", "Es sind 70 Euro."),
    ("weeks and days", "zwei Wochen", "innerhalb von 14 Tagen"),
    ("a year and its months", "ein Jahr", "für die Dauer von zwölf Monaten"),
    ("an adjective", "eine 14-tägige Frist", "innerhalb von 14 Tagen"),
    ("an adjective in words", "eine einmonatige Frist", "binnen eines Monats"),
    ("both ends of a range", "4 bis 6 Wochen", "vier bis sechs Wochen"),
    ("compound number words", "siebenundzwanzig Personen", "27 Personen"),
    ("hundreds in words", "zweihundertfünfzig Euro", "250 €"),
    ("hundreds in English words", "two hundred and fifty euros", "250 €"),
    ("thirty-five with ss", "fünfunddreissig Tage", "35 Tage"),
    ("millions in words", "fünf Millionen Euro", "5.000.000 Euro"),
    ("a day in words", "am einunddreißigsten März", "bis zum 31.03.2025"),
    ("a date without a year", "bis 31.3.", "bis zum 31. März 2025"),
    ("a time of day", "von 8:00 bis 18:00 Uhr", "von 8 bis 18 Uhr"),
    ("an English time of day", "from 8 am to 6 pm", "von 8 bis 18 Uhr"),
    ("a subsection", "§ 70 Absatz 1", "§ 70 Abs. 1 Satz 1 VwGO"),
    ("a subsection in Roman figures", "§ 70 I", "§ 70 Abs. 1"),
    ("a subsection on the law's own page", "§ 70 Abs. 3", "§ 70 Widerspruch\n(1) Er ist …\n(3) Er hat …"),
    ("a section with much space", "§ 275 BGB", "§   275 BGB"),
    ("a loss", "ein Verlust von 70 Euro", "Saldo: -70 Euro"),
    ("a small number of what the answer lists", "Es gibt drei Wege", ""),
]

UNSUPPORTED = [
    ("another amount", "6 Euro", "Es kostet 5 Euro.", ["6 Euro"]),
    ("percent instead of euros", "5 Prozent", "Es kostet 5 Euro.", ["5 Prozent"]),
    ("another day", "am 2. März 2024", "am 1. März 2024", ["2. März 2024"]),
    ("another section", "nach § 15", "nach den §§ 12 bis 14", ["§ 15"]),
    ("a part of a number", "Es sind 12 Fälle", "Es sind 120 Fälle", ["12"]),
    ("another paper", "Drucksache 17/1389", "auf Drucksache 17/1388", ["17/1389"]),
    ("another number word", "drei Euro", "zwei Euro", ["drei Euro"]),
    ("nothing to compare with", "7 Tage", "", ["7 Tage"]),
    ("weeks instead of days", "14 Wochen", "innerhalb von 14 Tagen", ["14 Wochen"]),
    ("working days", "14 Werktage", "innerhalb von 14 Tagen", ["14 Werktage"]),
    ("a year instead of a month", "binnen eines Jahres", "binnen eines Monats", ["eines Jahres"]),
    ("months at both ends of a range", "vier bis sechs Monate", "vier bis sechs Wochen", ["vier", "sechs Monate"]),
    ("a German Billion", "1 Billion Euro", "1 Milliarde Euro", ["1 Billion Euro"]),
    ("billions", "5 Milliarden Euro", "5 Millionen Euro", ["5 Milliarden Euro"]),
    ("millions in words", "sechs Millionen Euro", "5 Millionen Euro", ["sechs Millionen Euro"]),
    ("cents instead of euros", "70 Cent", "70 Euro", ["70 Cent"]),
    ("another currency", "70 Dollar", "70 Euro", ["70 Dollar"]),
    ("persons are no euros", "20 Euro", "Bis zu 20 Personen", ["20 Euro"]),
    ("permille", "5 Promille", "5 Prozent", ["5 Promille"]),
    ("another subsection", "§ 70 Abs. 3", "§ 70 Abs. 1", ["§ 70 Abs. 3"]),
    ("another subsection in Roman figures", "§ 70 II", "§ 70 Abs. 1", ["§ 70 II"]),
    ("another day in words", "am dreißigsten März", "am 31. März 2025", ["dreißigsten März"]),
    ("thirteen and fourteen", "within thirteen days", "within fourteen days", ["thirteen days"]),
    ("seventy and eighty", "seventy euros", "eighty euros", ["seventy euros"]),
    ("thirty with ss, and thirty-five", "dreissig Tage", "fünfunddreissig Tage", ["dreissig Tage"]),
    ("twenty and twenty-five", "twenty-five days", "twenty days", ["twenty-five days"]),
    ("another time of day", "bis 17:00 Uhr", "bis 18 Uhr", ["17:00 Uhr"]),
    ("a large number in words", "dreißig Personen", "20 Personen", ["dreißig"]),
    ("a debt", "Der Saldo ist -70 Euro", "Es sind 70 Euro.", ["-70 Euro"]),
]


@pytest.mark.parametrize(("answer", "source"), [row[1:] for row in SUPPORTED], ids=[row[0] for row in SUPPORTED])
def test_a_figure_is_found_in_another_notation(answer: str, source: str) -> None:
    assert figures_without_source(answer, stated_figures(source)) == []


@pytest.mark.parametrize(
    ("answer", "source", "missing"), [row[1:] for row in UNSUPPORTED], ids=[row[0] for row in UNSUPPORTED]
)
def test_a_figure_that_no_source_states_is_named(answer: str, source: str, missing: list[str]) -> None:
    assert figures_without_source(answer, stated_figures(source)) == missing


def test_numbers_of_list_items_state_nothing() -> None:
    assert figures_without_source("1. Antrag stellen\n2. Warten", frozenset()) == []


def test_a_figure_is_named_once() -> None:
    assert figures_without_source("5 Euro und noch einmal 5 Euro", frozenset()) == ["5 Euro"]


@pytest.mark.parametrize("text", ["1 " * 10_000, "12:" * 6_000, "hundert" * 3_000, "drei und " * 2_500, "§ 1 " * 5_000])
def test_a_long_text_of_figures_is_read_at_once(text: str) -> None:
    with at_most(2):
        stated_figures(text[:20_000])
