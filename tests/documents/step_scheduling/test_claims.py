"""Two workers, one winner, and no late store."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from apps.documents.models import Revision, Step, StepState
from apps.documents.step_scheduling import claims
from apps.documents.step_scheduling.claims import FinishedStep, Worker
from apps.documents.step_scheduling.stage_interface import Job
from tests import factories


def waiting_steps(count: int) -> list[Revision]:
    revisions = [factories.document(embed=False).revisions.get() for _ in range(count)]
    Step.objects.bulk_create([Step(revision=revision, stage="extract") for revision in revisions])
    return revisions


def expire(job: Job) -> None:
    Step.objects.filter(pk=job.step_id).update(lease_until=timezone.now() - timedelta(seconds=1))


@pytest.mark.django_db
class TestClaiming:
    def test_an_attempt_is_counted_before_the_work_begins(self) -> None:
        waiting_steps(1)
        (job,) = Worker().claim(10)
        step = Step.objects.get()
        assert (job.attempt, step.attempts, step.state) == (1, 1, StepState.RUNNING)

    def test_a_claimed_step_is_not_handed_out_again(self) -> None:
        waiting_steps(2)
        assert len(Worker().claim(1)) == 1
        assert len(Worker().claim(10)) == 1
        assert Worker().claim(10) == []

    def test_a_lost_lease_is_taken_over_and_counted(self) -> None:
        waiting_steps(1)
        (first,) = Worker().claim(1)
        expire(first)
        (second,) = Worker().claim(1)
        assert (second.attempt, second.lost_leases, second.failures) == (2, 1, 0)

    def test_a_lease_lost_before_an_attempt_that_ended_counts_no_more(self) -> None:
        """Workers die for other reasons, too: only a step that kills one after the other is set aside."""
        waiting_steps(1)
        (lost,) = Worker().claim(1)
        expire(lost)
        (job,) = Worker().claim(1)
        assert claims.retry_step_later(job, timedelta(), "busy")
        (again,) = Worker().claim(1)
        assert (again.lost_leases, again.failures) == (0, 1)

    def test_only_the_named_revisions_are_claimed(self) -> None:
        wanted, _ = waiting_steps(2)
        assert [job.revision_id for job in Worker().claim(10, [wanted.pk])] == [wanted.pk]
        assert Worker().claim(10, []) == []

    def test_what_somebody_waits_for_is_taken_first_or_alone(self) -> None:
        _, newer = waiting_steps(2)
        Step.objects.filter(revision=newer).update(urgent=True)
        assert [job.urgent for job in Worker().claim(10, urgent=True)] == [True]
        assert Worker().claim(10, urgent=True) == []
        Step.objects.update(state=StepState.WAITING)
        assert [job.revision_id for job in Worker().claim(1)] == [newer.pk]

    def test_the_next_stage_is_as_urgent_as_the_one_before(self) -> None:
        waiting_steps(1)
        Step.objects.update(urgent=True)
        (job,) = Worker().claim(1)
        following = Worker().finish([FinishedStep(job, 0.1)], "split")[job.revision_id]
        assert following is not None
        assert following.urgent
        assert set(Step.objects.values_list("stage", "urgent")) == {("extract", True), ("split", True)}

    def test_a_step_that_waits_for_its_next_attempt_is_left_alone(self) -> None:
        waiting_steps(1)
        (job,) = Worker().claim(1)
        claims.retry_step_later(job, timedelta(minutes=5), "busy")
        assert Worker().claim(1) == []
        assert claims.open_steps([job.revision_id]) == 1
        assert [(each.error, each.steps) for each in claims.load_waiting_steps([job.revision_id])] == [("busy", 1)]


@pytest.mark.django_db
class TestFencing:
    def test_who_lost_the_lease_may_not_store(self) -> None:
        waiting_steps(1)
        (late,) = Worker().claim(1)
        expire(late)
        (owner,) = Worker().claim(1)
        assert Worker().finish([FinishedStep(late, 0.1)], "split") == {}
        assert not claims.fail_step(late, "late")
        assert not claims.retry_step_later(late, timedelta(), "late")
        (following,) = Worker().finish([FinishedStep(owner, 0.1)], "split").values()
        assert following is not None
        assert (following.stage, following.attempt, following.revision_id) == ("split", 1, owner.revision_id)

    def test_who_postponed_a_step_may_not_end_it_when_another_has_taken_it(self) -> None:
        waiting_steps(1)
        (late,) = Worker("late").claim(1)
        claims.postpone_steps([late], timedelta(), "the disk is full")
        (owner,) = Worker("owner").claim(1)
        assert Worker("late").finish([FinishedStep(late, 0.1)], None) == {}
        assert Step.objects.get().failures == 0
        assert Worker("owner").finish([FinishedStep(owner, 0.1)], None) == {owner.revision_id: None}

    def test_a_heartbeat_does_not_take_a_lease_back(self) -> None:
        waiting_steps(1)
        (late,) = Worker().claim(1)
        expire(late)
        (owner,) = Worker().claim(1)
        expire(owner)
        claims.extend_leases([late])
        assert Step.objects.filter(lease_until__lt=timezone.now()).exists()
        claims.extend_leases([owner])
        assert not Step.objects.filter(lease_until__lt=timezone.now()).exists()

    def test_a_released_step_is_free_at_once(self) -> None:
        waiting_steps(1)
        claims.release_steps(Worker().claim(1))
        assert [job.attempt for job in Worker().claim(1)] == [2]

    def test_a_step_that_runs_again_gets_a_new_number(self) -> None:
        waiting_steps(1)
        (job,) = Worker().claim(1)
        (following,) = Worker().finish([FinishedStep(job, 0.1)], "split").values()
        assert following is not None
        Worker().finish([FinishedStep(following, 0.1)], None)
        Step.objects.filter(stage="extract").update(state=StepState.WAITING)
        (job,) = Worker().claim(1)
        assert job.attempt == 2
        (again,) = Worker().finish([FinishedStep(job, 0.1)], "split").values()
        assert again is not None
        assert again.attempt == 2


@pytest.mark.django_db(transaction=True)
def test_workers_that_claim_at_the_same_time_share_the_steps() -> None:
    waiting_steps(40)
    claimed: list[list[int]] = []

    def work() -> None:
        try:
            mine: list[int] = []
            while taken := Worker().claim(3):
                mine += [job.step_id for job in taken]
            claimed.append(mine)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = [step for mine in claimed for step in mine]
    assert len(everything) == 40
    assert len(set(everything)) == 40
