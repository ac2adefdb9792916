"""Stores the rows of a turn: inserted beside the first model call, completed in one transaction at the end."""

import json
import uuid
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Max, Q
from django.db.models.functions import Now
from django.utils import timezone

from apps.chat.answer_or_refusal.decide_answer_or_refusal import conclude_turn
from apps.chat.answer_or_refusal.turn_conclusion import Conclusion
from apps.chat.answering.turn_done_event import done_event, load_turn_done_event
from apps.chat.models import Citation, Conversation, Turn, TurnState
from apps.chat.privacy.mark_withdrawn_citations import mark_withdrawn_citations, remove_conflict_notices
from apps.chat.proof.find_quote import PageText
from apps.chat.second_reader.second_reading_queue import build_waiting_readings
from apps.chat.turn_state.answering_process_liveness import is_process_gone, name_of_this_process
from apps.chat.turn_state.load_turn_inputs import AlreadyAsked
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import TurnDone
from apps.conflicts.open_conflicts import open_conflicts
from apps.database import single_round_trip_writes
from apps.database.enable_prepared_statements import use_prepared_statements
from apps.documents.models import Document, DocumentQuerySet, ReadingMethod, Status
from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.llm import call_ledger
from apps.llm.errors import ModelError
from apps.llm.outages.record_outages import open_outages, record_outages
from apps.llm.types import CallRecord
from apps.retrieval.preparation.active_retrieval_profile import profile_as_json as profile_as_json
from apps.retrieval.query.types import Passage, Query
from apps.retrieval.search.search_result import step_as_json

ATTEMPTS = 3
# In a subquery, so that the planner keeps one plan for all lists.
PAGE_TEXTS = """
SELECT chunk.id, page.text, page.method, page.sheet
FROM documents_chunk AS chunk JOIN documents_page AS page ON page.id = chunk.page_id
WHERE chunk.id = ANY((SELECT %s::bigint[])::bigint[])"""
# The least lock that a withdrawal waits for.
LOCK_DOCUMENTS = """
SELECT id, status FROM documents_document
WHERE id = ANY((SELECT %s::bigint[])::bigint[]) ORDER BY id FOR KEY SHARE"""
# No turn works longer or waits longer to be stored (answer_question.TURN_SECONDS,
# store_turn_start_and_end.LAST_ATTEMPT): an open one of that age belongs to a process that is gone.
ABANDONED = "abandoned"
ABANDONED_AFTER = timedelta(minutes=3)


def insert_turn(draft: TurnDraft) -> None:
    """Inserts conversation and turn. One transaction. Raises AlreadyAsked: the unique row decides the race."""
    number = draft.snapshot.number
    for attempt in range(1, ATTEMPTS + 1):
        try:
            insert_rows(draft, number)
            return
        except IntegrityError:
            # Stored by an attempt whose confirmation was lost with the connection.
            if Turn.objects.filter(pk=draft.turn_id).exists():
                return
            raise_if_asked(draft)
            if attempt == ATTEMPTS:
                raise
            # Two tabs asked at once and took the same number.
            number = next_number(draft.snapshot.conversation)


def insert_rows(draft: TurnDraft, number: int) -> None:
    snapshot = draft.snapshot
    turn = Turn(
        id=draft.turn_id,
        conversation=snapshot.conversation,
        number=number,
        client_message_id=draft.ask.message_id,
        question=draft.ask.text,
        state=TurnState.RUNNING,
        process=name_of_this_process(),
    )
    rows = [single_round_trip_writes.insert([turn])]
    if snapshot.is_new:
        rows.insert(0, single_round_trip_writes.insert([snapshot.conversation]))
    # Within a caller's transaction a block of its own: what fails here is tried again.
    with transaction.atomic() if connection.in_atomic_block else nullcontext():
        single_round_trip_writes.execute_together(rows)


def raise_if_asked(draft: TurnDraft) -> None:
    asked = Turn.objects.filter(client_message_id=draft.ask.message_id)
    if draft.snapshot.is_new:
        key = draft.ask.opening_key
        turn = asked.filter(conversation__opening_key=key).first() if key else None
    else:
        turn = asked.filter(conversation=draft.snapshot.conversation).first() if draft.ask.message_id else None
    if turn:
        raise AlreadyAsked(turn)


def next_number(conversation: Conversation) -> int:
    newest: int | None = conversation.turns.aggregate(newest=Max("number"))["newest"]
    return (newest or 0) + 1


