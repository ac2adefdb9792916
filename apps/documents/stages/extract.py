"""extract: the file's bytes become pages. The parser does the reading, in a process of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice

from psycopg.types.json import Jsonb

from apps.database.bulk_copy import copy_rows, reserve_ids
from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.model_calls.cost_attribution import current_attempt
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import ChunkKind, Page, Status
from apps.documents.parsing.collection_reading_options import (
    DEFAULT_READING_OPTIONS,
    Comments,
    ReadingOptions,
    TrackedChanges,
)
from apps.documents.parsing.duplicate_content_fingerprint import content_fingerprint
from apps.documents.parsing.formats.detect_media_type import PDF, RECORD, media_type_of
from apps.documents.parsing.formats.jsonl_record import parse_record_bytes
from apps.documents.parsing.formats.office_and_picture_media_types import PRINTED_SUFFIXES, SHOWN_AS_PDF, SLIDES
from apps.documents.parsing.formats.reader_versions import reader_version
from apps.documents.parsing.office_source_text.read_source_paragraphs import TYPES_WITH_SOURCE_TEXT
from apps.documents.parsing.repair_printed_pages.complete_cut_sentences_from_next_page import (
    complete_sentences_over_pages,
)
from apps.documents.parsing.types import ParsedDocument, ParsedPage, ParseFlag
from apps.documents.stages.find_missing_title import LONGEST_TITLE, best_title
from apps.documents.stages.store_renditions import store_renditions
from apps.documents.step_scheduling.stage_interface import Job, Stage, WorkItem
from apps.llm.transport.priority_semaphore import PrioritySlots

SMALL = 256 * 1024
"""Bytes up to which files are read together with their batch."""

KINDS = frozenset(ChunkKind.values)

PAGE_NAMES = (
    "id", "revision", "number", "text", "method", "ocr_confidence", "width", "height", "rotation", "words", "flags",
    "sheet", "body_start", "body_end",
)  # fmt: skip

FILES = """
    SELECT revision.id, sha256, file_name, media_type, external_id, attributes ->> 'title',
           CASE WHEN size <= %s THEN data END, tracked_changes, comments
    FROM documents_revision revision
    JOIN documents_blob ON sha256 = blob_id JOIN documents_document document ON document.id = document_id
    JOIN documents_collection collection ON collection.id = collection_id
    WHERE revision.id = ANY(%s)
"""
UPDATE = """
    UPDATE documents_revision revision
    SET title = coalesce(revision.attributes ->> 'title', given.title),
        media_type = given.media_type, flags = given.flags, fields = given.fields,
        reason_code = given.reason_code, reason_detail = given.reason_detail, rendition_id = given.rendition,
        reader_version = given.reader, text_fingerprint = given.fingerprint,
        attributes = CASE WHEN given.front_matter = '{}' THEN revision.attributes - 'front_matter'
                          ELSE jsonb_set(revision.attributes, '{front_matter}', given.front_matter) END
    FROM jsonb_to_recordset(%s) AS given(
        id bigint, title text, media_type text, flags text[], fields jsonb, reason_code text, reason_detail jsonb,
        front_matter jsonb, rendition text, reader text, fingerprint bigint)
    WHERE revision.id = given.id
