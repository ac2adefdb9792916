"""One run in a worker of the queue."""

import logging

from apps.evaluation.configuration import GoneDraft
from apps.evaluation.models import Run
from apps.evaluation.running import RunIsBusy, work
from apps.retrieval.profiles import NoActiveProfile

logger = logging.getLogger(__name__)


def work_on_run(run_id: int) -> None:
    """To its end. What stops it for good is written on the run; raises DatabaseError."""
    run = Run.objects.filter(pk=run_id).first()
    if run is None or run.has_ended:
        return
    try:
        work(run)
    except RunIsBusy:
        return
    except (GoneDraft, NoActiveProfile) as error:
        logger.warning("Run %s cannot be worked on: %s", run_id, error)
        Run.objects.filter(pk=run_id).update(state=Run.State.FAILED, error=str(error)[:500])
