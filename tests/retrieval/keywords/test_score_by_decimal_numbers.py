"""A figure that a question states is looked for in every notation, and an ambiguous one decides nothing."""

import pytest

from apps.retrieval.keywords.score_by_decimal_numbers import shares_of_figures, stated_figures


def test_figures_with_decimals_are_stated_and_those_that_may_be_whole_are_not() -> None:
    assert stated_figures("Wofür sind 1.234,50 Euro und 0,853 zu zahlen?") == {("=1234.5", "euro"), ("=0.853", "")}
    assert stated_figures("Wofür sind 2.500 Euro am 24.12.2026 zu zahlen?") == frozenset()


def test_a_text_has_the_share_of_the_figures_that_it_holds_in_whatever_notation() -> None:
    stated = stated_figures("47,8 oder 1.234,50")
    assert shares_of_figures(stated, ["47.80 € und 1234.5", "47,80 Euro", "47 von 8"]) == [1.0, 0.5, 0.0]


@pytest.mark.parametrize(
    "question",
    [
        "Ist um 14.30 Uhr noch offen?",
        "Offen von 8.30 bis 12.30 Uhr?",
        "Was steht in § 3.2 der Satzung?",
        "Was steht unter Punkt 2.1?",
        "Habt ihr am 24.12 offen?",
        "Zimmer 2.14, wer sitzt da?",
        "Was kostet es, Tarif 2.10?",
    ],
)
def test_times_days_and_numbers_of_sections_or_rooms_are_no_stated_figures(question: str) -> None:
    assert stated_figures(question) == frozenset()


def test_a_figure_with_another_unit_is_another() -> None:
    stated = stated_figures("Darf ich mit 3,5 Tonnen in die Umweltzone?")
    texts = ["Zuschlag 3,5 Prozent der Miete", "Fahrzeuge bis 3.5 t", "3,5 %", "| Gewicht in t | 3,50 |"]
    assert shares_of_figures(stated, texts) == [0.0, 1.0, 0.0, 1.0]
