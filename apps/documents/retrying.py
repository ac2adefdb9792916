"""A person asks to try documents again: failed and postponed steps begin afresh."""

from collections.abc import Sequence

from django.db import transaction

from apps.documents.models import Step
from apps.documents.registering import queue_again
from apps.documents.tasks import wake_worker


def retry(document_ids: Sequence[int]) -> int:
    """Puts failed and postponed steps back into the queue with fresh attempts; returns how many documents that are.

    Documents whose steps are all done, or whose file never arrived, have nothing to try and are not counted.
    """
    with transaction.atomic():
        steps = Step.objects.select_for_update().filter(revision__document__in=document_ids)
        steps = steps.filter(state=Step.State.FAILED) | steps.filter(
            state=Step.State.WAITING, next_retry_at__isnull=False
        )
        found = {step.pk: step.revision.document_id for step in steps.select_related("revision")}
        Step.objects.filter(pk__in=found).update(
            state=Step.State.WAITING, failures=0, lost_leases=0, next_retry_at=None, lease_until=None, error=""
        )
        documents = set(found.values())
        queue_again(list(documents))
        if documents:
            wake_worker()
    return len(documents)