def complete_turn(draft: TurnDraft, ended: float) -> TurnDone:
    """Proves, renders and stores the answer. One statement, two queries more for a refusal; `ended` is when the reply
    did. May be repeated: what an earlier attempt has stored is not stored twice."""
    if draft.state is TurnState.REFUSED:
        query = draft.snapshot.search.query
        draft.documents_searched = searched_documents(query).searchable().count()
        draft.documents_coming = searched_documents(query).not_yet_searchable().count()
    conclusion = conclude_turn(draft, draft.page_texts)
    draft.record_time("check", ended)
    draft.record_time("total", draft.started)
    draft.seconds["models"] = round(sum(record.seconds for record in draft.ledger.records), 5)
    with draft.ledger.handed_over() as calls:
        writes = (
            []
            if has_ended(draft)
            else [*call_ledger_statements(calls, draft.turn_id), *turn_end_statements(draft, conclusion)]
        )
        withdrawn = withdrawn_meanwhile(writes, conclusion)
    if draft.is_without_first_model:
        record_unnoticed_outage()
    done = done_event(draft, conclusion)
    return replace(cover_withdrawn_documents(draft.turn_id, withdrawn), help=done.help) if withdrawn else done


def withdrawn_meanwhile(writes: Sequence[single_round_trip_writes.SqlStatement], conclusion: Conclusion) -> list[int]:
    """Stores the end; the documents of the answer that were withdrawn since they were searched. One statement.

    It waits for a withdrawal under way, and a later one finds the answer.
    """
    lock = single_round_trip_writes.SqlStatement(LOCK_DOCUMENTS, [sorted(documents_said_from(conclusion))])
    rows = single_round_trip_writes.write_and_fetch([*writes, lock])
    return [document for document, status in rows if status == Status.WITHDRAWN]


def documents_said_from(conclusion: Conclusion) -> set[int]:
    """Those whose words stand in the answer, or beside it as a contradiction."""
    return (
        {shown.document_id for shown in conclusion.citations}
        | {failure.source.document_id for failure in conclusion.failures if failure.source}
        | {document for warning in conclusion.warnings for document in warning.get("documents", ())}
    )


def cover_withdrawn_documents(turn_id: uuid.UUID, document_ids: Sequence[int]) -> TurnDone:
    """The event of the stored turn, after what these documents said was taken from it. One transaction."""
    with transaction.atomic():
        mark_withdrawn_citations(document_ids)
        remove_conflict_notices(document_ids)
    return load_turn_done_event(Turn.objects.select_related("conversation").get(pk=turn_id))


def has_ended(draft: TurnDraft) -> bool:
    """Whether an earlier attempt has stored the end, although its confirmation was lost. One query, none at first."""
    draft.attempts_to_end += 1
    if draft.attempts_to_end == 1:
        return False
    # What was taken for abandoned meanwhile has no end of ours yet.
    ended = Turn.objects.filter(pk=draft.turn_id, state__in=Turn.END_STATES).exclude(error=ABANDONED)
    return ended.exists()


def searched_documents(query: Query) -> DocumentQuerySet:
    """Returns the documents of the searched collections that the asker may read."""
    return Document.objects.filter(query.reader.may_read(), collection__in=query.collection_ids)


def record_unnoticed_outage() -> None:
    """The first answer by a stand-in is when an outage is noticed; while one is known the worker does the rest."""
    if not open_outages():
        record_outages()


def call_ledger_statements(
    calls: Sequence[CallRecord], turn_id: uuid.UUID
) -> list[single_round_trip_writes.SqlStatement]:
    return (
        [
            single_round_trip_writes.SqlStatement(
                call_ledger.INSERT, call_ledger.insert_parameters(calls, f"turn:{turn_id}")
            )
        ]
        if calls
        else []
    )


def turn_end_statements(draft: TurnDraft, conclusion: Conclusion) -> list[single_round_trip_writes.SqlStatement]:
    """Citations, what waits for a second reader, and turn; the conversation too, where it is older than this turn."""
    rows = []
    citations = citation_rows(draft.turn_id, conclusion)
    if citations:
        rows.append(single_round_trip_writes.insert(citations))
    languages = draft.snapshot.read_again_in
    if languages and (waiting := build_waiting_readings(draft.turn_id, conclusion.sentences, languages)):
        rows.append(single_round_trip_writes.insert(waiting))
    if not draft.snapshot.is_new:
        conversation = draft.snapshot.conversation.pk
        rows.append(single_round_trip_writes.update(Conversation, conversation, {"updated_at": timezone.now()}))
    return [*rows, single_round_trip_writes.update(Turn, draft.turn_id, turn_columns(draft, conclusion))]


def mark_turn_failed(draft: TurnDraft) -> None:
    """Notes that the turn came to nothing. One transaction; may be repeated."""
    if has_ended(draft):
        return
    code = draft.broken.code if isinstance(draft.broken, ModelError) else "database"
    draft.record_time("total", draft.started)
    with transaction.atomic():
        draft.ledger.save(f"turn:{draft.turn_id}")
        Turn.objects.filter(pk=draft.turn_id).update(
            state=TurnState.FAILED, error=code, seconds=draft.seconds, finished_at=timezone.now()
        )


