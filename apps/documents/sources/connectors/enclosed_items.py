"""Items for files within a file: those of a ZIP archive, and what was attached to a mail, as documents of their own."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

from apps.documents.parsing.containers.enclosed_file_type import EnclosedFile
from apps.documents.parsing.containers.mail_attachments import attachments_of
from apps.documents.parsing.containers.zip_archive import files_of_archive, is_archive
from apps.documents.parsing.formats.detect_media_type import BY_SUFFIX, media_type_of
from apps.documents.parsing.formats.mail_document import subject_of
from apps.documents.parsing.formats.office_types import MAILS
from apps.documents.parsing.types import ParseFailure
from apps.documents.sources.connectors.jsonl import LONGEST_ID
from apps.documents.sources.connectors.source_item import Item

ARCHIVE = ".zip"
READ_WITHIN = frozenset(BY_SUFFIX) - {".json"}


def with_enclosed(item: Item) -> Iterator[Item]:
    """The item, or in place of an archive its files; behind a mail what was attached to it.

    Archives are opened once: one that lies in another, or is attached to a mail within one, is a failed document. A
    mail that was attached to another one brings its own attachments along.
    """
    try:
        if is_archive(item.data):
            yield from of_archive(item)
        else:
            yield item
            yield from of_mail(item)
    except ParseFailure as failure:
        yield failed(item, failure)


def of_archive(item: Item) -> Iterator[Item]:
    for enclosed in numbered(files_of_archive(item.data)):
        inner = inner_item(item, enclosed, item.metadata | {"archive": item.file_name})
        yield inner
        yield from of_mail(inner)


def of_mail(item: Item) -> Iterator[Item]:
    """Says in its metadata which mail it came with."""
    kind = kind_of(item)
    if kind not in MAILS:
        return
    subject = subject_of(item.data, kind)
    for enclosed in numbered(attachments_of(item.data, kind)):
        came_with = {"mail": enclosed.mail or subject, "attached_to": item.external_id}
        inner = inner_item(item, enclosed, item.metadata | came_with)
        try:
            if item.metadata.get("archive") is None and is_archive(inner.data):
                yield from of_archive(inner)
            else:
                yield inner
        except ParseFailure as failure:
            yield failed(inner, failure)


def kind_of(item: Item) -> str:
    try:
        return media_type_of(item.data, item.file_name, item.media_type)
    except ParseFailure:
        return ""


def numbered(files: Iterator[EnclosedFile]) -> Iterator[EnclosedFile]:
    """Files of the same name are told apart."""
    seen: set[str] = set()
    for file in files:
        name, number = file.name, 1
        path = PurePosixPath(file.name)
        while name in seen:
            number += 1
            name = str(path.with_name(f"{path.stem} ({number}){path.suffix}"))
        seen.add(name)
        yield replace(file, name=name)


def inner_item(outer: Item, enclosed: EnclosedFile, metadata: dict[str, Any]) -> Item:
    name = PurePosixPath(enclosed.name)
    inner = Item(
        inner_id(outer.external_id, enclosed.name),
        name.name,
        enclosed.data,
        BY_SUFFIX.get(name.suffix.lower(), ""),
        date=outer.date,
        metadata=metadata,
        readers=outer.readers,
    )
    if enclosed.failure is not None:
        return failed(inner, enclosed.failure)
    if name.suffix.lower() not in READ_WITHIN | {ARCHIVE}:
        return replace(
            inner, data=b"", reason_code="unsupported_type", reason_detail={"kind": name.suffix or name.name}
        )
    return inner


def inner_id(outer: str, name: str) -> str:
    """The path through the outer file; one that is too long keeps its end and gets a checksum of the whole."""
    path = f"{outer}/{name}"
    if len(path) <= LONGEST_ID:
        return path
    mark = sha256(path.encode()).hexdigest()[:16]
    return f"{mark}…{path[len(mark) + 1 - LONGEST_ID :]}"


def failed(item: Item, failure: ParseFailure) -> Item:
    return replace(item, data=b"", reason_code=failure.reason_code.value, reason_detail=dict(failure.facts))