"""
MOST_NAMED = 20
"""Unreadable pages whose numbers are said."""


@dataclass(frozen=True, slots=True)
class OriginalFile:
    """`data` is None for a large file, which is read when its turn comes."""

    sha256: str
    name: str
    media_type: str
    external_id: str
    stated_title: str | None
    data: bytes | None
    choices: ReadingOptions = DEFAULT_READING_OPTIONS
    """Of the collection, for the kinds of files that they concern."""


@dataclass(slots=True)
class Extracted:
    document: ParsedDocument
    title: str
    page_ids: list[int] = field(default_factory=list)
    """Of the rows to be written, when the next stage needs them earlier."""
    rendition: bytes | None = None
    """The PDF that was read, where the file is none."""
    reader: str = ""
    fingerprint: int | None = None


def load(items: Sequence[WorkItem], resources: Resources) -> dict[int, OriginalFile]:
    rows = fetch_rows(FILES, [SMALL, [item.revision_id for item in items]])
    return {
        revision: OriginalFile(
            sha256, name, media_type, external_id, title, None if data is None else bytes(data),
            ReadingOptions(TrackedChanges(changes), Comments(comments)),
        )
        for revision, sha256, name, media_type, external_id, title, data, changes, comments in rows
    }  # fmt: skip


def is_plain_record(file: OriginalFile) -> bool:
    """Plain text needs no process of its own, and a bulk import has thousands of such records."""
    return file.media_type == RECORD and file.data is not None and b'"html"' not in file.data


async def compute(files: Sequence[OriginalFile], resources: Resources) -> list[Extracted]:
    return [await extract(file, resources) for file in files]


async def extract(file: OriginalFile, resources: Resources) -> Extracted:
    if file.data is not None and is_plain_record(file):
        return build_extracted(file, parse_record_bytes(file.data))
    async with slots_for_file(file, resources):
        data = await resources.file(file.sha256) if file.data is None else file.data
        kind = media_type_of(data, file.name, file.media_type)
        if kind in SHOWN_AS_PDF:
            return await extract_printed(file, kind, data, resources)
        document = await resources.parser.parse(
            data, name=file.name, media_type=file.media_type, on_page=show_progress, comments=file.choices.comments
        )
        if document.media_type == PDF:
            pages = await resources.parser.find_bodies(document.pages)
            document = replace(document, pages=complete_sentences_over_pages(pages))
    return build_extracted(file, document)


def slots_for_file(file: OriginalFile, resources: Resources) -> PrioritySlots:
    """Returns the slots for a file. More that LibreOffice prints may be under way: what waits is printed together."""
    if file.data is not None and media_type_of(file.data, file.name, file.media_type) in PRINTED_SUFFIXES:
        return resources.printed_files
    return resources.files


async def extract_printed(file: OriginalFile, kind: str, data: bytes, resources: Resources) -> Extracted:
    """The pages of the PDF that stands for the file; its media type stays that of the original."""
    data, read_as = await resources.as_chosen(data, kind, file.choices)
    pdf = await resources.rendition(data, read_as)
    document = await resources.parser.parse(pdf, media_type=PDF, on_page=show_progress)
    if kind not in SLIDES:
        document = replace(document, pages=await resources.parser.find_bodies(document.pages))
    if read_as in TYPES_WITH_SOURCE_TEXT:
        completed = await resources.parser.complete_pages(document, data, read_as, file.choices.comments)
        document = replace(document, pages=completed)
    elif kind not in SLIDES:
        document = replace(document, pages=complete_sentences_over_pages(document.pages))
    made = build_extracted(file, replace(document, media_type=kind))
    made.rendition = pdf
    return made


def build_extracted(file: OriginalFile, document: ParsedDocument) -> Extracted:
    """Adds what the document is known by, and its title: records state theirs, a file's may be a program's guess."""
    reader = reader_version(document.media_type, file.choices)
    known_by = content_fingerprint(page.body_text for page in document.pages)
    return Extracted(document, document_title(file, document), reader=reader, fingerprint=known_by)


def document_title(file: OriginalFile, document: ParsedDocument) -> str:
    # The heading of a sheet names a part of the workbook.
    first_page = document.pages[0].body_text if document.pages and document.pages[0].sheet is None else ""
    if file.stated_title is not None:
        return file.stated_title
    if document.media_type == RECORD:
        return document.title[:LONGEST_TITLE] or best_title("", first_page, file.external_id)
    return best_title(document.title, first_page, file.name)


def show_progress(page: ParsedPage, count: int) -> None:
    """People see which page of a long file has been read, and from the first scanned one on that scans are read."""
    attempt = current_attempt.get()
    attempt.pages_read, attempt.pages = page.number, count
    if page.method == "ocr":
        attempt.status = Status.OCR


def store(results: Sequence[tuple[Job, Extracted]]) -> None:
    if again := [job.revision_id for job, _ in results if job.may_have_output]:
        Page.objects.filter(revision__in=again).delete()
    reserve_page_ids([extracted for _, extracted in results if not extracted.page_ids])
    copy_rows(
        Page,
        PAGE_NAMES,
        (
            page_row(page_id, job.revision_id, page)
            for job, extracted in results
            for page_id, page in zip(extracted.page_ids, extracted.document.pages, strict=True)
        ),
    )
    with store_renditions(again, [each.rendition for _, each in results if each.rendition is not None]):
        execute_sql(UPDATE, [Jsonb([revision_row(job.revision_id, extracted) for job, extracted in results])])


def reserve_page_ids(documents: Sequence[Extracted]) -> None:
    """Reserves the ids of their pages, in one query."""
    ids = iter(reserve_ids(Page, sum(len(each.document.pages) for each in documents)))
    for each in documents:
        each.page_ids = list(islice(ids, len(each.document.pages)))


def page_row(page_id: int, revision: int, page: ParsedPage) -> tuple[object, ...]:
    words = Jsonb([[word.text, word.x0, word.y0, word.x1, word.y1] for word in page.words]) if page.words else None
    return (
        page_id, revision, page.number, page.text, page.method, page.ocr_confidence, page.width or None,
        page.height or None, page.rotation, words, sorted(page.flags),
        None if page.sheet is None else Jsonb(page.sheet.as_json()), *(page.body or (0, None)),
    )  # fmt: skip


def revision_row(revision: int, extracted: Extracted) -> dict[str, object]:
    document = extracted.document
    return {
        "id": revision,
        "title": extracted.title,
        "media_type": document.media_type,
        "flags": sorted(document.flags),
        "fields": own_fields(document),
        "reason_code": document.partial_reason or "",
        "reason_detail": partial_detail(document),
        "front_matter": document.front_matter,
        "reader": extracted.reader,
        "fingerprint": extracted.fingerprint,
        "rendition": None if extracted.rendition is None else sha256(extracted.rendition).hexdigest(),
    }


def own_fields(document: ParsedDocument) -> dict[str, str]:
    """What a record says of itself; the title of a file is no field, it is often the program's guess."""
    if document.media_type != RECORD:
        return {}
    given = {ChunkKind.TITLE.value: document.title} | document.fields
    return {kind: text for kind, text in given.items() if kind in KINDS and text.strip()}


def partial_detail(document: ParsedDocument) -> dict[str, int | str]:
    """The values in the sentence of the reason: how many pages were read, and which of those are unreadable."""
    reason = document.partial_reason
    if reason is None:
        return {}
    if reason == ParseFlag.ATTACHMENT_LIMIT:
        return dict(document.front_matter["metadata"])
    affected = [page.number for page in document.pages if reason in page.flags]
    if reason == ParseFlag.PAGE_LIMIT or not affected:
        return {"pages": document.page_count, "read": len(document.pages)}
    return {
        "pages": document.page_count,
        "read": len(document.pages),
        "affected": len(affected),
        "which": format_page_numbers(affected),
    }


def format_page_numbers(numbers: Sequence[int]) -> str:
    """The first of many: 3, 17, 18."""
    return ", ".join(map(str, numbers[:MOST_NAMED])) + (" …" if len(numbers) > MOST_NAMED else "")


STAGE = Stage("extract", Status.EXTRACTING, load, compute, store)
