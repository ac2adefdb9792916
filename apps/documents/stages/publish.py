"""publish: the new content is what is searched from now on; the old one goes in the same transaction."""

from collections.abc import Sequence

from django.db.models import F

from apps.documents.models import Blob, Revision, Status
from apps.documents.sql import execute
from apps.documents.stages.stage import Job, Stage
from apps.documents.tools import Tools

# The address, date and metadata of a first revision are with its document since it was registered.
SWITCH = """
    UPDATE documents_document document
    SET current_revision_id = revision.id, title = revision.title, flags = revision.flags,
        status = CASE WHEN revision.reason_code = '' THEN 'ready' ELSE 'ready_partial' END,
        reason_code = revision.reason_code, reason_detail = revision.reason_detail, updated_at = now(),
        url = coalesce(revision.attributes ->> 'url', document.url),
        date = CASE WHEN revision.attributes ? 'date' THEN (revision.attributes ->> 'date')::date
                    ELSE document.date END,
        metadata = coalesce(revision.attributes -> 'metadata', document.metadata)
    FROM documents_revision revision
    WHERE revision.document_id = document.id AND revision.id = ANY(%s)
"""


def load(jobs: Sequence[Job], tools: Tools) -> dict[int, int]:
    revisions = Revision.objects.filter(pk__in=[job.revision_id for job in jobs])
    return dict(revisions.values_list("pk", "number"))


def fingerprint(number: int, tools: Tools) -> str:
    return str(number)


async def compute(number: int, tools: Tools) -> int:
    return number


def store(results: Sequence[tuple[Job, int]]) -> None:
    execute(SWITCH, [[job.revision_id for job, _ in results]])
    replaced = [job for job, number in results if number > 1]
    if replaced:
        delete_older_revisions(replaced)


def delete_older_revisions(jobs: Sequence[Job]) -> None:
    """With their pages, chunks and vectors, and the files that no revision needs any more."""
    older = Revision.objects.filter(
        document__in=[job.document_id for job in jobs], number__lt=F("document__current_revision__number")
    )
    files = list(older.values_list("blob_id", flat=True))
    older.delete()
    Blob.objects.filter(pk__in=files, revisions__isnull=True).delete()


STAGE = Stage("publish", 1, Status.EMBEDDING, load, fingerprint, compute, store)
