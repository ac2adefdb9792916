"""Queue tasks of evaluation: runs and calibrations that wait or whose worker died, and the nightly sample.

The rows decide what is done.
"""

from contextlib import suppress

from django_q.tasks import async_task

from apps.chat.models import CalibrationState, ReaderCalibration
from apps.evaluation.models import Run, RunState

WORK = "apps.evaluation.tasks.work_on"
LONGEST_SECONDS = 1_800
"""Below the queue's `retry`. A run that takes longer is taken up again by the sweep and pays nothing twice."""


def enqueue(run: Run) -> None:
    """For a worker; should that one die, the sweep wakes another."""
    run.options = {**run.options, "background": True}
    run.save(update_fields=["options"])
    async_task(WORK, run.pk, timeout=LONGEST_SECONDS, group="evaluation")


def work_on(run_id: int) -> None:
    """Leaves quietly when the run is gone, has ended, or somebody else works on it."""
    from apps.evaluation.execute_run import execute_run

    execute_run(run_id)


def calibrate(calibration_id: int) -> None:
    """Leaves quietly when the row is gone, has ended, or somebody else works on it."""
    from apps.evaluation.second_reader_calibration.measure_reader import CalibrationIsBusy, measure_reader

    open_states = [CalibrationState.WAITING, CalibrationState.RUNNING]
    found = ReaderCalibration.objects.filter(pk=calibration_id, state__in=open_states).first()
    if found is not None:
        with suppress(CalibrationIsBusy):
            measure_reader(found)


def sweep() -> None:
    """Every minute: runs and calibrations that wait or were left by a dead worker are worked on, one run each time."""
    from apps.evaluation.planning.wait_for_vectors import awaited_vectors
    from apps.evaluation.second_reader_calibration.measure_reader import unfinished

    for calibration in unfinished():
        calibrate(calibration.pk)
    waiting = Run.objects.filter(state__in=[RunState.WAITING, RunState.RUNNING], options__background=True)
    ready = (run for run in waiting.order_by("pk") if awaited_vectors(run) is None)
    if run := next(ready, None):
        work_on(run.pk)


def nightly() -> None:
    """Scores a sample of yesterday's answers, where that is switched on."""
    from apps.evaluation.dialogues.live_sampling import score_yesterday

    score_yesterday()
