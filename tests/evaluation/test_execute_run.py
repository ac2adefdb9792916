"""A run in a worker: to its end, and not for ever when it cannot end."""

from contextlib import suppress

import pytest
from django.utils import translation

from apps.evaluation import execute_run as background
from apps.evaluation.dialogues.run_dialogues import RunIsBusy
from apps.evaluation.models import Call, Run, RunKind, RunState, Suite
from apps.evaluation.planning.start_run import start_suite

pytestmark = pytest.mark.django_db


def broken(run: Run) -> None:
    raise ExceptionGroup("unhandled errors", [ZeroDivisionError("division by zero")])


def tried(run: Run, monkeypatch: pytest.MonkeyPatch, worker: object = broken) -> Run:
    monkeypatch.setattr(background, "WORKERS", {run.kind: worker})
    with translation.override("en"), suppress(ExceptionGroup):
        background.execute_run(run.pk)
    run.refresh_from_db()
    return run


def test_a_run_that_fails_by_a_fault_of_the_program_ends_after_three_attempts_with_a_sentence(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start_suite(suite)
    assert [tried(run, monkeypatch).state for _ in range(3)] == ["waiting", "waiting", "failed"]
    assert run.error == "Given up after 3 attempts: ZeroDivisionError: division by zero"
    assert run.finished_at is not None
    assert tried(run, monkeypatch).attempts == 3


def test_a_worker_that_is_killed_each_time_is_given_up_too(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start_suite(suite)
    Run.objects.filter(pk=run.pk).update(state=RunState.RUNNING, attempts=3)
    assert tried(run, monkeypatch).state == RunState.FAILED
    assert "died" in run.error


def test_a_run_that_finished_a_call_since_is_never_given_up(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start_suite(suite)
    for number in range(5):
        tried(run, monkeypatch)
        Call.objects.create(dialogue=run.dialogues.first(), purpose="answer", digest=str(number), text="", model="m")
    assert (run.state, run.attempts) == (RunState.WAITING, 1)


def test_a_run_that_somebody_else_works_on_is_no_failed_attempt(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(run: Run) -> None:
        raise RunIsBusy

    assert tried(start_suite(suite), monkeypatch, busy).attempts == 0


def test_every_kind_of_run_has_its_worker() -> None:
    assert set(background.WORKERS) == set(RunKind.values)
