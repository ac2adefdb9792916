"""Deletes the bytes of files that no revision needs any more, and with the commit the pictures of their pages."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from apps.documents.models import Blob
from apps.documents.pages.page_images import delete_pictures


def delete_unreferenced_originals(files: Iterable[str]) -> set[str]:
    """Deletes unneeded files (by SHA-256) and returns them. Two statements, inside the caller's transaction."""
    unused = Blob.objects.unused(files)
    gone = set(unused.values_list("pk", flat=True))
    unused.delete()
    transaction.on_commit(partial(delete_pictures, gone))
    return gone
