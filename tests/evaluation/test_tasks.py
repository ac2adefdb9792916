"""Runs of the admin are worked on by the queue, also when the worker that had them died."""

import psycopg
import pytest
from django_q.models import Schedule
from pytest_django import Settings

from apps.chat.models import ReaderCalibration
from apps.evaluation import tasks
from apps.evaluation.dialogues.stopped_and_stalled_runs import RUN_LOCK
from apps.evaluation.models import Run, RunState, Suite
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.second_reader_calibration import measure_reader
from tests.evaluation.queue_of_runs import take_from_queue

pytestmark = pytest.mark.django_db


def test_a_run_waits_for_a_worker_and_the_sweep_takes_up_what_a_dead_one_left(suite: Suite) -> None:
    by_command = start_suite_run(suite)
    run = start_suite_run(suite)
    tasks.enqueue_run(run)
    assert take_from_queue() == [run.pk]
    Run.objects.update(state=RunState.RUNNING)
    tasks.sweep()
    assert take_from_queue() == [run.pk]
    assert by_command.pk < run.pk


@pytest.mark.django_db(transaction=True)
def test_a_run_in_other_hands_holds_up_no_run_after_it_while_a_worker_is_left(
    suite: Suite, other_session: psycopg.Connection, settings: Settings
) -> None:
    busy, left = start_suite_run(suite), start_suite_run(suite)
    settings.QUEUE_WORKERS = 2
    for run in (busy, left):
        tasks.enqueue_run(run)
    tasks.sweep()  # what waits in the queue is not put there again
    assert take_from_queue() == [busy.pk]
    other_session.execute("SELECT pg_advisory_lock(%s, %s)", [RUN_LOCK, busy.pk])
    settings.QUEUE_WORKERS = 3
    tasks.sweep()
    assert take_from_queue() == [left.pk]
    # Uploads, webhooks and notifications have the other one.
    settings.QUEUE_WORKERS = 2
    tasks.sweep()
    assert take_from_queue() == []
    settings.QUEUE_WORKERS = 1
    other_session.execute("SELECT pg_advisory_unlock(%s, %s)", [RUN_LOCK, busy.pk])
    tasks.sweep()
    assert take_from_queue() == [busy.pk]


def test_a_calibration_that_fails_holds_up_neither_the_next_one_nor_the_runs(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[object] = []

    def fail_on_english(calibration: ReaderCalibration) -> None:
        if calibration.language == "en":
            raise ZeroDivisionError
        worked.append(calibration.language)

    monkeypatch.setattr(measure_reader, "measure_reader", fail_on_english)
    for language in ("en", "de"):
        ReaderCalibration.objects.create(model="leser", language=language)
    run = start_suite_run(suite)
    tasks.enqueue_run(run)
    assert take_from_queue() == [run.pk]
    with pytest.raises(ZeroDivisionError):
        tasks.sweep()
    assert (worked, take_from_queue()) == (["de"], [run.pk])


def test_the_queue_sweeps_and_samples() -> None:
    assert {"apps.evaluation.tasks.sweep", "apps.evaluation.tasks.nightly"} <= set(
        Schedule.objects.values_list("func", flat=True)
    )
