"""A run of the console waits for vectors that fill in behind the documents, and measures the search that they make."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.documents.vectors.fill_missing import fill_missing_vectors
from apps.evaluation import execute_run, tasks
from apps.evaluation.models import Run, RunState, Suite
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.planning.pending_vectors import awaited_vectors
from apps.evaluation.planning.run_configuration import configuration_in_force
from apps.llm.create_initial_models import create_first_rows
from apps.llm.semantic_embedding import verify_weights_package
from apps.llm.semantic_embedding.talk_to_model_process import NAME
from tests import factories
from tests.evaluation.queue_of_runs import take_from_queue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _meaning(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MEANING = True
    monkeypatch.setattr(verify_weights_package, "is_installed", lambda: True)
    create_first_rows()
    factories.document(["Erste Seite.", "Zweite Seite."])


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The embedding models that runs began with."""
    found: list[str] = []

    def begin(run: Run, **_limits: float) -> None:
        found.append(run.configuration["embedding_model"])
        Run.objects.filter(pk=run.pk).update(state=RunState.FINISHED)

    monkeypatch.setattr(execute_run, "WORKERS", dict.fromkeys(execute_run.WORKERS, begin))
    return found


def queued(suite: Suite, **options: object) -> Run:
    run = start_suite_run(suite)
    run.options |= options
    tasks.enqueue_run(run)
    return run


def sweep_and_work() -> None:
    """What the sweep puts into the queue, and a worker takes out of it."""
    take_from_queue()
    tasks.sweep()
    for run in take_from_queue():
        tasks.work_on(run)


@pytest.mark.usefixtures("_meaning")
def test_it_waits_and_then_measures_the_model_that_has_taken_over(
    suite: Suite, worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = queued(suite)
    known = awaited_vectors(run)
    assert known is not None
    assert (known.model, known.done) == (NAME, 0)
    sweep_and_work()
    tasks.work_on(run.pk)
    assert worked == []
    monkeypatch.setattr("apps.llm.semantic_embedding.semantic_embedder.for_passages", EqualVectors())
    assert fill_missing_vectors()
    sweep_and_work()
    assert worked == [NAME]
    run.refresh_from_db()
    assert run.fingerprint == configuration_in_force().fingerprint


@pytest.mark.usefixtures("_meaning")
def test_one_that_waits_holds_up_no_other(suite: Suite, worked: list[str]) -> None:
    queued(suite)
    queued(suite, at_once=True)
    sweep_and_work()
    assert worked == ["offline-ngrams"]


@pytest.mark.usefixtures("_meaning")
def test_nobody_waits_for_hours(suite: Suite) -> None:
    run = queued(suite)
    Run.objects.filter(pk=run.pk).update(created_at=timezone.now() - timedelta(hours=1))
    run.refresh_from_db()
    assert awaited_vectors(run) is None


def test_without_vectors_that_fill_in_behind_nothing_waits(suite: Suite) -> None:
    create_first_rows()
    factories.document(["Erste Seite."])
    assert awaited_vectors(queued(suite)) is None


class EqualVectors:
    """Stands where the process of the model begins."""

    somebody_waits = False

    def vectors(self, texts: list[str], *, is_query: bool) -> list[bytes]:
        return [b"\0\0\x80?" + bytes(4 * 383) for _text in texts]
