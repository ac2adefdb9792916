"""Reads uploaded files into items: one for each document that becomes of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import PurePosixPath

from django.utils.translation import gettext as _

from apps.documents.lifecycle.import_documents import ensure_unique_ids
from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX
from apps.documents.parsing.limits import MEBIBYTE
from apps.documents.sources.connectors import jsonl
from apps.documents.sources.connectors.expand_enclosed_items import expand_enclosed_items
from apps.documents.sources.connectors.local_files_and_folders import path_id
from apps.documents.sources.connectors.metadata_to_columns import document_facts
from apps.documents.sources.connectors.source_item import Item
from apps.documents.uploads.sent_file_and_metadata import SenderMetadata, SentFile, UploadRefused, safe_file_name

RECORDS = ".jsonl"
MOST_UNPACKED = 256 * MEBIBYTE
"""Of all files of a request together, archives unpacked: a web process holds them."""


def items_of_files(files: Sequence[SentFile], stated: SenderMetadata) -> list[Item]:
    """Raises UploadRefused where two files would be one document, since one of them would be lost without an error,
    and where they are too much together."""
    items: dict[str, Item] = {}
    room = MOST_UNPACKED
    for file in files:
        found: dict[str, Item] = {}
        for item in ensure_unique_ids(items_of_file(file, stated)):
            found[item.external_id] = item
            room -= len(item.data)
            if room < 0:
                message = _("The files are more than %(limit)d MiB together, unpacked. Send them one after the other.")
                raise UploadRefused("size_limit", message % {"limit": MOST_UNPACKED // MEBIBYTE}, 413)
        if taken := next((name for name in found if name in items), None):
            message = _("Two of the files have the id '%(id)s'. Give each file a name of its own.")
            raise UploadRefused("duplicate_id", message % {"id": taken}, 400)
        items |= found
    return list(items.values())


def items_of_file(file: SentFile, stated: SenderMetadata) -> Iterator[Item]:
    name = safe_file_name(file)
    suffix = PurePosixPath(name).suffix.lower()
    identity = stated.external_id or path_id(PurePosixPath(name))
    if suffix == RECORDS:
        yield from items_of_records(file, name, identity)
        return
    item = Item(identity, name, file.read(), MEDIA_TYPE_BY_SUFFIX.get(suffix, ""), title=stated.title)
    if stated.metadata:
        item = replace(item, metadata=dict(stated.metadata), facts=document_facts(stated.metadata))
    yield from expand_enclosed_items(item)


def items_of_records(file: SentFile, name: str, identity: str) -> Iterator[Item]:
    return jsonl.items_of_lines(BytesIO(file.read()), name, identity)
