"""Items for files within a file: those of a ZIP archive, attachments of mails and PDFs, as documents of their own."""

import asyncio
from collections.abc import Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

from apps.documents.parsing.containers.enclosed_file import EnclosedFile
from apps.documents.parsing.containers.mail_attachments import attachments_of_mail
from apps.documents.parsing.containers.pdf_attachments import PdfAttachments
from apps.documents.parsing.containers.zip_archive import files_of_archive, is_zip_archive
from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX, PDF, media_type_of
from apps.documents.parsing.formats.mail_document import mail_subject
from apps.documents.parsing.formats.office_and_picture_media_types import MAILS
from apps.documents.parsing.mail.signed_and_encrypted_content import encryption_standard
from apps.documents.parsing.pdf.embedded_files import may_hold_files
from apps.documents.parsing.types import ParseFailure
from apps.documents.sandbox.parser_pool import ParserPool
from apps.documents.sources.connectors.jsonl import LONGEST_ID
from apps.documents.sources.connectors.source_item import Item

ARCHIVE_SUFFIX = ".zip"
READ_WITHIN = frozenset(MEDIA_TYPE_BY_SUFFIX) - {".json"}

POOL = ParserPool(size=1)
"""Its process starts with the first PDF that holds files."""


def expand_enclosed_items(item: Item) -> Iterator[Item]:
    """The item, or in place of an archive its files; behind a mail or a PDF what was attached to it.

    Archives and PDFs are opened once: one that lies in another, or is attached to a mail within one, brings nothing
    along. A mail that was attached to another one brings its own attachments along. May start a process with limits.
    """
    yield from expand_item(item, frozenset())


def expand_item(item: Item, within: Set[str], *, is_attached: bool = False) -> Iterator[Item]:
    """`within` says whether it lies in an archive or a PDF; what is attached to a mail is not opened as a mail."""
    try:
        if ARCHIVE_SUFFIX not in within and is_zip_archive(item.data):
            yield from items_of_archive(item, within | {ARCHIVE_SUFFIX})
            return
        kind = item_media_type(item)
        if kind == PDF and PDF not in within:
            yield from items_of_pdf(item, within | {PDF})
            return
        yield item
        if kind in MAILS and not is_attached:
            yield from items_of_mail(item, kind, within)
    except ParseFailure as failure:
        yield with_failure(item, failure)


def items_of_archive(item: Item, within: Set[str]) -> Iterator[Item]:
    for enclosed in make_names_unique(files_of_archive(item.data)):
        yield from expand_item(build_inner_item(item, enclosed, item.metadata | {"archive": item.file_name}), within)


def items_of_mail(item: Item, kind: str, within: Set[str]) -> Iterator[Item]:
    """Says in its metadata which mail it came with."""
    subject = mail_subject(item.data, kind)
    for enclosed in make_names_unique(attachments_of_mail(item.data, kind)):
        came_with = {"mail": enclosed.mail or subject, "attached_to": item.external_id}
        yield from expand_item(build_inner_item(item, enclosed, item.metadata | came_with), within, is_attached=True)


def items_of_pdf(item: Item, within: Set[str]) -> Iterator[Item]:
    """The PDF, but no cover of a portfolio, and its attachments, which say in their metadata what they came with."""
    found = pdf_attachments(item.data)
    if not (found.is_cover and found.files):
        yield item
    came_with = {"pdf": item.file_name, "attached_to": item.external_id}
    for enclosed in make_names_unique(iter(found.files)):
        yield from expand_item(build_inner_item(item, enclosed, item.metadata | came_with), within)


def pdf_attachments(data: bytes) -> PdfAttachments:
    """None of a PDF that ends the process that looks into it: reading it gives the reason."""
    if not may_hold_files(data):
        return PdfAttachments()
    try:
        # In a thread, since the caller may be within an event loop.
        with ThreadPoolExecutor(max_workers=1) as thread:
            return thread.submit(asyncio.run, POOL.attachments(data)).result()
    except ParseFailure:
        return PdfAttachments()


def item_media_type(item: Item) -> str:
    try:
        return media_type_of(item.data, item.file_name, item.media_type)
    except ParseFailure:
        return ""


def make_names_unique(files: Iterator[EnclosedFile]) -> Iterator[EnclosedFile]:
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


def build_inner_item(outer: Item, enclosed: EnclosedFile, metadata: dict[str, Any]) -> Item:
    name = PurePosixPath(enclosed.name)
    inner = Item(
        shorten_id(f"{outer.external_id}/{enclosed.name}"),
        name.name,
        enclosed.data,
        MEDIA_TYPE_BY_SUFFIX.get(name.suffix.lower(), ""),
        date=outer.date,
        metadata=metadata,
        readers=outer.readers,
    )
    if enclosed.failure is not None:
        return with_failure(inner, enclosed.failure)
    if name.suffix.lower() in READ_WITHIN | {ARCHIVE_SUFFIX}:
        return inner
    if method := encryption_standard(enclosed.data):
        return replace(inner, data=b"", reason_code="encrypted", reason_detail={"method": method})
    return replace(inner, data=b"", reason_code="unsupported_type", reason_detail={"kind": name.suffix or name.name})


def shorten_id(path: str) -> str:
    """A path that is too long keeps its end and gets a checksum of the whole."""
    if len(path) <= LONGEST_ID:
        return path
    mark = sha256(path.encode()).hexdigest()[:16]
    return f"{mark}…{path[len(mark) + 1 - LONGEST_ID :]}"


def with_failure(item: Item, failure: ParseFailure) -> Item:
    return replace(item, data=b"", reason_code=failure.reason_code.value, reason_detail=dict(failure.facts))
