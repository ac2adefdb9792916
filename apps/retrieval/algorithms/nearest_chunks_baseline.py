"""basic: the most similar pieces of text, whatever document they are from, until the context is full: a baseline."""

import time

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL

from apps.documents.models import ChunkKind
from apps.retrieval.graph.passages_of_text_units import group_by_document
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Algorithm, Passage, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import explain_missing_chunks
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte, nearest_chunks_parameters

LEAST, MOST = 10, 64
"""Pieces: ten at least, more where the context has room."""
RESULT = SQL(
    """
SELECT chunk.id, document.id, document.external_id, document.title, document.url, document.date, chunk.page_number,
    chunk.kind, chunk.text, content.similarity, content.similarity, chunk.tokens
FROM content
JOIN documents_chunk AS chunk ON chunk.id = content.chunk_id
JOIN documents_document AS document ON document.id = content.document_id
ORDER BY content.similarity DESC, chunk.id"""
)


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """One round trip; two if nothing is found."""
    started = time.perf_counter()
    most = max(LEAST, min(MOST, limits.context_tokens // limits.chunk_tokens))
    table = nearest_chunks_cte("content", query, ChunkKind.CONTENT, most)
    rows = fetch_search_rows(SQL("WITH ") + table + RESULT, nearest_chunks_parameters(query, limits))
    step = SearchStep(
        ChunkKind.CONTENT.value, time.perf_counter() - started, len(rows), limits.threshold, {"limit": most}
    )
    if not rows:
        return RetrievalResult([], [step, explain_missing_chunks(query, limits, [ChunkKind.CONTENT])])
    passages = group_by_document([Passage(*row) for row in rows])
    return RetrievalResult(passages, [step, SearchStep("passages", 0.0, len(passages))])


ALGORITHM = Algorithm("basic", _("Most similar pieces"), retrieve)
