"""folder: the files of a folder on this machine, listed again on every run."""

import time
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation import gettext as _

from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX
from apps.documents.parsing.limits import ParseLimits
from apps.documents.sources.connectors import jsonl
from apps.documents.sources.connectors.connector import Connector, Entry, ListedDocument, SkippedRecord, SourceAccess
from apps.documents.sources.connectors.local_files_and_folders import (
    READABLE_SUFFIXES,
    files_below,
    leads_out,
    printable_name,
)
from apps.documents.sources.connectors.source_item import Item, SourceError

LONGEST_BUNDLE = 200


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when there is no such folder, for example because its disk is not there."""
    root = Path(asking.location)
    if not root.is_dir():
        raise SourceError(
            _("There is no folder '%(path)s'. Give the path of a folder that exists.") % {"path": asking.location}
        )
    for file in files_below(root):
        external_id = printable_name(file.relative_to(root).as_posix())
        try:
            if file.is_dir():
                # Only folders that cannot be read are named; what lies in them is not gone.
                yield SkippedRecord(external_id, _("the folder cannot be read"), is_folder=True)
                continue
            yield from entries_of_watched_file(
                file, external_id, root.resolve(), settle=float(asking.options["settle_seconds"])
            )
        except OSError as error:
            problem = _("it cannot be read: %(error)s") % {"error": error.strerror}
            yield SkippedRecord(external_id, problem, container_bundle(external_id))


def entries_of_watched_file(file: Path, external_id: str, root: Path, *, settle: float) -> Iterator[Entry]:
    """Raises OSError."""
    facts, limit = file.stat(), ParseLimits().size
    if leads_out(file, root):
        yield SkippedRecord(external_id, _("it is a link that leads out of the folder"))
    elif file.suffix.lower() not in READABLE_SUFFIXES and file.suffix.lower() != ".jsonl":
        yield SkippedRecord(external_id, _("files of its type cannot be read"))
    elif abs(time.time() - facts.st_mtime) < settle:
        problem = _("it changed a moment ago and may still be being written")
        yield SkippedRecord(external_id, problem, container_bundle(external_id))
    elif file.suffix.lower() == ".jsonl":
        container = container_bundle(external_id)
        yield from (entry_of_record(item, container) for item in jsonl.items_of_file(file, external_id))
    elif facts.st_size > limit:
        yield SkippedRecord(external_id, _("it is larger than %(size)d MiB") % {"size": limit // 2**20})
    elif len(external_id) > 500:
        yield SkippedRecord(external_id[:200], _("its path is longer than 500 characters"))
    else:
        media_type = MEDIA_TYPE_BY_SUFFIX[file.suffix.lower()]
        yield ListedDocument(
            external_id, path=str(file), size=facts.st_size, file_name=printable_name(file.name), media_type=media_type
        )


def container_bundle(external_id: str) -> str:
    """Returns under what the records of a file are listed: their own ids do not say in which file they stand."""
    return external_id[:LONGEST_BUNDLE]


def entry_of_record(item: Item, container: str) -> Entry:
    """A broken record is named by its line, which nothing is listed under: what stood there may be any of the file."""
    if item.reason_code:
        return SkippedRecord(item.external_id, str(item.reason_detail.get("error", item.reason_code)), container)
    return ListedDocument(
        item.external_id, title=item.title, data=item.data, size=len(item.data), file_name=item.file_name,
        media_type=item.media_type, url=item.url, date=item.date, metadata=item.metadata, facts=item.facts,
        readers=item.readers, container=container,
    )  # fmt: skip


CONNECTOR = Connector("folder", entries, {"settle_seconds": 2}, is_folder=True)
