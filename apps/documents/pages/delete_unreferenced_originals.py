"""Deletes the bytes of files that no revision needs any more, and with the commit the pictures of their pages."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from apps.documents.models import Blob
from apps.documents.pages.page_images import delete_pictures


def delete_unreferenced_originals(files: Iterable[str]) -> set[str]:
    """Deletes unneeded files (by SHA-256) and returns them. Four statements, inside the caller's transaction."""
    candidates = list(Blob.objects.unused(files).values_list("pk", flat=True))
    # Whoever registers the same bytes at this moment holds the row: what they need is seen when they have committed.
    list(Blob.objects.filter(pk__in_array=candidates).select_for_update().order_by("pk").values_list("pk"))
    unused = Blob.objects.unused(candidates)
    gone = set(unused.values_list("pk", flat=True))
    unused.delete()
    transaction.on_commit(partial(delete_pictures, gone))
    return gone
