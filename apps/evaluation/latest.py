"""What the public may know of evaluation: the last run that measured what is in force. Sync."""

from apps.evaluation.deciding import pinned_suite
from apps.evaluation.models import Release, Run


def last_published_run() -> Run | None:
    """The run by which the newest change went live, or a newer one of the pinned suite on what was in force.

    None where nothing was measured. Its `mean`, `low`, `high`, `finished_at` and `result` are for the system card;
    `result["calibration"]["calibrated"]` says whether people have confirmed the judge. Two or three queries.
    """
    lines = Release.objects.filter(action=Release.Action.PUBLISHED, run_number__isnull=False)
    by_release = Run.objects.filter(pk__in=lines.order_by("-pk").values("run_number")[:1]).first()
    suite = pinned_suite()
    runs = Run.objects.filter(kind=Run.Kind.DIALOGUES, state=Run.State.FINISHED, draft=None, suite__isnull=False)
    in_force = (runs.filter(suite=suite) if suite else runs).order_by("-pk").first()
    found = [run for run in (by_release, in_force) if run]
    return max(found, key=lambda run: run.pk, default=None)
