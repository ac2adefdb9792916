"""`manage.py calibrate_reader`: measures the second reader on the labelled cases."""

import json as json_format
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.chat.models import CalibrationState, ReaderCalibration
from apps.chat.models.second_readings import FEWEST_CASES, LEAST_KAPPA
from apps.chat.second_reader.second_reader_models import SECOND_READER_PROMPTS
from apps.evaluation.second_reader_calibration.labelled_cases import BadCases
from apps.evaluation.second_reader_calibration.measure_reader import (
    CalibrationIsBusy,
    NoReader,
    begin_calibration,
    enqueue_calibration,
    measure_reader,
)

SHOWN = ("model", "prompt_version", "language", "state", "done", "total", "kappa", "false_supported", "missed",
         "false_contradicted", "unreadable", "error")  # fmt: skip


class Command(BaseCommand):
    help = "Measure how far the second reader agrees with labelled sentences; one that broke off goes on."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=list(SECOND_READER_PROMPTS), help="default: both")
        parser.add_argument("--new", action="store_true", help="begin anew, whatever broke off")
        parser.add_argument("--queue", action="store_true", help="leave it to the worker")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, language: str | None, new: bool, queue: bool, json: bool, **options: Any) -> None:
        try:
            begun = [begin_calibration(each, anew=new) for each in ([language] if language else SECOND_READER_PROMPTS)]
            for calibration in begun:
                if queue:
                    enqueue_calibration(calibration)
                else:
                    measure_reader(calibration, self.show_progress)
        except (NoReader, BadCases) as error:
            raise CommandError(str(error), returncode=2) from error
        except CalibrationIsBusy as error:
            raise CommandError("A worker is measuring this reader already.", returncode=1) from error
        rows = [as_json(calibration) for calibration in begun]
        self.stdout.write(json_format.dumps({"calibrations": rows}) if json else "\n".join(map(words, begun)))
        if failed := next((one.error for one in begun if one.state == CalibrationState.FAILED), None):
            raise CommandError(failed, returncode=1)

    def show_progress(self, done: int, total: int) -> None:
        self.stderr.write(f"{done} of {total} cases", ending="\r" if done < total else "\n")


def as_json(calibration: ReaderCalibration) -> dict[str, Any]:
    return {**{name: getattr(calibration, name) for name in SHOWN}, "calibrated": calibration.suffices}


def words(calibration: ReaderCalibration) -> str:
    if calibration.state != CalibrationState.FINISHED:
        return f"{calibration}: {calibration.state}, {calibration.done} of {calibration.total} cases"
    agreement = "undefined" if calibration.kappa is None else f"{calibration.kappa:.3f}"
    needed = f"needed: {LEAST_KAPPA} over {FEWEST_CASES} cases"
    end = "calibrated" if calibration.suffices else f"not calibrated, its verdicts stay hidden ({needed})"
    wrong = "–" if calibration.false_supported is None else f"{100 * calibration.false_supported:.1f} %"
    return f"{calibration}: kappa {agreement} over {calibration.total} cases, wrongly supported {wrong}: {end}"