def load_pages_and_conflicts(draft: TurnDraft) -> None:
    """The pages of all passages that the model was given, and what contradicts them. Two queries.

    Quotes are looked up there afterwards.
    """
    draft.page_texts = load_page_texts([passage.chunk_id for passage in draft.used if passage.page])
    draft.conflicts = open_conflicts({passage.document_id for passage in draft.used if passage.page})


def load_page_texts(chunk_ids: Sequence[int]) -> Mapping[int, PageText]:
    """The page of each chunk: the page of the very revision that was searched."""
    if not chunk_ids:
        return {}
    with use_prepared_statements(), connection.cursor() as cursor:
        cursor.execute(PAGE_TEXTS, [list(chunk_ids)])
        return {
            chunk: PageText(text, method == ReadingMethod.OCR, layout_of(sheet))
            for chunk, text, method, sheet in cursor.fetchall()
        }


def layout_of(sheet: str | None) -> SheetLayout | None:
    """Reads the layout from the text of JSON, which Django has its own cursors hand out."""
    return SheetLayout.from_json(json.loads(sheet)) if sheet else None


def turn_columns(draft: TurnDraft, conclusion: Conclusion) -> dict[str, object]:
    search = draft.snapshot.search
    totals = draft.ledger.totals()
    return {
        "query": draft.query,
        "answer": conclusion.text,
        "answer_html": conclusion.html,
        "state": conclusion.state,
        "error": draft.error.code if draft.error else draft.stopped or "",
        "model": conclusion.model or draft.model_name,
        "embedding_model": search.embedder.name,
        "prompt_versions": prompt_versions(draft),
        "algorithm": search.algorithm.slug,
        "profile": profile_as_json(search.profile, search.limits),
        "passages": [passage_record(passage) for passage in draft.used],
        "steps": [step_as_json(step) for step in draft.steps],
        "warnings": list(conclusion.warnings),
        "nearest": list(conclusion.nearest),
        "sentences": [sentence.as_json() for sentence in conclusion.sentences],
        "seconds": draft.seconds,
        "input_tokens": totals["input_tokens"],
        "output_tokens": totals["output_tokens"],
        "finished_at": timezone.now(),
    }


def prompt_versions(draft: TurnDraft) -> dict[str, str]:
    """Maps each use to the prompt's version: an algorithm may bring a prompt of its own for the answer."""
    versions, snapshot = {"answer": draft.prompt_version}, draft.snapshot
    if snapshot.rephrase_prompt and snapshot.rephraser:
        model = draft.rephrased_by or snapshot.rephraser.name
        versions["rephrase"] = snapshot.rephrase_prompt.for_model(model).label
    if snapshot.translator and draft.translation:
        versions["translate"] = snapshot.translator.prompt.for_model(snapshot.translator.model.name).label
    return versions


def passage_record(passage: Passage) -> dict[str, object]:
    return {
        "chunk": passage.chunk_id,
        "document": passage.document_id,
        "external_id": passage.external_id,
        "title": passage.title,
        "page": passage.page,
        "kind": passage.kind,
        "score": round(passage.score, 4),
    }


def citation_rows(turn_id: uuid.UUID, conclusion: Conclusion) -> list[Citation]:
    """Proved ones first, several under one number where a page proves several sentences; then those that failed."""
    rows = [
        Citation(
            turn_id=turn_id,
            number=shown.view.number,
            document_id=shown.document_id,
            external_id=shown.view.external_id,
            title=shown.view.title,
            page=shown.view.page,
            quote=shown.view.quote,
            section=shown.view.section,
            preceding=shown.view.preceding,
            following=shown.view.following,
            verified=True,
            sheet=shown.view.sheet,
            cells=shown.view.cells,
        )
        for shown in conclusion.citations
    ]
    unused = max((row.number for row in rows), default=0) + 1
    for number, failure in enumerate(conclusion.failures, start=unused):
        source = failure.source
        rows.append(
            Citation(
                turn_id=turn_id,
                number=number,
                document_id=source.document_id if source else None,
                external_id=source.external_id if source else "",
                title=source.title if source else "",
                page=source.page if source else None,
                quote=failure.quote,
                reason=failure.reason,
            )
        )
    return rows


def close_abandoned_turns(turns: Any = None) -> int:
    """Ends turns whose process died, so that every turn reaches an end: at once where this machine can tell, else when
    no process would still work on them.

    May run twice; returns how many. Two queries. Uses the clock of the database: a local one that is ahead would end
    turns others work on.
    """
    are_open = (turns if turns is not None else Turn.objects).filter(state__in=(TurnState.RECEIVED, TurnState.RUNNING))
    gone = [name for name in are_open.order_by().values_list("process", flat=True).distinct() if is_process_gone(name)]
    abandoned = are_open.filter(Q(created_at__lt=Now() - ABANDONED_AFTER) | Q(process__in=gone))
    return int(abandoned.update(state=TurnState.INTERRUPTED, error=ABANDONED, finished_at=timezone.now()))
