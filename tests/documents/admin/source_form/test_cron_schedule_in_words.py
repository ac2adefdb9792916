"""Schedules in words and as cron expressions say the same."""

from datetime import time

import pytest
from django.utils import translation

from apps.documents.admin.source_form.cron_schedule_in_words import (
    CRON,
    RHYTHMS,
    ImportSchedule,
    format_cron,
    format_schedule,
    parse_schedule,
)
from apps.documents.models.next_run_from_cron import next_run_time

WORDS = {
    "": "nur von Hand gestartet",
    "0 3 * * *": "jeden Tag um 03:00 Uhr",
    "30 5 * * 1-5": "montags bis freitags um 05:30 Uhr",
    "0 4 * * 0": "jede Woche am Sonntag um 04:00 Uhr",
    "0 4 * * 7": "jede Woche am Sonntag um 04:00 Uhr",
    "15 * * * *": "jede Stunde, zur Minute 15",
    "0 2 1 * *": "am Ersten jedes Monats um 02:00 Uhr",
    "*/7 1-4 * * 2": "*/7 1-4 * * 2",
    "0 24 * * *": "0 24 * * *",
}


@pytest.mark.parametrize(("schedule", "words"), WORDS.items())
def test_an_expression_is_said_in_words_where_there_are_any(schedule: str, words: str) -> None:
    with translation.override("de"):
        assert format_schedule(schedule) == words


@pytest.mark.parametrize("every", [every for every in RHYTHMS if every != CRON])
@pytest.mark.parametrize("weekday", range(7))
def test_words_become_an_expression_and_words_again(every: str, weekday: int) -> None:
    schedule = format_cron(ImportSchedule(every, time(5, 30), weekday))
    found = parse_schedule(schedule)
    assert found.every == every
    assert format_cron(found) == schedule


@pytest.mark.parametrize("weekday", range(7))
def test_a_weekly_run_comes_on_its_day(weekday: int) -> None:
    moment = next_run_time(format_cron(ImportSchedule("weekly", time(4), weekday)))
    assert moment is not None
    assert (moment.weekday(), moment.hour) == (weekday, 4)
