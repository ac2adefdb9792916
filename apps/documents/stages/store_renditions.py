"""Stores PDF renditions of originals as files of their own; each is deleted when the next replaces it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256

from apps.documents.models import Blob, Revision
from apps.documents.pages.delete_unreferenced_originals import delete_unreferenced_originals


@contextmanager
def store_renditions(again: Sequence[int], made: Sequence[bytes]) -> Iterator[None]:
    """Stores the PDFs; the block names them in their revisions. Those of revisions made `again` go afterwards.

    Within a transaction.
    """
    before = Revision.objects.filter(pk__in=again, rendition__isnull=False).values_list("rendition_id", flat=True)
    replaced = [file for file in before if file] if again else []
    if made:
        rows = [Blob(sha256=sha256(pdf).hexdigest(), data=pdf, size=len(pdf)) for pdf in made]
        Blob.objects.bulk_create(rows, ignore_conflicts=True)
    yield
    if replaced:
        delete_unreferenced_originals(replaced)
