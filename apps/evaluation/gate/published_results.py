"""Evaluation results for the public: the newest runs of the configuration in force."""

from django.db.models import Q

from apps.evaluation.judging.calibration import with_calibration
from apps.evaluation.models import DraftState, Run, RunState

AS_IN_FORCE = Q(configuration__variant="") | ~Q(configuration__has_key="variant")
GONE_LIVE = Q(draft__state=DraftState.PUBLISHED)


def published_runs() -> list[Run]:
    """Of each kind the newest finished run with a mean. What was only tried is left out. Three queries.

    Each says as `is_calibrated` whether the judges that scored it may be believed.
    """
    finished = Run.objects.filter(state=RunState.FINISHED, mean__isnull=False)
    in_force = finished.filter(Q(draft=None) & AS_IN_FORCE | GONE_LIVE)
    return list(with_calibration(in_force).order_by("kind", "-finished_at").distinct("kind"))
