"""What is due by the schedule, on hosts whose clocks are right and wrong."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import OrmQ, Schedule

from config.queue.enqueue_due_schedules import enqueue_due_schedules
from config.queue.next_run_times import next_run_after

pytestmark = pytest.mark.django_db

SWEEP = "apps.documents.tasks.sweep"
MINUTE = timedelta(minutes=1)


@pytest.fixture
def schedule() -> Schedule:
    Schedule.objects.all().delete()
    return Schedule.objects.create(
        func=SWEEP, name="sweep", schedule_type=Schedule.MINUTES, minutes=1, next_run=timezone.now() - MINUTE / 2
    )


@pytest.fixture(params=[-2, 2])
def wrong_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    right = timezone.now
    with monkeypatch.context() as here:
        here.setattr(timezone, "now", lambda: right() + timedelta(hours=request.param))
        yield


def waiting() -> list[str]:
    return [str(row.task["func"]) for row in OrmQ.objects.all()]


def test_a_host_with_a_wrong_clock_sends_what_is_due_and_leaves_the_rhythm_as_it_is(
    schedule: Schedule, wrong_clock: None
) -> None:
    due = schedule.next_run
    assert enqueue_due_schedules() == 1
    assert waiting() == [SWEEP]
    schedule.refresh_from_db()
    assert schedule.next_run == due + MINUTE
    assert schedule.task == OrmQ.objects.get().task["id"]
    assert enqueue_due_schedules() == 0
    assert get_broker().queue_size() == 1


def test_what_was_missed_for_hours_is_sent_once(schedule: Schedule) -> None:
    Schedule.objects.update(next_run=timezone.now() - timedelta(hours=5))
    assert enqueue_due_schedules() == 1
    assert enqueue_due_schedules() == 0
    schedule.refresh_from_db()
    assert timezone.now() < schedule.next_run <= timezone.now() + MINUTE


@pytest.mark.parametrize(
    ("kind", "waits"),
    [(Schedule.MINUTES, MINUTE), (Schedule.DAILY, timedelta(days=7)), (Schedule.DAILY, timedelta(days=400))],
)
def test_a_run_that_somebody_put_off_is_waited_for(
    schedule: Schedule, kind: str, waits: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    chosen = timezone.now() + waits
    Schedule.objects.update(schedule_type=kind, task="that of the last run", next_run=chosen)
    assert (enqueue_due_schedules(), enqueue_due_schedules()) == (0, 0)
    schedule.refresh_from_db()
    assert (schedule.next_run, caplog.text) == (chosen, "")


def test_what_is_for_one_time_goes_and_what_was_switched_off_stays(schedule: Schedule) -> None:
    Schedule.objects.update(schedule_type=Schedule.ONCE, args="(1,)", kwargs="{'word': 'a'}")
    Schedule.objects.create(func="off", schedule_type=Schedule.HOURLY, repeats=0, next_run=timezone.now() - MINUTE)
    assert enqueue_due_schedules() == 1
    task = OrmQ.objects.get().task
    assert (task["func"], task["args"], task["kwargs"], task["group"]) == (SWEEP, (1,), {"word": "a"}, "sweep")
    assert [each.func for each in Schedule.objects.all()] == ["off"]


def test_the_last_of_several_times_switches_it_off(schedule: Schedule) -> None:
    Schedule.objects.update(repeats=1)
    assert enqueue_due_schedules() == 1
    schedule.refresh_from_db()
    assert schedule.repeats == 0


def test_an_hour_of_the_day_is_that_of_the_installation() -> None:
    nightly = Schedule(schedule_type=Schedule.CRON, cron="17 3 * * *")
    summer = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    assert next_run_after(nightly, summer) == datetime(2026, 7, 2, 1, 17, tzinfo=UTC)  # 3:17 in Berlin


@pytest.mark.parametrize(
    ("values", "args", "kwargs"),
    [
        ({"args": "5"}, (5,), {}),
        ({"args": "'abc'"}, ("abc",), {}),
        ({"args": "1, 2, 'John'"}, (1, 2, "John"), {}),
        ({"args": " "}, (), {}),
        ({"kwargs": "x=1, name='John'"}, (), {"x": 1, "name": "John"}),
        ({"args": "(3,)", "kwargs": '{"x": 1}'}, (3,), {"x": 1}),
    ],
)
def test_arguments_are_read_as_the_form_says_they_are_written(
    schedule: Schedule, values: dict[str, str], args: tuple[object, ...], kwargs: dict[str, object]
) -> None:
    Schedule.objects.update(**values)
    assert enqueue_due_schedules() == 1
    task = OrmQ.objects.get().task
    assert (task["args"], task["kwargs"]) == (args, kwargs)


@pytest.mark.parametrize(
    "values",
    [
        {"args": "1, 2,, 3"},
        {"args": "collection"},
        {"kwargs": "{1: 2}"},
        {"kwargs": "collection"},
        {"kwargs": "['a']"},
        {"kwargs": "x=1); f(2"},
        {"kwargs": "**{'a': 1}"},
        {"kwargs": "x=1, x=2"},
        {"args": "-" * 5000 + "1"},
        {"args": "(" * 5000 + ")" * 5000},
        {"kwargs": "x=" + "-" * 5000 + "1"},
        {"schedule_type": Schedule.CRON, "cron": "every day"},
        {"schedule_type": Schedule.CRON, "cron": None},
        {"schedule_type": "??"},
    ],
)
def test_a_schedule_that_cannot_be_read_holds_up_no_other_and_ends_no_worker(
    schedule: Schedule, values: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    broken = Schedule.objects.create(func="broken", name="by hand", next_run=schedule.next_run - MINUTE)
    Schedule.objects.filter(pk=broken.pk).update(schedule_type=Schedule.MINUTES, minutes=1, task="that of the last run")
    Schedule.objects.filter(pk=broken.pk).update(**values)
    assert enqueue_due_schedules() == 1
    assert waiting() == [SWEEP]
    assert "by hand" in caplog.text
    broken.refresh_from_db()
    # Not in every look: nobody could read the log.
    assert broken.next_run > timezone.now() + 30 * MINUTE
    assert enqueue_due_schedules() == 0
    assert broken.next_run == Schedule.objects.get(pk=broken.pk).next_run
    schedule.refresh_from_db()
    assert timezone.now() < schedule.next_run


def test_the_form_offers_nothing_that_has_no_effect(admin_client: Client, schedule: Schedule) -> None:
    form = admin_client.get(f"/admin/django_q/schedule/{schedule.pk}/change/").context["adminform"].form
    assert {"func", "args", "kwargs", "schedule_type", "cron", "next_run"} <= set(form.fields)
    assert not {"hook", "cluster", "intended_date_kwarg"} & set(form.fields)
    page = admin_client.get("/admin/django_q/schedule/")
    assert "cluster" not in page.context["cl"].list_display
