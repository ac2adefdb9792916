"""What waits by the clock of the database after somebody has set it back.

Set back is simulated from the other side: everything that was written before stands in the future.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import OrmQ, Schedule
from django_q.tasks import async_task

from config.models import Heartbeat
from config.queue.enqueue_due_schedules import enqueue_due_schedules
from config.queue.next_run_times import realign_next_run
from config.queue.resume_after_clock_rollback import CLOCK

pytestmark = pytest.mark.django_db

SWEEP = "apps.documents.tasks.sweep"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(autouse=True)
def look_before() -> None:
    Schedule.objects.all().delete()
    enqueue_due_schedules()


def set_back(step: timedelta) -> None:
    Heartbeat.objects.filter(name=CLOCK).update(beat_at=F("beat_at") + step)
    Schedule.objects.update(next_run=F("next_run") + step)
    OrmQ.objects.update(lock=F("lock") + step)


@pytest.mark.parametrize("step", [10 * MINUTE, HOUR, 23 * HOUR, 400 * DAY])
@pytest.mark.parametrize(
    ("kind", "period"), [(Schedule.MINUTES, MINUTE), (Schedule.HOURLY, HOUR), (Schedule.DAILY, DAY)]
)
def test_a_task_waits_no_longer_than_its_period(
    kind: str, period: timedelta, step: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    Schedule.objects.create(func=SWEEP, schedule_type=kind, minutes=1, next_run=timezone.now() + 0.9 * period)
    set_back(step)
    assert enqueue_due_schedules() == 0
    next_run = Schedule.objects.get().next_run
    assert timezone.now() < next_run <= timezone.now() + period
    assert "clock was set back" in caplog.text
    caplog.clear()
    assert enqueue_due_schedules() == 0
    assert (Schedule.objects.get().next_run, caplog.text) == (next_run, "")


def test_a_task_of_the_night_is_for_the_coming_night() -> None:
    nightly = Schedule.objects.create(func=SWEEP, schedule_type=Schedule.CRON, cron="17 3 * * *")
    coming = nightly.next_run
    Schedule.objects.update(next_run=coming + 9 * DAY)
    Heartbeat.objects.filter(name=CLOCK).update(beat_at=timezone.now() + 9 * DAY)
    enqueue_due_schedules()
    assert Schedule.objects.get().next_run == coming


def test_what_somebody_put_off_beyond_its_rhythm_and_what_is_for_one_time_stay() -> None:
    chosen = [timezone.now() + days * DAY for days in (7, 1, 1)]
    kinds = [Schedule.DAILY, Schedule.ONCE, Schedule.CRON]
    for kind, moment in zip(kinds, chosen, strict=True):
        Schedule.objects.create(func=SWEEP, schedule_type=kind, cron="* * * * *")
        Schedule.objects.filter(schedule_type=kind).update(next_run=moment)
    Heartbeat.objects.filter(name=CLOCK).update(beat_at=timezone.now() + 2 * HOUR)
    assert enqueue_due_schedules() == 0
    assert [Schedule.objects.get(schedule_type=kind).next_run for kind in kinds] == chosen


def test_a_rhythm_that_cannot_be_read_holds_up_nothing() -> None:
    for func, cron in (("broken", "every day"), (SWEEP, "0 * * * *")):
        Schedule.objects.create(func=func, schedule_type=Schedule.HOURLY)
        Schedule.objects.filter(func=func).update(
            schedule_type=Schedule.CRON, cron=cron, next_run=timezone.now() + 40 * HOUR
        )
    Heartbeat.objects.filter(name=CLOCK).update(beat_at=timezone.now() + 40 * HOUR)
    assert enqueue_due_schedules() == 0
    assert Schedule.objects.get(func=SWEEP).next_run <= timezone.now() + HOUR


def test_an_hour_of_the_day_stays_over_a_change_of_summer_time() -> None:
    daily = Schedule(schedule_type=Schedule.DAILY, next_run=datetime(2026, 11, 3, 3, 0, tzinfo=BERLIN))
    seen, now = datetime(2026, 11, 2, 12, 0, tzinfo=BERLIN), datetime(2026, 10, 20, 12, 0, tzinfo=BERLIN)
    assert realign_next_run(daily, seen, now) == datetime(2026, 10, 21, 3, 0, tzinfo=BERLIN)


def test_what_waits_in_the_queue_is_fetched_and_what_is_worked_on_is_not() -> None:
    async_task("worked.on")
    [(taken, _)] = get_broker().dequeue()
    async_task(SWEEP)
    enqueue_due_schedules()  # the last look by the old time, later than what waits
    set_back(59 * MINUTE)
    assert get_broker().dequeue() is None
    enqueue_due_schedules()
    [(number, _)] = get_broker().dequeue()
    assert number != taken
    assert get_broker().dequeue() is None
    assert OrmQ.objects.get(pk=taken).lock < timezone.now() + HOUR


def test_a_small_step_is_none(caplog: pytest.LogCaptureFixture) -> None:
    Heartbeat.objects.filter(name=CLOCK).update(beat_at=timezone.now() + MINUTE / 2)
    enqueue_due_schedules()
    assert caplog.text == ""
