"""Measures the second reader on the labelled cases, case by case, so that one that breaks off goes on."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict

from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task

from apps.chat.models import CalibrationState, ReaderCalibration
from apps.chat.second_reader.ask_reader import ask_second_reader
from apps.chat.second_reader.parse_reading import UnreadableReading
from apps.chat.second_reader.second_reader_models import SecondReader, second_reader_for
from apps.database.advisory_lock import advisory_lock
from apps.database.worker_connections import run_with_connection
from apps.evaluation.second_reader_calibration.agreement_with_labels import UNREADABLE, measure_agreement
from apps.evaluation.second_reader_calibration.labelled_cases import BadCases, LabelledCase, collect_labelled_cases
from apps.llm.call_ledger import Ledger
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.errors import ModelError
from apps.llm.transport.priority_semaphore import call_rank

TASK = "apps.evaluation.tasks.calibrate"
LONGEST_SECONDS = 1_800
"""Below the queue's `retry`; what takes longer is taken up again by the sweep and asks about no case twice."""
LOCK_CLASS = 7_203_116
CASES_AT_ONCE = 8
"""Cases that are asked about side by side and then stored together."""
MOST_ATTEMPTS = 3
"""Attempts in a row that brought no verdict, as for runs (execute_run.py)."""
OPEN_STATES = (CalibrationState.WAITING, CalibrationState.RUNNING, CalibrationState.FAILED)
Progress = Callable[[int, int], None]


class NoReader(LookupError):  # noqa: N818 - an answer to the person who measures
    """No model is connected that could be a second reader."""


class CalibrationIsBusy(Exception):  # noqa: N818 - not an error
    """Another process works on it."""


def begin_calibration(language: str, *, anew: bool = False) -> ReaderCalibration:
    """A row for the connected reader: the one that broke off, or a new one. A few queries; asks nobody.

    Raises NoReader, BadCases.
    """
    reader = second_reader_for(language)
    if reader is None:
        raise NoReader(_("No model is connected that could be a second reader: add one in the model orders."))
    total = len(collect_labelled_cases(language))
    # Only the newest: one that broke off before it would count as newer when it ends, with older verdicts.
    broken_off = ReaderCalibration.objects.filter(**reader.columns).order_by("-pk").first()
    if broken_off is None or broken_off.state not in OPEN_STATES or anew:
        return ReaderCalibration.objects.create(total=total, **reader.columns)
    ReaderCalibration.objects.filter(pk=broken_off.pk).update(
        state=CalibrationState.WAITING, total=total, error="", attempts=0
    )
    broken_off.refresh_from_db()
    return broken_off


def enqueue_calibration(calibration: ReaderCalibration) -> None:
    """For a worker; should that one die, the sweep wakes another."""
    async_task(TASK, calibration.pk, timeout=LONGEST_SECONDS, group="evaluation")


def measure_reader(calibration: ReaderCalibration, progress: Progress = lambda done, total: None) -> None:
    """To the end, or until the model fails; then the sentence why is in `error`, and what was answered is kept.

    Sync, calls a model for each case that has no verdict yet. Raises CalibrationIsBusy, DatabaseError, and whatever is
    a fault of the program, which three attempts in a row may have."""
    with advisory_lock(LOCK_CLASS, calibration.pk) as is_ours:
        if not is_ours:
            raise CalibrationIsBusy
        calibration.refresh_from_db()
        if calibration.state == CalibrationState.FINISHED or not count_attempt(calibration):
            return
        try:
            measure_open_cases(calibration, progress)
        except (ModelError, BadCases, NoReader) as error:
            update_calibration(calibration, state=CalibrationState.FAILED, error=str(error)[:300])


def count_attempt(calibration: ReaderCalibration) -> bool:
    """Counts the attempt before it begins: a worker that is killed cannot count it afterwards."""
    if calibration.done > calibration.verdicts_before:
        calibration.attempts = 0
    if calibration.attempts >= MOST_ATTEMPTS:
        sentence = _("Given up after %(number)s attempts that brought no verdict; the worker’s log says why.")
        update_calibration(calibration, state=CalibrationState.FAILED, error=sentence % {"number": MOST_ATTEMPTS})
        return False
    update_calibration(calibration, attempts=calibration.attempts + 1, verdicts_before=calibration.done)
    return True


def measure_open_cases(calibration: ReaderCalibration, progress: Progress) -> None:
    """Raises ModelError, BadCases, NoReader."""
    reader = require_same_reader(calibration)
    cases = collect_labelled_cases(calibration.language)
    update_calibration(calibration, state=CalibrationState.RUNNING, total=len(cases), error="")
    verdicts: dict[str, str] = calibration.verdicts
    waiting = [case for case in cases if case.key not in verdicts]
    for start in range(0, len(waiting), CASES_AT_ONCE):
        progress(len(cases) - len(waiting) + start, len(cases))
        ledger = Ledger()
        try:
            run_with_connection(
                ask_reader_about_cases(waiting[start : start + CASES_AT_ONCE], reader, ledger, verdicts)
            )
        finally:
            ledger.save(f"calibration:{calibration.pk}")
            update_calibration(calibration, verdicts=verdicts)
    progress(len(cases), len(cases))
    update_calibration(
        calibration,
        state=CalibrationState.FINISHED,
        finished_at=timezone.now(),
        **asdict(measure_agreement(cases, verdicts)),
    )


def require_same_reader(calibration: ReaderCalibration) -> SecondReader:
    """The connected reader, which must be the one that is measured. Raises NoReader."""
    reader = second_reader_for(calibration.language)
    if reader is None or any(getattr(calibration, name) != value for name, value in reader.columns.items()):
        raise NoReader(_("Another model or another version of the prompt is connected by now."))
    return reader


async def ask_reader_about_cases(
    cases: Sequence[LabelledCase], reader: SecondReader, ledger: Ledger, verdicts: dict[str, str]
) -> None:
    """Adds what came to `verdicts`; a reply that cannot be read is a result, too. Raises the first ModelError."""
    model = reader.model(ledger)
    call_rank.set(LAST_RANK)

    async def ask(case: LabelledCase) -> None:
        try:
            verdict, _words = await ask_second_reader(model, reader.prompt, case.claim, case.quotes)
        except UnreadableReading:
            verdict = UNREADABLE
        verdicts[case.key] = verdict

    ends = await asyncio.gather(*(ask(case) for case in cases), return_exceptions=True)
    if failed := next((end for end in ends if isinstance(end, BaseException)), None):
        raise failed


def update_calibration(calibration: ReaderCalibration, **columns: object) -> None:
    for name, value in columns.items():
        setattr(calibration, name, value)
    calibration.save(update_fields=list(columns))


def unfinished_calibrations() -> list[ReaderCalibration]:
    """Returns those that wait, and those whose worker may have died. One query."""
    return list(
        ReaderCalibration.objects.filter(state__in=[CalibrationState.WAITING, CalibrationState.RUNNING]).order_by("pk")
    )
