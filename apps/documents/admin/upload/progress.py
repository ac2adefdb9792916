"""Progress of uploaded files: what the page of an upload shows, and what is pushed to it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from django.utils.translation import gettext as _

from apps.documents.models import SEARCHABLE, Document, Status
from apps.documents.parsing.detect_stale_code import is_stale
from apps.documents.status_messages import RETRIED_IN_VAIN

MOST_SHOWN = 200
PERCENT: dict[str, int] = {
    Status.QUEUED: 0,
    Status.FETCHING: 5,
    Status.EXTRACTING: 10,
    Status.OCR: 10,
    Status.SPLITTING: 55,
    Status.SUMMARISING: 65,
    Status.TAGGING: 75,
    Status.EMBEDDING: 85,
}
"""Where each stage begins; what is at its end has 100."""
READING = 45
"""Of the whole, for the pages of a file."""
UNREAD = (Status.QUEUED, Status.FETCHING, Status.EXTRACTING, Status.OCR)
KEPT_FOR = 20
"""Seconds for which it is remembered whether the program was exchanged."""


@dataclass(frozen=True, slots=True)
class FileProgress:
    """`detail` is a sentence: the page that is read, or the reason why it failed. `percent` is 0 to 100."""

    id: int
    name: str
    status: str
    detail: str
    percent: int
    has_ended: bool
    has_failed: bool
    may_help_to_retry: bool
    """Whether another attempt at the same bytes may end otherwise."""


def upload_progress(user: User | AnonymousUser, document_ids: Sequence[int]) -> list[FileProgress]:
    """Returns progress in the order of ids, without documents this person may not read. Three queries at most."""
    rows = Document.objects.readable_by(user).filter(pk__in_array=document_ids[:MOST_SHOWN]).in_bulk()
    return [file_progress(rows[pk]) for pk in document_ids if pk in rows]


def progress_rows(found: Sequence[FileProgress]) -> list[dict[str, object]]:
    return [asdict(each) for each in found]


def file_progress(document: Document) -> FileProgress:
    has_failed = document.status in (Status.FAILED, Status.QUARANTINED)
    has_ended = has_failed or document.status in (*SEARCHABLE, Status.WITHDRAWN)
    return FileProgress(
        id=document.pk,
        # Not the title: report.docx and report.pdf have the same one.
        name=document.external_id,
        status=document.get_status_display(),
        detail=document.reason or hold_up_reason(document) or pages_read_sentence(document),
        percent=100 if has_ended else PERCENT.get(document.status, 0) + share_read(document),
        has_ended=has_ended,
        has_failed=has_failed,
        may_help_to_retry=has_failed and document.reason_code not in RETRIED_IN_VAIN,
    )


def hold_up_reason(document: Document) -> str:
    """Why it is not read for now and will not be by waiting; empty when it is not so."""
    return stale_program_sentence() if document.status in UNREAD else ""


def stale_program_sentence() -> str:
    """A sentence when the files of the program are others than those that run: no file is read then."""
    if not cache.get_or_set("program-was-exchanged", is_stale, KEPT_FOR):
        return ""
    return _("The program was exchanged while it ran. Files wait until somebody starts the service again.")


def pages_read_sentence(document: Document) -> str:
    pages, read = page_counts(document)
    return _("page %(read)d of %(pages)d is read") % {"read": read, "pages": pages} if pages else ""


def share_read(document: Document) -> int:
    pages, read = page_counts(document)
    is_reading = document.status in (Status.EXTRACTING, Status.OCR)
    return round(READING * read / pages) if pages and is_reading else 0


def page_counts(document: Document) -> tuple[int, int]:
    """(pages, of which read) while a file is read; (0, 0) otherwise."""
    detail = {} if document.reason_code else document.reason_detail
    return detail.get("pages") or 0, detail.get("read") or 0
