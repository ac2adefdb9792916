"""Selects by path which files of a store become documents, and says why the others do not."""

from pathlib import PurePosixPath
from typing import Any

from django.utils.translation import gettext as _

from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX
from apps.documents.parsing.limits import ParseLimits
from apps.documents.sources.connectors.connector import Entry, ListedDocument, SkippedRecord
from apps.documents.sources.connectors.local_files_and_folders import READABLE_SUFFIXES, printable_name

LONGEST_PATH, LONGEST_ADDRESS = 500, 2_000
CHOICES: dict[str, Any] = {"include": [], "exclude": []}
"""Options of every store: parts of paths."""


def stored_file_entry(path: str, address: str, *, size: int, version: str, url: str = "", **said: Any) -> Entry:
    """`path` is the identity. What cannot be read is named."""
    suffix = PurePosixPath(path).suffix.lower()
    limit = ParseLimits().size
    if problem := file_problem(path, address, suffix, size, limit):
        return SkippedRecord(printable_name(path)[:LONGEST_PATH], problem)
    return ListedDocument(
        printable_name(path), address=address, file_name=printable_name(PurePosixPath(path).name),
        media_type=MEDIA_TYPE_BY_SUFFIX[suffix],
        url=url, version=version, **said,
    )  # fmt: skip


def file_problem(path: str, address: str, suffix: str, size: int, limit: int) -> str:
    if suffix not in READABLE_SUFFIXES:
        return _("files of its type cannot be read")
    if size > limit:
        return _("it is larger than %(size)d MiB") % {"size": limit // 2**20}
    if len(printable_name(path)) > LONGEST_PATH or len(address) > LONGEST_ADDRESS:
        return _("its path is longer than 500 characters")
    return ""
