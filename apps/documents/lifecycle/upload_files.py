"""Accepts uploaded files: checks and registers all files of a request or none; the worker processes them."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _

from apps.documents.lifecycle.import_documents import register_all, unique_ids
from apps.documents.lifecycle.restrict_document_access import UnknownGroups, groups_named, set_readers
from apps.documents.lifecycle.withdraw_documents import BY_PERSON
from apps.documents.models import Collection, Document, Status, reader_of
from apps.documents.models.account_names import UnknownPeople, people_named
from apps.documents.parsing.formats.detect_media_type import BY_SUFFIX
from apps.documents.parsing.limits import MEBIBYTE, ParseLimits
from apps.documents.sources.connectors import jsonl
from apps.documents.sources.connectors.enclosed_items import ARCHIVE, with_enclosed
from apps.documents.sources.connectors.local_files_and_folders import READABLE, id_of, printable
from apps.documents.sources.connectors.metadata_columns import facts_of
from apps.documents.sources.connectors.source_item import Item
from apps.documents.steps.postpone_on_full_disk import no_space_is

MOST_FILES = 50
RECORDS = ".jsonl"
ACCEPTED = READABLE | {RECORDS, ARCHIVE}
"""Suffixes of what an import of files reads, too."""


class UploadRefused(Exception):  # noqa: N818 - wrong use, told to the person
    """Nothing was stored. `code` is a word for programs, the message a sentence, `status` the one of HTTP."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


SentFile: TypeAlias = "UploadedFile[Any]"
Uploader: TypeAlias = AbstractBaseUser | AnonymousUser | None


@dataclass(frozen=True, slots=True)
class SenderMetadata:
    """What the sender says of the file. Empty: its name and its content decide."""

    external_id: str = ""
    title: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    reader_groups: Sequence[str] = ()
    """Names of groups that alone may read the documents, beside the people; none leaves as it is which may."""
    reader_users: Sequence[str] = ()
    """User names, mail addresses or identifiers of the people who alone may; none leaves as it is who may."""


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


def check(files: Sequence[SentFile], stated: SenderMetadata) -> None:
    """Before anything is read. Raises UploadRefused."""
    if not files:
        raise UploadRefused("no_file", _("The request has no file; send at least one as 'file'."), 400)
    if len(files) > MOST_FILES:
        message = _("%(count)d files are too many, send at most %(most)d at once.")
        raise UploadRefused("too_many_files", message % {"count": len(files), "most": MOST_FILES}, 400)
    if len(files) > 1 and (stated.external_id or stated.title):
        raise UploadRefused("one_file", _("An id or a title is for one file. Send the others by themselves."), 400)
    for file in files:
        check_file(file)


def check_file(file: SentFile) -> None:
    name, limit = name_of(file), ParseLimits().size
    if PurePosixPath(name).suffix.lower() not in ACCEPTED:
        known = ", ".join(sorted(ACCEPTED))
        message = _("'%(name)s' is of a type that cannot be read. Known are %(known)s.") % {
            "name": name,
            "known": known,
        }
        raise UploadRefused("unsupported_type", message, 415)
    if (file.size or 0) > limit:
        message = _("'%(name)s' is larger than %(limit)d MiB. Split it and send the parts.")
        raise UploadRefused("size_limit", message % {"name": name, "limit": limit // MEBIBYTE}, 413)


def takeable(files: Sequence[SentFile]) -> tuple[list[SentFile], list[str]]:
    """Files whose type and size can be read, and a sentence for each of the others."""
    taken, refused = [], []
    for file in files:
        try:
            check_file(file)
        except UploadRefused as reason:
            refused.append(str(reason))
        else:
            taken.append(file)
    return taken, refused


def refuse_withdrawn(collection: Collection, items: Sequence[Item]) -> None:
    """What a person withdrew does not come back under the same id."""
    gone = Document.objects.filter(
        collection=collection,
        external_id__in_array=[item.external_id for item in items],
        status=Status.WITHDRAWN,
        reason_code=BY_PERSON,
    ).first()
    if gone is not None:
        message = _(
            "'%(id)s' was withdrawn. Allow it again on its page in the console, or give the document another id."
        )
        raise UploadRefused("withdrawn", message % {"id": gone.external_id}, 409)


def refuse_closed(collection: Collection, items: Sequence[Item], user: Uploader) -> None:
    """Nobody replaces, or is told the state of, a document that they may not read."""
    named = Document.objects.filter(collection=collection, external_id__in_array=[item.external_id for item in items])
    # Not by exclude(may_read()): for an administrator that is an empty condition, and excluding by it excludes nothing.
    closed = named.exclude(pk__in=named.filter(reader_of(user).may_read()).values("pk")).first()
    if closed is not None:
        message = _("The id '%(id)s' is taken. Give the document another one.")
        raise UploadRefused("taken", message % {"id": closed.external_id}, 409)


def readers_of(stated: SenderMetadata) -> tuple[list[int], list[int]]:
    """The ids of the groups and of the people. Raises UploadRefused."""
    try:
        return groups_named(stated.reader_groups), people_named(stated.reader_users)
    except UnknownGroups as unknown:
        raise UploadRefused("unknown_group", unknown.sentence, 400) from None
    except UnknownPeople as unknown:
        raise UploadRefused("unknown_person", unknown.sentence, 400) from None


def items_of_all(files: Sequence[SentFile], stated: SenderMetadata) -> list[Item]:
    """Raises UploadRefused where two files would be one document: one of them would be lost without an error."""
    items: dict[str, Item] = {}
    for file in files:
        found = {item.external_id: item for item in unique_ids(items_of(file, stated))}
        if taken := next((name for name in found if name in items), None):
            message = _("Two of the files have the id '%(id)s'. Give each file a name of its own.")
            raise UploadRefused("duplicate_id", message % {"id": taken}, 400)
        items |= found
    return list(items.values())


def items_of(file: SentFile, stated: SenderMetadata) -> Iterator[Item]:
    name = name_of(file)
    suffix = PurePosixPath(name).suffix.lower()
    identity = stated.external_id or id_of(PurePosixPath(name))
    if suffix == RECORDS:
        yield from items_of_records(file, name, identity)
        return
    item = Item(identity, name, file.read(), BY_SUFFIX.get(suffix, ""), title=stated.title)
    if stated.metadata:
        item = replace(item, metadata=dict(stated.metadata), facts=facts_of(stated.metadata))
    yield from with_enclosed(item)


def items_of_records(file: SentFile, name: str, identity: str) -> Iterator[Item]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        path.write_bytes(file.read())
        for item in jsonl.items(path, identity):
            yield replace(item, file_name=name)


def ids_of(collection: Collection, items: Sequence[Item]) -> list[int]:
    names = [item.external_id for item in items]
    known = dict(
        Document.objects.filter(collection=collection, external_id__in_array=names).values_list("external_id", "pk")
    )
    return [known[name] for name in names]


def name_of(file: SentFile) -> str:
    """Without a path, whatever the sender's system writes between folders, and without what no database keeps."""
    name = printable(PurePosixPath((file.name or "").replace("\\", "/").replace("\x00", "")).name)
    return name[-255:].encode("utf-8", "replace").decode() or "document"
