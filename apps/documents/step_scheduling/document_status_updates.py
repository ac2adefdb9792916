"""Updates the status of documents that are not published: ended with a reason, kept at an older version, waiting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from psycopg.types.json import Jsonb

from apps.database.execute_batch_sql import execute_sql
from apps.documents.models import TEXT_FIRST, WORDS_ONLY, Status
from apps.documents.parsing.types import ParseFailure
from apps.documents.status_messages import OLDER_VERSION_SHOWN
from apps.documents.step_scheduling.stage_interface import StageFailure
from apps.llm.errors import ModelError

OUT_OF_REACH = frozenset({"unreachable", "unauthorised", "forbidden", "circuit_open", "budget_spent"})

# One that was withdrawn stays so, whatever a worker that has not noticed yet says of it.
# A document that is in search stays there with what it had: an old answer is better than none.
END = f"""
    UPDATE documents_document
    SET status = CASE WHEN current_revision_id IS NULL THEN given.status ELSE 'ready_partial' END,
        reason_code = given.reason_code, updated_at = now(), failed_at = now(),
        reason_detail = CASE WHEN current_revision_id IS NULL OR '{TEXT_FIRST}' = ANY(flags) THEN given.detail
                             ELSE given.detail || '{{"{OLDER_VERSION_SHOWN}": true}}' END,
        flags = CASE WHEN current_revision_id IS NULL THEN flags
                     WHEN '{TEXT_FIRST}' = ANY(flags) THEN array_replace(flags, '{TEXT_FIRST}', '{WORDS_ONLY}')
                     ELSE array_append(array_remove(flags, '{OLDER_VERSION_SHOWN}'), '{OLDER_VERSION_SHOWN}') END
    FROM jsonb_to_recordset(%s) AS given(id bigint, status text, reason_code text, detail jsonb)
    WHERE documents_document.id = given.id AND documents_document.status <> 'withdrawn'
"""  # noqa: S608 - only constants
RESTORE = f"""
    UPDATE documents_document document
    SET flags = revision.flags, reason_code = revision.reason_code, reason_detail = revision.reason_detail,
        status = CASE WHEN revision.reason_code = '' THEN 'ready' ELSE 'ready_partial' END, updated_at = now()
    FROM documents_revision revision
    WHERE document.current_revision_id = revision.id AND revision.id = ANY(%s)
      AND '{OLDER_VERSION_SHOWN}' = ANY(document.flags)
"""  # noqa: S608 - only constants
SHOW = """
    UPDATE documents_document SET status = given.status, reason_code = '', reason_detail = given.detail
    FROM unnest(%s::bigint[], %s::text[], %s::jsonb[]) AS given(id, status, detail)
    WHERE documents_document.id = given.id AND current_revision_id IS NULL AND documents_document.status <> 'withdrawn'
"""


# A document that is in search stays as it is, unless its text alone is.
SAY = f"""
    UPDATE documents_document SET reason_code = %s, reason_detail = '{{}}', updated_at = now()
    WHERE id = ANY(%s) AND status <> 'withdrawn' AND (current_revision_id IS NULL OR '{TEXT_FIRST}' = ANY(flags))
"""  # noqa: S608 - only constants


@dataclass(frozen=True, slots=True)
class DocumentEnding:
    """Why a document goes no further. `detail` holds the values in the sentence."""

    document_id: int
    reason_code: str
    detail: dict[str, Any] = field(default_factory=dict)
    status: str = Status.FAILED


def end_documents(endings: Sequence[DocumentEnding]) -> None:
    """Failed or quarantined, with the reason; documents that are in search stay there. One statement."""
    if not endings:
        return
    rows = [
        {"id": each.document_id, "status": each.status, "reason_code": each.reason_code, "detail": each.detail}
        for each in endings
    ]
    execute_sql(END, [Jsonb(rows)])


def restore_statuses(revisions: Sequence[int]) -> None:
    """Documents whose file can be read again and is the one in search: what the revision says holds again."""
    if revisions:
        execute_sql(RESTORE, [list(revisions)])


def show_statuses(statuses: Mapping[int, str], reading: Mapping[int, tuple[int, int]] | None = None) -> None:
    """What people read while stages run, by document: the status; where it is read, the pages read and all of them.

    A document in search is not touched: it stays searchable.
    """
    progress = {document: {"read": read, "pages": pages} for document, (read, pages) in (reading or {}).items()}
    details = [Jsonb(progress.get(document, {})) for document in statuses]
    execute_sql(SHOW, [list(statuses), list(statuses.values()), details])


def explain_wait(reason_code: str, documents: Sequence[int]) -> None:
    execute_sql(SAY, [reason_code, list(documents)])


def failure_reason(error: BaseException) -> tuple[str, dict[str, object]]:
    """Reason code and detail for what a stage raised."""
    if isinstance(error, ParseFailure | StageFailure):
        return error.reason_code, dict(error.facts)
    if isinstance(error, ModelError):
        return model_failure_reason(error), {"error": str(error)[:300]}
    return "internal_error", {"error": type(error).__name__}


def model_failure_reason(error: ModelError) -> str:
    if error.code in ("embedding_dimension", "no_embeddings"):
        return "embedding_dimension"
    return "llm_unavailable" if error.temporary or error.code in OUT_OF_REACH else "llm_bad_output"
