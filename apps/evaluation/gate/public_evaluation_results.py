"""Evaluation results for the public: the newest runs of the configuration in force."""

from django.db.models import F, Q, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Concat
from django.db.models.lookups import Exact

from apps.evaluation.judging.judge_agreement_with_people import annotate_calibration
from apps.evaluation.models import Run, RunKind, RunState
from apps.evaluation.models.runs import runs_in_force

FOUND_BY_WHAT_IS_IN_FORCE = (
    ~Q(kind=RunKind.HIT_RATE)
    | Q(result__shown=F("configuration__profile__profile"))
    | Exact(KT("result__shown"), Concat(Value("profile:"), KT("configuration__profile__profile")))
    | Q(result__shown=F("configuration__profile__values__algorithm"))
)
"""A run of hit rates may have tried other profiles alone: then its figure is that of the best of them."""


def published_runs() -> list[Run]:
    """Loads the newest finished run with a mean of each kind. What was only tried is left out. Three queries.

    Each says as `is_calibrated` whether the judges that scored it may be believed.
    """
    finished = Run.objects.filter(state=RunState.FINISHED, mean__isnull=False)
    in_force = finished.filter(runs_in_force(), FOUND_BY_WHAT_IS_IN_FORCE)
    return list(annotate_calibration(in_force).order_by("kind", "-finished_at").distinct("kind"))
