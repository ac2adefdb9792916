"""The report of an import at its end, for people and as the JSON of docs/reference.md."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from apps.database.execute_batch_sql import fetch_rows
from apps.documents.engine.run_engine_synchronously import RunResult
from apps.documents.lifecycle.register_documents import Registered
from apps.documents.models import TEXT_FIRST, WORDS_ONLY, Collection, Status
from apps.documents.status_messages import status_sentence
from apps.documents.step_scheduling import daily_import_budgets, postpone_on_full_disk

# Of each document's newest revision. One that is in search by its text alone is under way, or has failed.
LINES = f"""
    SELECT document.id, external_id, document.title,
           CASE WHEN '{TEXT_FIRST}' = ANY(document.flags) THEN '{Status.SUMMARISING.value}'
                WHEN '{WORDS_ONLY}' = ANY(document.flags) THEN '{Status.FAILED.value}' ELSE status END,
           document.reason_code, document.reason_detail,
           (SELECT count(*) FROM documents_page WHERE revision_id = revision.id),
           (SELECT count(*) FROM documents_chunk WHERE revision_id = revision.id)
    FROM documents_document document LEFT JOIN LATERAL (
        SELECT id FROM documents_revision WHERE document_id = document.id ORDER BY number DESC LIMIT 1) revision ON true
    WHERE document.id = ANY(%s) ORDER BY external_id
"""  # noqa: S608 - only constants


ENDS = (Status.READY, Status.READY_PARTIAL, Status.FAILED, Status.QUARANTINED, Status.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class DocumentLine:
    document: int
    external_id: str
    title: str
    status: str
    reason_code: str
    reason: str
    pages: int
    chunks: int

    def as_json(self) -> dict[str, Any]:
        return {
            "external_id": self.external_id,
            "title": self.title,
            "status": self.status,
            "reason_code": self.reason_code or None,
            "reason": self.reason or None,
            "pages": self.pages,
            "chunks": self.chunks,
        }


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`seconds` is the import until everything is found by its words, `model_seconds` the part of it in which at least
    one model call was under way; `vector_seconds` came after it, for the vectors of meaning. JSON adds them up."""

    collection: str
    new: int
    changed: int
    unchanged: int
    seconds: float
    model_seconds: float
    model_calls: dict[str, int]
    tokens: int
    cost: float | None
    """None when a model has no price."""
    documents: list[DocumentLine] = field(default_factory=list)
    waiting_for_models: int = 0
    withdrawn: int = 0
    alarm: str = ""
    """What a person should know of the run as a whole, as a sentence."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Records of a list that could not be used: where, and why."""
    vector_seconds: float = 0.0

    def count(self, *statuses: Status) -> int:
        return sum(line.status in statuses for line in self.documents)

    @property
    def found(self) -> int:
        return len(self.documents)

    @property
    def problems(self) -> list[DocumentLine]:
        """Documents with something to say to a person."""
        return [line for line in self.documents if line.reason_code]

    @property
    def waiting(self) -> int:
        """Documents that have not ended, and new versions of those in search."""
        return max(self.waiting_for_models, sum(line.status not in ENDS for line in self.documents))

    @property
    def postponed(self) -> int:
        """Documents that wait for the budget of tomorrow, for space, or for a model server."""
        later = sum(
            line.reason_code in (daily_import_budgets.REASON, postpone_on_full_disk.REASON) for line in self.documents
        )
        return later + self.waiting_for_models

    @property
    def has_failures(self) -> bool:
        return self.count(Status.FAILED, Status.QUARANTINED) > 0 or self.postponed > 0

    def as_json(self) -> dict[str, Any]:
        return {
            "collection": self.collection,
            "found": self.found,
            "new": self.new,
            "changed": self.changed,
            "unchanged": self.unchanged,
            "withdrawn": self.withdrawn,
            "ready": self.count(Status.READY),
            "ready_partial": self.count(Status.READY_PARTIAL),
            "failed": self.count(Status.FAILED),
            "quarantined": self.count(Status.QUARANTINED),
            "waiting": self.waiting,
            "pages": sum(line.pages for line in self.documents),
            "chunks": sum(line.chunks for line in self.documents),
            "seconds": round(self.seconds + self.vector_seconds, 3),
            "vector_seconds": round(self.vector_seconds, 3),
            "model_seconds": round(self.model_seconds, 3),
            "model_calls": self.model_calls,
            "tokens": self.tokens,
            "cost": self.cost,
            **({"alarm": self.alarm} if self.alarm else {}),
            **({"skipped": [{"record": where, "reason": why} for where, why in self.skipped]} if self.skipped else {}),
            "documents": [line.as_json() for line in self.documents],
        }


def build_import_report(
    collection: Collection, registered: Registered, processed: RunResult, *, seconds: float
) -> ImportReport:
    """Reads how the documents stand now. One query."""
    return ImportReport(
        collection=collection.slug,
        new=registered.new,
        changed=registered.changed,
        unchanged=registered.unchanged,
        seconds=seconds,
        model_seconds=processed.model_seconds,
        model_calls=sort_by_count(processed.tally.calls),
        tokens=processed.tally.tokens,
        cost=None if processed.tally.cost is None else float(processed.tally.cost),
        documents=list(load_document_lines(registered.documents)),
        waiting_for_models=processed.waiting_for_models,
    )


def sort_by_count(calls: Counter[str]) -> dict[str, int]:
    return dict(sorted(calls.items(), key=lambda item: -item[1]))


def load_document_lines(documents: Sequence[int]) -> Iterable[DocumentLine]:
    """One for each document, by its id at the source. One query."""
    for pk, external_id, title, status, code, detail, pages, chunks in fetch_rows(LINES, [list(documents)]):
        reason = status_sentence(code, json.loads(detail)) if code else ""
        yield DocumentLine(pk, external_id, title, status, code, reason, pages, chunks)
