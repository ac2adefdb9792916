"""Retries documents: restarts failed and postponed steps, fetches files that never arrived, asks models again."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Q

from apps.documents.lifecycle.register_documents import requeue_documents
from apps.documents.models import Listing, ListingState, Source, Step, StepState
from apps.documents.sync.tasks import start_fetching
from apps.documents.tasks import wake_worker

ENDED_WITHOUT_MODEL = Q(
    stage="summarise",
    state=StepState.DONE,
    revision__flags__contains=["summary_missing"],
    revision__document__current_revision=F("revision"),
)
"""Steps that are done because the language model was away to the end or gave no usable reply. The stages after them
follow by themselves; the document stays in search as it is until then."""
MAY_BE_TRIED_AGAIN = (
    Q(state=StepState.FAILED) | Q(state=StepState.WAITING, next_retry_at__isnull=False) | ENDED_WITHOUT_MODEL
)


def retry_documents(document_ids: Sequence[int]) -> int:
    """Puts failed and postponed steps, and those that ended without their model, back into the queue with fresh
    attempts, and asks sources for files that could not be fetched; returns how many documents that are.
    """
    with transaction.atomic():
        steps = Step.objects.select_for_update(of=("self",)).filter(revision__document__in_array=document_ids)
        steps = steps.filter(MAY_BE_TRIED_AGAIN)
        found = {step.pk: step.revision.document_id for step in steps.select_related("revision")}
        Step.objects.filter(pk__in_array=found).update(
            state=StepState.WAITING, failures=0, lost_leases=0, next_retry_at=None, lease_until=None, error=""
        )
        documents = set(found.values())
        requeue_documents(list(documents))
        if documents:
            wake_worker()
        return len(documents | fetch_files_again(document_ids))


def fetch_files_again(document_ids: Sequence[int]) -> set[int]:
    """Returns the documents whose files are asked for again, by the open run or by one that reads no list."""
    failed = Listing.objects.filter(document__in_array=document_ids, state=ListingState.FAILED).exclude(address="")
    listings = dict(failed.values_list("pk", "document"))
    sources = set(Listing.objects.filter(pk__in_array=listings).values_list("source", flat=True))
    Listing.objects.filter(pk__in_array=listings).update(state=ListingState.WAITING)
    requeue_documents(list(listings.values()))
    for source in Source.objects.filter(pk__in=sources):
        start_fetching(source)
    return set(listings.values())
