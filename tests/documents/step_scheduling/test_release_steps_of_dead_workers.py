"""Whose steps go back at once, and whose do not."""

import os
import subprocess
import sys

import psutil
import pytest

from apps.documents.models import Step
from apps.documents.step_scheduling import release_steps_of_dead_workers
from apps.documents.step_scheduling.claims import Worker
from tests.documents.step_scheduling.test_claims import waiting_steps


def test_this_process_is_alive() -> None:
    assert not release_steps_of_dead_workers.is_dead_worker(release_steps_of_dead_workers.own_worker_name())


def test_a_process_that_has_ended_is_dead() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    began = release_steps_of_dead_workers.process_start(psutil.Process(process.pid))
    name = f"{release_steps_of_dead_workers.host_name()}/{process.pid}/{began}"
    assert not release_steps_of_dead_workers.is_dead_worker(name)
    process.kill()
    while psutil.Process(process.pid).status() != psutil.STATUS_ZOMBIE:
        pass  # it ends, and nobody has waited for it yet
    assert release_steps_of_dead_workers.is_dead_worker(name)
    process.communicate()
    assert release_steps_of_dead_workers.is_dead_worker(name)


def test_a_number_that_another_process_has_by_now_is_no_sign_of_life() -> None:
    began = release_steps_of_dead_workers.process_start(psutil.Process())
    assert release_steps_of_dead_workers.is_dead_worker(
        f"{release_steps_of_dead_workers.host_name()}/{os.getpid()}/{began - 1}"
    )


def test_a_clock_that_is_set_makes_nobody_look_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    name = release_steps_of_dead_workers.own_worker_name()
    monkeypatch.setattr(psutil.Process, "create_time", lambda self: 0.0)
    assert not release_steps_of_dead_workers.is_dead_worker(name)


@pytest.mark.parametrize(
    "name",
    ["", "elsewhere/1/1", "elsewhere/999999999/1", "nonsense", f"{release_steps_of_dead_workers.host_name()}/x/y"],
)
def test_workers_of_other_hosts_and_odd_names_are_not_judged(name: str) -> None:
    assert not release_steps_of_dead_workers.is_dead_worker(name)


@pytest.mark.django_db
def test_only_the_steps_of_dead_workers_are_released() -> None:
    first, second, third = (revision.pk for revision in waiting_steps(3))
    (own,) = Worker().claim(1, [first])
    (dead,) = Worker(f"{release_steps_of_dead_workers.host_name()}/999999999/1").claim(1, [second])
    (distant,) = Worker("elsewhere/999999999/1").claim(1, [third])
    assert release_steps_of_dead_workers.release_dead_workers_steps() == 1
    states = dict(Step.objects.values_list("pk", "state"))
    assert states == {own.step_id: "running", dead.step_id: "waiting", distant.step_id: "running"}
    (again,) = Worker().claim(10)
    assert (again.step_id, again.attempt, again.lost_leases) == (dead.step_id, 2, 1)
