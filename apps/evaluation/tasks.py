"""Queue tasks of evaluation: runs and calibrations that wait or whose worker died, and the nightly sample.

The rows decide what is done.
"""

from contextlib import suppress
from functools import partial

from django_q.tasks import async_task

from apps.chat.models import CalibrationState, ReaderCalibration
from apps.database.advisory_lock import is_locked
from apps.documents.is_task_waiting import waiting_tasks
from apps.evaluation.models import Run, Suite
from apps.task_schedules import run_each

WORK = "apps.evaluation.tasks.work_on"
BUILD = "apps.evaluation.tasks.build_cases"
LONGEST_SECONDS = 1_800
"""Below the queue's `retry`, and above WORK_SECONDS of execute_run.py: calls under way when a task is ended are paid
and lost. A run that takes longer waits in between and is taken up again by the sweep.
"""


def enqueue_run(run: Run) -> None:
    """For a worker; should that one die, or none be left for it, the sweep wakes another."""
    run.options = {**run.options, "background": True}
    run.save(update_fields=["options"])
    enqueue_next_run()


def enqueue_work(run_id: int) -> None:
    async_task(WORK, run_id, timeout=LONGEST_SECONDS, group="evaluation")


def work_on(run_id: int) -> None:
    """Leaves quietly when the run is gone, has ended, or somebody else works on it."""
    from apps.evaluation.execute_run import execute_run

    execute_run(run_id)


def enqueue_case_build(suite: Suite, numbers: dict[str, int], collection_ids: list[int] | None) -> bool:
    """Leave cases to a worker, `numbers` as `build_suite` takes them. False while one builds cases of this suite.

    `collection_ids` are the collections that whoever orders them may read; None is all.
    """
    from apps.evaluation.planning.build_cases_in_background import claim_case_build

    if not claim_case_build(suite, LONGEST_SECONDS):
        return False
    async_task(BUILD, suite.pk, numbers, collection_ids, timeout=LONGEST_SECONDS, group="evaluation")
    return True


def build_cases(suite_id: int, numbers: dict[str, int], collection_ids: list[int] | None) -> None:
    """Leaves quietly when the suite is gone."""
    from apps.evaluation.planning.build_cases_in_background import build_claimed_cases

    build_claimed_cases(suite_id, numbers, collection_ids)


def calibrate(calibration_id: int) -> None:
    """Leaves quietly when the row is gone, has ended, or somebody else works on it."""
    from apps.evaluation.second_reader_calibration.measure_reader import CalibrationIsBusy, measure_reader

    open_states = [CalibrationState.WAITING, CalibrationState.RUNNING]
    found = ReaderCalibration.objects.filter(pk=calibration_id, state__in=open_states).first()
    if found is not None:
        with suppress(CalibrationIsBusy):
            measure_reader(found)


def sweep() -> None:
    """Every minute: calibrations and one run that wait or were left by a dead worker are worked on."""
    run_each(calibrate_unfinished, enqueue_next_run)


def calibrate_unfinished() -> None:
    """One after the other. Raises the last error when all have had their turn."""
    from apps.evaluation.second_reader_calibration.measure_reader import unfinished_calibrations

    run_each(*(partial(calibrate, calibration.pk) for calibration in unfinished_calibrations()))


def enqueue_next_run() -> None:
    """The oldest that nobody has in hand and that waits for no vectors, while a worker is left for everything else."""
    from apps.evaluation.dialogues import stopped_and_stalled_runs as background
    from apps.evaluation.planning.pending_vectors import awaited_vectors

    queued = {task["args"][0] for task in waiting_tasks(WORK)}
    is_in_hand = {
        run: run.pk in queued or is_locked(background.RUN_LOCK, run.pk)
        for run in background.background_runs().order_by("pk")
    }
    if sum(is_in_hand.values()) >= background.most_runs_at_once():
        return
    for run, has_worker in is_in_hand.items():
        if not has_worker and awaited_vectors(run) is None:
            enqueue_work(run.pk)
            return


def nightly() -> None:
    """Scores a sample of yesterday's answers, where that is switched on and the sweep has not begun with it."""
    from apps.evaluation.dialogues.live_sampling import score_yesterday
    from apps.evaluation.dialogues.run_dialogues import RunIsBusy

    with suppress(RunIsBusy):
        score_yesterday()
