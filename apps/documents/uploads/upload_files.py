"""Accepts uploaded files: checks and registers all files of a request or none; the worker processes them."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from apps.documents.lifecycle.import_documents import register_all
from apps.documents.lifecycle.restrict_document_access import UnknownGroups, groups_named, set_readers
from apps.documents.models import Collection, Document
from apps.documents.models.account_names import UnknownPeople, people_named
from apps.documents.sources.connectors.source_item import Item
from apps.documents.step_scheduling.postpone_on_full_disk import no_space_is
from apps.documents.uploads.read_sent_files import items_of_all
from apps.documents.uploads.refuse_files import check, refuse_closed, refuse_withdrawn
from apps.documents.uploads.sent_file_and_metadata import SenderMetadata, SentFile, Uploader, UploadRefused


def upload(
    collection: Collection, files: Sequence[SentFile], stated: SenderMetadata | None = None, *, user: Uploader = None
) -> list[int]:
    """The ids of the documents, in the order of the files; files of records, archives and mails give several.

    The worker is told. The same id with other bytes is a new version, with the same bytes nothing happens. Raises
    UploadRefused, DatabaseError.
    """
    stated = stated or SenderMetadata()
    check(files, stated)
    items = items_of_all(files, stated)
    refuse_withdrawn(collection, items)
    refuse_closed(collection, items, user)
    groups, people = readers_of(stated)
    full = UploadRefused("disk_full", _("There is no space left for the file. Try again later."), 507)
    with no_space_is(full), transaction.atomic():
        register_all(collection.pk, items, wake=True, urgent=True)
        ids = ids_of(collection, items)
        if groups or people:
            set_readers(ids, groups=groups or None, people=people or None)
    return ids


def readers_of(stated: SenderMetadata) -> tuple[list[int], list[int]]:
    """The ids of the groups and of the people. Raises UploadRefused."""
    try:
        return groups_named(stated.reader_groups), people_named(stated.reader_users)
    except UnknownGroups as unknown:
        raise UploadRefused("unknown_group", unknown.sentence, 400) from None
    except UnknownPeople as unknown:
        raise UploadRefused("unknown_person", unknown.sentence, 400) from None


def ids_of(collection: Collection, items: Sequence[Item]) -> list[int]:
    names = [item.external_id for item in items]
    known = dict(
        Document.objects.filter(collection=collection, external_id__in_array=names).values_list("external_id", "pk")
    )
    return [known[name] for name in names]
