"""Accepts uploaded files: checks and registers all files of a request or none; the worker processes them."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from apps.documents.lifecycle.import_documents import batch_items, register_batch
from apps.documents.lifecycle.restrict_document_access import UnknownGroups, resolve_group_ids, set_readers
from apps.documents.models import Collection, Document
from apps.documents.models.resolve_account_names import UnknownPeople, resolve_account_ids
from apps.documents.sources.connectors.source_item import Item
from apps.documents.step_scheduling.postpone_on_full_disk import raise_on_full_disk
from apps.documents.uploads.refuse_files import check_upload, refuse_closed, refuse_withdrawn
from apps.documents.uploads.sent_file_and_metadata import SenderMetadata, SentFile, Uploader, UploadRefused
from apps.documents.uploads.uploaded_files_to_items import items_of_files


def upload_files(
    collection: Collection, files: Sequence[SentFile], stated: SenderMetadata | None = None, *, user: Uploader = None
) -> list[int]:
    """The ids of the documents, in the order of the files; files of records, archives and mails give several.

    The worker is told. The same id with other bytes is a new version, with the same bytes nothing happens. Raises
    UploadRefused, DatabaseError.
    """
    stated = stated or SenderMetadata()
    check_upload(files, stated)
    items = items_of_files(files, stated)
    refuse_withdrawn(collection, items)
    refuse_closed(collection, items, user)
    groups, people = stated_reader_ids(stated)
    full = UploadRefused("disk_full", _("There is no space left for the file. Try again later."), 507)
    with raise_on_full_disk(full), transaction.atomic():
        for batch in batch_items(items):
            register_batch(collection.pk, batch, wake=True, urgent=True)
        ids = document_ids_of_items(collection, items)
        if groups or people:
            set_readers(ids, groups=groups or None, people=people or None)
    return ids


def stated_reader_ids(stated: SenderMetadata) -> tuple[list[int], list[int]]:
    """The ids of the groups and of the people. Raises UploadRefused."""
    try:
        return resolve_group_ids(stated.reader_groups), resolve_account_ids(stated.reader_users)
    except UnknownGroups as unknown:
        raise UploadRefused("unknown_group", unknown.sentence, 400) from None
    except UnknownPeople as unknown:
        raise UploadRefused("unknown_person", unknown.sentence, 400) from None


def document_ids_of_items(collection: Collection, items: Sequence[Item]) -> list[int]:
    names = [item.external_id for item in items]
    known = dict(
        Document.objects.filter(collection=collection, external_id__in_array=names).values_list("external_id", "pk")
    )
    return [known[name] for name in names]
