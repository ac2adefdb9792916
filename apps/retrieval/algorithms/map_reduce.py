"""map-reduce: a model reads every page of the collection for the question. Expensive and thorough; a baseline."""

import time
from collections.abc import Iterable
from dataclasses import replace

from asgiref.sync import async_to_sync
from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL, Literal

from apps.database.async_access import run_in_database
from apps.database.read_from_standby import read_from_standby
from apps.documents.models import ChunkKind
from apps.graph.querying.report_batches import TOKENS_OF_A_NUMBER, BatchEntry, ReportBatch, shuffle_into_batches
from apps.llm.call_ledger import Ledger
from apps.llm.models import Purpose
from apps.llm.offline import OfflineLanguageModel
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.retrieval.graph.passages_of_text_units import PieceOnPage
from apps.retrieval.graph.run_map_reduce import (
    PROMPT_OVERHEAD_TOKENS,
    BatchReader,
    load_batch_reader,
    read_batches,
    tokens_at_once,
)
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Algorithm, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import no_result_step

CHUNKS = SQL(
    """
SELECT chunk.id, chunk.id, document.id, document.external_id, document.title, document.url, document.date,
    chunk.page_number, chunk.text, chunk.tokens
FROM documents_chunk AS chunk
JOIN documents_document AS document ON document.id = chunk.document_id
    AND document.current_revision_id = chunk.revision_id
WHERE chunk.kind = {content} AND chunk.page_number IS NOT NULL AND {condition}
ORDER BY document.external_id, chunk.page_number, chunk.position"""
)


async def ask(query: Query, limits: SearchLimits, models: ModelAccess) -> RetrievalResult:
    """One call for each `graph_tokens` of the documents. Raises ModelError when none of them is answered."""
    reader = await run_in_database(load_batch_reader, models)
    return await retrieve_with_reader(query, reader, tokens_at_once(limits, reader.model))


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Retrieves with the built-in model as reader: no call."""
    built_in = OfflineLanguageModel(Purpose.MAP)
    reader = replace(load_batch_reader(ModelAccess(Ledger())), model=built_in)
    return async_to_sync(retrieve_with_reader)(query, reader, tokens_at_once(limits, built_in))


async def retrieve_with_reader(query: Query, reader: BatchReader, tokens: int) -> RetrievalResult:
    started = time.perf_counter()
    read, pieces = await read_from_standby(query.position, load_all_batches, query, tokens - PROMPT_OVERHEAD_TOKENS)
    step = SearchStep("pages_read", time.perf_counter() - started, len(pieces), detail={"batches": len(read)})
    if not read:
        return RetrievalResult([], [step, no_result_step("no_documents")])

    def known(sources: Iterable[int], _query: Query) -> dict[int, PieceOnPage]:
        return {source: pieces[source] for source in sources}

    return await read_batches(read, query, reader, [step], known, tokens)


def load_all_batches(query: Query, tokens: int) -> tuple[list[ReportBatch], dict[int, PieceOnPage]]:
    """All that this reader may see, in batches of so many tokens. One query."""
    statement = CHUNKS.format(content=Literal(ChunkKind.CONTENT.value), condition=access_condition(query))
    rows = fetch_search_rows(statement, access_parameters(query))
    pieces = {row[0]: PieceOnPage(*row[:9]) for row in rows}
    entries = [BatchEntry(row[4] or row[3], ((row[8], (row[0],)),), row[9] + 2 * TOKENS_OF_A_NUMBER) for row in rows]
    return shuffle_into_batches(entries, tokens), pieces


ALGORITHM = Algorithm(
    "map-reduce",
    _("Reading every page"),
    retrieve,
    needs_vector=lambda _question: False,
    asks=ask,
    answer_prompt="graph-reduce",
    answer_purpose="reduce",
    reads_everything=True,
)
