"""Bars by day: their heights are proportional, and every value stands in the table, too."""

import re
from datetime import date, timedelta

import pytest
from django.utils import translation

from config.console.home.daily_figures import DayFigures
from config.console.home.day_chart import build_day_chart, question_charts, round_number_above

FIRST = date(2026, 11, 1)


def days(*questions: int) -> list[DayFigures]:
    return [DayFigures(FIRST + timedelta(days=number), questions=count) for number, count in enumerate(questions)]


@pytest.mark.parametrize(
    ("value", "top"),
    [
        (0, 1),
        (0.03, 0.05),
        (1, 1),
        (7, 10),
        (10, 10),
        (130, 200),
        (2_001, 5_000),
        (0.10000000000000002, 0.2),
        (1000.0000000000001, 2_000),
    ],
)
def test_the_top_is_a_round_number_that_nothing_exceeds(value: float, top: float) -> None:
    assert round_number_above(value) == pytest.approx(top)


def test_a_bar_is_as_high_as_its_value() -> None:
    made = build_day_chart("Fragen", "", days(10, 5, 0), lambda day: day.questions)
    heights = [float(found) for found in re.findall(r'<rect[^>]* height="([\d.]+)"', made.svg)]
    assert heights[0] == pytest.approx(2 * heights[1], abs=0.2)
    assert heights[2] == 0
    assert [value for _day, value in made.rows] == ["10", "5", "0"]


def test_a_day_without_answers_has_no_time_and_no_bar() -> None:
    figures = [DayFigures(FIRST, questions=1, median_seconds=0.5), DayFigures(FIRST + timedelta(days=1))]
    with translation.override("en"):
        made = question_charts(figures)[2]
    assert [value for _day, value in made.rows] == ["0.5", "–"]
    assert made.svg.count("<rect") == 1


def test_the_share_of_refusals_is_of_all_questions() -> None:
    figures = [DayFigures(FIRST, questions=8, in_vain=2)]
    with translation.override("en"):
        assert question_charts(figures)[1].sum == "25.0 % of the questions"


def test_where_nobody_asked_there_is_neither_a_share_nor_a_time() -> None:
    with translation.override("en"):
        assert [each.sum for each in question_charts([DayFigures(FIRST)])] == [
            "0 in 30 days", "no question in 30 days", "no answer in 30 days",
        ]  # fmt: skip


def test_an_answer_takes_more_than_no_time() -> None:
    with translation.override("en"):
        quick = DayFigures(FIRST, questions=1, median_seconds=0.02, slow_seconds=0.02)
        assert question_charts([quick])[2].sum.endswith("within 0.1 s")


@pytest.mark.parametrize(("language", "said"), [("de", ">1.11.</text>"), ("en", ">Nov 1</text>")])
def test_days_below_the_bars_are_written_as_the_reader_writes_them(language: str, said: str) -> None:
    with translation.override(language):
        assert said in build_day_chart("Fragen", "", days(1, 2), lambda day: day.questions).svg
