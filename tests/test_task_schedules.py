"""What every migrate puts into the queue's schedule, and that administrators' own rhythms stay."""

import traceback
from datetime import time, timedelta
from functools import partial

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models.signals import post_migrate
from django.utils import timezone
from django.utils.module_loading import import_string
from django_q.models import Schedule

from apps.task_schedules import DAY, HOUR, MINUTE, ScheduledTask, coming, make_schedules, run_each

pytestmark = pytest.mark.django_db


def migrate_again() -> None:
    queue = apps.get_app_config("django_q")
    post_migrate.send(sender=queue, app_config=queue, verbosity=0, interactive=False, using="default")


def test_each_row_calls_a_function_that_exists() -> None:
    functions = [import_string(func) for func in Schedule.objects.values_list("func", flat=True)]
    assert len(functions) > 10
    assert all(map(callable, functions))


def test_names_are_those_of_one_row_each() -> None:
    names = list(Schedule.objects.values_list("name", flat=True))
    assert sorted(set(names)) == sorted(names)


def test_another_migrate_makes_what_lacks_and_leaves_what_administrators_chose() -> None:
    before = set(Schedule.objects.values_list("func", flat=True))
    admin.autodiscover()
    assert admin.site.is_registered(Schedule)
    Schedule.objects.filter(name="evaluation: sample").update(cron="5 4 * * 1")
    Schedule.objects.filter(name="documents: vector index").update(schedule_type=Schedule.MINUTES, minutes=30)
    Schedule.objects.filter(name__in=["graph: sweep", "webhooks"]).delete()
    migrate_again()
    migrate_again()
    assert sorted(Schedule.objects.values_list("func", flat=True)) == sorted(before)
    assert Schedule.objects.get(name="evaluation: sample").cron == "5 4 * * 1"
    assert Schedule.objects.get(name="documents: vector index").minutes == 30


@pytest.mark.parametrize(
    ("every", "kind", "minutes", "cron"),
    [
        (MINUTE, Schedule.MINUTES, 1, None),
        (HOUR, Schedule.HOURLY, None, None),
        (DAY, Schedule.DAILY, None, None),
        ("17 3 * * *", Schedule.CRON, None, "17 3 * * *"),
    ],
)
def test_a_rhythm_becomes_the_columns_of_the_queue(
    every: str, kind: str, minutes: int | None, cron: str | None
) -> None:
    make_schedules(ScheduledTask("some.task", "some", every))
    row = Schedule.objects.get(func="some.task")
    assert (row.schedule_type, row.minutes, row.cron) == (kind, minutes, cron)


def fail(text: str) -> None:
    raise ValueError(text)


def test_every_step_is_done_and_the_queue_shows_each_that_failed() -> None:
    done: list[str] = []
    steps = [partial(fail, "first"), partial(done.append, "second"), partial(fail, "third"), partial(done.append, "4")]
    with pytest.raises(ExceptionGroup, match="2 of 4") as raised:
        run_each(*steps)
    assert done == ["second", "4"]
    assert [str(error) for error in raised.value.exceptions] == ["first", "third"]
    shown = "".join(traceback.format_exception(raised.value))
    assert shown.count("in fail") == 2
    assert "During handling" not in shown


def test_one_step_that_failed_is_shown_as_it_is() -> None:
    with pytest.raises(ValueError, match="first") as raised:
        run_each(partial(fail, "first"), list)
    assert raised.value.__context__ is None
    run_each(list, dict)


def test_the_first_run_is_at_the_next_such_time() -> None:
    at = timezone.localtime() - timedelta(minutes=2)
    moment = coming(time(at.hour, at.minute))
    assert timezone.now() < moment <= timezone.now() + timedelta(days=1, hours=1)
    assert (moment.hour, moment.minute) == (at.hour, at.minute)


def test_a_task_that_administrators_run_in_two_rhythms_does_not_stop_the_next_migrate() -> None:
    Schedule.objects.create(func="apps.conflicts.tasks.sweep", name="at night", schedule_type=Schedule.DAILY)
    count = Schedule.objects.count()
    migrate_again()
    assert Schedule.objects.count() == count
