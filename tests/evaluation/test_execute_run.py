"""A run in a worker: to its end, and not for ever when it cannot end."""

from contextlib import AbstractContextManager, suppress
from time import monotonic

import psycopg
import pytest
from django.utils import translation

from apps.evaluation import execute_run as background
from apps.evaluation.dialogues.stopped_and_stalled_runs import RUN_LOCK, stop_run
from apps.evaluation.models import Call, Run, RunKind, RunState, Suite
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.tasks import LONGEST_SECONDS

pytestmark = pytest.mark.django_db


def broken(run: Run, **_limits: float) -> None:
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
    run = start_suite_run(suite)
    assert [tried(run, monkeypatch).state for _ in range(3)] == ["waiting", "waiting", "failed"]
    assert run.error == "Given up after 3 attempts: ZeroDivisionError: division by zero"
    assert run.finished_at is not None
    assert tried(run, monkeypatch).attempts == 3


def test_a_worker_that_is_killed_each_time_is_given_up_too(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start_suite_run(suite)
    Run.objects.filter(pk=run.pk).update(state=RunState.RUNNING, attempts=3)
    assert tried(run, monkeypatch).state == RunState.FAILED
    assert "died" in run.error


def test_a_run_that_finished_a_call_since_is_never_given_up(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start_suite_run(suite)
    for number in range(5):
        tried(run, monkeypatch)
        Call.objects.create(dialogue=run.dialogues.first(), purpose="answer", digest=str(number), text="", model="m")
    assert (run.state, run.attempts) == (RunState.WAITING, 1)


@pytest.mark.django_db(transaction=True)
def test_who_finds_a_run_in_other_hands_neither_counts_an_attempt_nor_gives_it_up(
    suite: Suite, other_session: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start_suite_run(suite)
    other_session.execute("SELECT pg_advisory_lock(%s, %s)", [RUN_LOCK, run.pk])
    for attempts in (0, 3):
        Run.objects.filter(pk=run.pk).update(state=RunState.RUNNING, attempts=attempts)
        found = tried(run, monkeypatch)
        assert (found.state, found.attempts, found.error) == (RunState.RUNNING, attempts, "")


@pytest.mark.django_db(transaction=True)
def test_a_run_that_was_stopped_before_its_lock_was_free_is_not_begun_again(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start_suite_run(suite)
    held = background.advisory_lock

    def held_after_a_stop(kind: int, number: int) -> AbstractContextManager[bool]:
        stop_run(run)
        return held(kind, number)

    monkeypatch.setattr(background, "advisory_lock", held_after_a_stop)
    assert tried(run, monkeypatch).state == RunState.STOPPED
    assert run.error == ""


def test_a_long_run_is_laid_down_before_the_queue_ends_its_task(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, float] = {}
    before = monotonic()
    tried(start_suite_run(suite), monkeypatch, lambda run, **limits: given.update(limits))
    assert before < given["until"] < monotonic() + LONGEST_SECONDS - 300


def test_every_kind_of_run_has_its_worker() -> None:
    assert set(background.WORKERS) == set(RunKind.values)
