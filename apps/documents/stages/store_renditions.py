"""Stores PDF renditions of originals as files of their own; each is deleted when the next replaces it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256

from django.db import transaction

from apps.documents.models import Blob, Revision
from apps.documents.pages.page_images import delete_pictures


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
        unused = Blob.objects.unused(replaced)
        gone = list(unused.values_list("pk", flat=True))
        unused.delete()
        transaction.on_commit(partial(delete_pictures, gone))
