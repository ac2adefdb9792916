"""Fetches the passages of ranked documents: the last part of the SQL statement, which all algorithms share.

An algorithm provides its `candidates` (document_id, score). Everything after that is the same for all of them, so that
their results differ by the score alone.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from psycopg.sql import SQL, Composable, Identifier, Literal

from apps.documents.models import ChunkKind
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Passage, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import explain_missing_chunks
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_parameters

DOCUMENTS = SQL(
    """documents AS MATERIALIZED (
    SELECT document_id, score
    FROM candidates
    WHERE score >= %(threshold)s
    ORDER BY score DESC, document_id
    LIMIT %(document_limit)s
)"""
)

PAGES = SQL(
    """pages AS (
    SELECT chunk_id, document_id, similarity
    FROM (
        SELECT content.*, row_number() OVER (PARTITION BY document_id ORDER BY similarity DESC, chunk_id) AS place
        FROM content JOIN documents USING (document_id)
    ) AS ranked
    WHERE place <= {per_document}
)"""
)

# The context, less what the summaries take, shared out evenly among the documents; each keeps one page at least.
SHARE_OF_CONTEXT = SQL(
    """(SELECT greatest(1, (%(context_tokens)s - {summary_tokens}) / %(chunk_tokens)s / greatest(1, count(*)))
        FROM documents)"""
)
SUMMARY_TOKENS = SQL(
    """(SELECT coalesce(sum(chunk.tokens), 0)::int
        FROM summary JOIN documents USING (document_id) JOIN documents_chunk AS chunk ON chunk.id = chunk_id)"""
)
NO_TOKENS = Literal(0)
NO_VALUES: Mapping[str, object] = {}

ONLY_PAGES = SQL("passages AS (SELECT * FROM pages)")
PAGES_AND_SUMMARIES = SQL(
    """passages AS (
    SELECT * FROM pages
    UNION ALL
    SELECT chunk_id, document_id, similarity FROM summary JOIN documents USING (document_id)
)"""
)

# Pages before summaries, each best first: a context that is cut loses first what cannot be cited.
RESULT = SQL(
    """
SELECT chunk.id, document.id, document.external_id, document.title, document.url, document.date,
    chunk.page_number, chunk.kind, chunk.text, passages.similarity, documents.score, chunk.tokens,
    {counts}
FROM passages
JOIN documents ON documents.document_id = passages.document_id
JOIN documents_document AS document ON document.id = passages.document_id
JOIN documents_chunk AS chunk ON chunk.id = passages.chunk_id
ORDER BY documents.score DESC, document.id, chunk.kind = {summary}, passages.similarity DESC, chunk.id"""
)
PASSAGE_COLUMNS = 12
COUNT = SQL("(SELECT count(*) FROM {})")


def pages_cte(per_document: Composable) -> Composable:
    """The common table expression with the best pages of each document."""
    return PAGES.format(per_document=per_document)


def fetch_passages(
    parts: Sequence[Composable],
    query: Query,
    limits: SearchLimits,
    kinds: Sequence[ChunkKind],
    *,
    decisive: Sequence[ChunkKind] | None = None,
    values: Mapping[str, object] = NO_VALUES,
) -> RetrievalResult:
    """Run the common table expressions `parts` and hand out their `passages`. One round trip; two if nothing is found.

    `kinds` are those the parts look for, in this order, each in an expression named after it. `decisive` are those
    without which nothing can be found, when one of them does not suffice. `values` are what the parts refer to beyond
    ranking_parameters.
    """
    counted = [*(kind.value for kind in kinds), "candidates", "documents"]
    counts = SQL(", ").join(COUNT.format(Identifier(name)) for name in counted)
    result = RESULT.format(counts=counts, summary=Literal(ChunkKind.SUMMARY.value))
    statement = SQL("WITH ") + SQL(",\n").join(parts) + result
    started = time.perf_counter()
    rows = fetch_search_rows(statement, ranking_parameters(query, limits) | dict(values))
    seconds = time.perf_counter() - started
    numbers = dict(zip(counted, rows[0][PASSAGE_COLUMNS:], strict=True)) if rows else dict.fromkeys(counted, 0)
    searches = [search_step(kind, numbers[kind.value], query, limits) for kind in kinds]
    searches[0] = replace(searches[0], seconds=seconds)
    if not rows:
        return RetrievalResult([], [*searches, explain_missing_chunks(query, limits, decisive or kinds)])
    passages = [Passage(*row[:PASSAGE_COLUMNS]) for row in rows]
    ranking = {"considered": numbers["candidates"], "limit": limits.document_limit}
    documents = SearchStep("documents", 0.0, numbers["documents"], limits.threshold, ranking)
    return RetrievalResult(passages, [*searches, documents, SearchStep("passages", 0.0, len(passages))])


def ranking_parameters(query: Query, limits: SearchLimits) -> dict[str, object]:
    return nearest_chunks_parameters(query, limits) | {
        "document_limit": limits.document_limit,
        "context_tokens": limits.context_tokens,
        "chunk_tokens": limits.chunk_tokens,
    }


def search_step(kind: ChunkKind, found: int, query: Query, limits: SearchLimits) -> SearchStep:
    limit = limits.summary_limit if kind == ChunkKind.SUMMARY else limits.chunk_limit
    return SearchStep(kind.value, 0.0, found, limits.threshold, {"limit": limit, "index": kind in query.indexed_kinds})
