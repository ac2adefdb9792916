"""Runs of the admin are worked on by the queue, also when the worker that had them died."""

import pytest
from django_q.models import OrmQ, Schedule

from apps.evaluation import execute_run, tasks
from apps.evaluation.models import Run, RunState, Suite
from apps.evaluation.planning.start_run import start_suite

pytestmark = pytest.mark.django_db


def test_a_run_waits_for_a_worker_and_the_sweep_takes_up_what_a_dead_one_left(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[int] = []
    monkeypatch.setattr(execute_run, "execute_run", worked.append)
    by_command = start_suite(suite)
    run = start_suite(suite)
    tasks.enqueue(run)
    assert OrmQ.objects.count() == 1
    Run.objects.update(state=RunState.RUNNING)
    tasks.sweep()
    assert worked == [run.pk]
    assert by_command.pk not in worked


def test_the_queue_sweeps_and_samples() -> None:
    assert {"apps.evaluation.tasks.sweep", "apps.evaluation.tasks.nightly"} <= set(
        Schedule.objects.values_list("func", flat=True)
    )
