"""Tasks that an older version has queued. What becomes of a whole installation: tests/upgrade."""

import pydoc
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django_q.brokers import get_broker
from django_q.signing import SignedPackage
from django_q.tasks import async_task

from config.queue.moved_tasks import OLD_TASK_PATHS, update_task_path


def fetched() -> dict[str, Any]:
    """The task as a worker gets it."""
    [(_number, payload)] = get_broker().dequeue()
    task: dict[str, Any] = SignedPackage.loads(payload)
    return task


@pytest.mark.parametrize("path", OLD_TASK_PATHS.values())
def test_a_function_is_where_the_queue_is_sent(path: str) -> None:
    assert callable(pydoc.locate(path))


@pytest.mark.parametrize("path", OLD_TASK_PATHS)
def test_only_functions_that_are_gone_are_translated(path: str) -> None:
    module = Path(settings.BASE_DIR, *path.split(".")[:-1])
    assert not module.with_suffix(".py").exists()
    assert not (module / "__init__.py").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("old", "present"), OLD_TASK_PATHS.items())
def test_a_worker_gets_a_task_with_everything_but_its_old_path(old: str, present: str) -> None:
    async_task(old, 7, timeout=60, group="documents")
    task = fetched()
    assert task["func"] == present
    assert (task["args"], task["timeout"], task["group"]) == ((7,), 60, "documents")


@pytest.mark.django_db
def test_other_tasks_stay_as_they_are() -> None:
    async_task("apps.documents.tasks.sweep", group="documents")
    task = fetched()
    assert (task["func"], task["group"]) == ("apps.documents.tasks.sweep", "documents")


def test_a_forged_task_is_left_to_the_queue_which_refuses_it() -> None:
    assert update_task_path("not signed by us") == "not signed by us"
