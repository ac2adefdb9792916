"""Reads uploaded files into items: one for each document that becomes of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import PurePosixPath

from django.utils.translation import gettext as _

from apps.documents.lifecycle.import_documents import unique_ids
from apps.documents.parsing.formats.detect_media_type import BY_SUFFIX
from apps.documents.sources.connectors import jsonl
from apps.documents.sources.connectors.enclosed_items import with_enclosed
from apps.documents.sources.connectors.local_files_and_folders import id_of
from apps.documents.sources.connectors.metadata_columns import facts_of
from apps.documents.sources.connectors.source_item import Item
from apps.documents.uploads.sent_file_and_metadata import SenderMetadata, SentFile, UploadRefused, name_of

RECORDS = ".jsonl"


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
    return jsonl.items_of_lines(BytesIO(file.read()), name, identity)
