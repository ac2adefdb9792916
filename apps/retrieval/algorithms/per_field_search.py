"""fields: each field of a page is searched by itself: name, title, description, keywords and content.

Of the short fields the nearest one each counts, from a high similarity on; of the content the ten nearest, from a low
one on, with two neighbours on each side. A question of fewer than three words says too little for vectors: it is
searched by its words, and the fields that hold them are given whole (short_question_field_search.py).
"""

import time
from collections import defaultdict
from typing import Any

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL, Composable, Identifier, Literal

from apps.documents.models import ChunkKind
from apps.retrieval.hybrid import short_question_field_search
from apps.retrieval.query.count_words import count_words
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Algorithm, Passage, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import explain_missing_chunks
from apps.retrieval.vectors.merge_neighbouring_chunks import ChunkSpan, merge_neighbours
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte, nearest_chunks_parameters

SHORT_FIELDS = (ChunkKind.NAME, ChunkKind.TITLE, ChunkKind.DESCRIPTION, ChunkKind.KEYWORDS)
KINDS = (*SHORT_FIELDS, ChunkKind.CONTENT)
FEWEST_WORDS = 3

HITS = SQL("hits AS MATERIALIZED ({})")
HITS_OF_A_FIELD = SQL("SELECT chunk_id, document_id, similarity FROM {}")
# Neighbours are of the page of a chunk that may be shown, so they may be shown too.
RESULT = SQL(
    """
SELECT part.id, document.id, document.external_id, document.title, document.url, document.date,
    part.page_number, part.kind, part.text, hits.similarity, hits.similarity, part.tokens,
    part.start, part.id = hits.chunk_id
FROM hits
JOIN documents_document AS document ON document.id = hits.document_id
JOIN documents_chunk AS found ON found.id = hits.chunk_id
CROSS JOIN LATERAL (
    SELECT found.*
    UNION ALL
    SELECT beside.* FROM documents_chunk AS beside
    WHERE beside.revision_id = found.revision_id AND beside.kind = found.kind AND found.kind = {content}
        AND beside.page_number = found.page_number AND beside.id <> found.id
        AND beside.position BETWEEN found.position::int - {neighbours} AND found.position::int + {neighbours}
) AS part
ORDER BY hits.similarity DESC, part.id"""
)
PASSAGE_COLUMNS = 12


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Passages of the nearest fields, of short questions by words (short_question_field_search.py). One round trip, two
    if nothing is found."""
    if not needs_vector(query.text):
        return short_question_field_search.retrieve(query, limits)
    started = time.perf_counter()
    rows = fetch_search_rows(build_statement(query, limits), statement_parameters(query, limits))
    steps = search_steps(rows, query, limits, time.perf_counter() - started)
    if not rows:
        return RetrievalResult([], [*steps, explain_missing_chunks(query, limits, KINDS)])
    parts = [ChunkSpan(Passage(*row[:PASSAGE_COLUMNS]), *row[PASSAGE_COLUMNS:]) for row in rows]
    passages = short_question_field_search.rank_by_document(merge_neighbours(parts), limits.document_limit)
    documents = len({passage.document_id for passage in passages})
    considered = {"considered": len({row[1] for row in rows}), "limit": limits.document_limit}
    return RetrievalResult(
        passages,
        [
            *steps,
            SearchStep("documents", 0.0, documents, detail=considered),
            SearchStep("passages", 0.0, len(passages)),
        ],
    )


def needs_vector(question: str) -> bool:
    return count_words(question) >= FEWEST_WORDS


def build_statement(query: Query, limits: SearchLimits) -> Composable:
    tables = [
        nearest_chunks_cte(kind.value, query, kind, limits.field_limit, threshold="field_threshold")
        for kind in SHORT_FIELDS
    ]
    content = nearest_chunks_cte(ChunkKind.CONTENT.value, query, ChunkKind.CONTENT, limits.content_limit)
    hits = SQL(" UNION ALL ").join(HITS_OF_A_FIELD.format(Identifier(kind.value)) for kind in KINDS)
    parts = SQL(",\n").join([*tables, content, HITS.format(hits)])
    result = RESULT.format(content=Literal(ChunkKind.CONTENT.value), neighbours=Literal(limits.neighbours))
    return SQL("WITH ") + parts + result


def statement_parameters(query: Query, limits: SearchLimits) -> dict[str, Any]:
    return nearest_chunks_parameters(query, limits) | {"field_threshold": limits.field_threshold}


def search_steps(rows: list[tuple[Any, ...]], query: Query, limits: SearchLimits, seconds: float) -> list[SearchStep]:
    """One step for each field; the first one carries the time of the statement."""
    found: dict[str, int] = defaultdict(int)
    for row in rows:
        found[row[7]] += row[-1]
    return [
        SearchStep(
            kind.value,
            0.0 if place else seconds,
            found[kind.value],
            limits.threshold if kind == ChunkKind.CONTENT else limits.field_threshold,
            {
                "limit": limits.content_limit if kind == ChunkKind.CONTENT else limits.field_limit,
                "index": kind in query.indexed_kinds,
            },
        )
        for place, kind in enumerate(KINDS)
    ]


ALGORITHM = Algorithm("fields", _("Fields"), retrieve, needs_vector=needs_vector, rephrases=needs_vector)
