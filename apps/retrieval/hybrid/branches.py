"""The two halves of `hybrid`, of which `keyword` is one: chunks that the words find, and chunks that vectors find.

Neither needs the other, so they may be searched at the same time (search.py).
"""

import time

from psycopg.sql import SQL

from apps.documents.models import ChunkKind
from apps.retrieval.keywords.keyword_sql import CANDIDATES, REACH, Asked, asked_terms, keyword
from apps.retrieval.query.sql import fetch
from apps.retrieval.query.types import Half, Limits, Query, Step
from apps.retrieval.vectors.nearest import nearest, parameters

NEAREST = 30
"""Chunks that vectors may add to those found by words."""
# One row at least: how many postings were read is said even when none of them led to a chunk.
WORDS = SQL(
    """
WITH {keyword}
SELECT postings.read, keyword.chunk_id, keyword.score
FROM (SELECT max(read) AS read FROM chosen) AS postings LEFT JOIN keyword ON true"""
)
VECTORS = SQL("WITH {content} SELECT chunk_id, similarity FROM content")


def by_words(query: Query, limits: Limits, *, compounds: bool = False) -> Half:
    """One round trip, none for a question without words, one more if most of what was found may not be shown; others
    as asked_terms says."""
    started = time.perf_counter()
    asked = asked_terms(query, compounds=compounds)
    terms = Step("terms", time.perf_counter() - started, asked.words)
    started = time.perf_counter()
    found = best_chunks(query, limits, asked) if asked.words else {}
    keywords = Step("keyword", time.perf_counter() - started, len(found), detail={"limit": CANDIDATES})
    return Half(found, [terms, keywords], asked.words)


def best_chunks(query: Query, limits: Limits, asked: Asked) -> dict[int, float]:
    """The chunks with the best BM25, and it. One round trip, rarely two."""
    search, known = WORDS.format(keyword=keyword(query)), parameters(query, limits)
    # Where the documents are known nothing else is read, so there is nothing to look past.
    reach = REACH if query.document_ids is None else None
    rows = fetch(search, known | asked.parameters(reach=reach))
    if reach and (rows[0][0] or 0) > reach and len(rows) < CANDIDATES:
        rows = fetch(search, known | asked.parameters(reach=None))
    return {chunk: score for _, chunk, score in rows if chunk is not None}


def by_vectors(query: Query, limits: Limits) -> Half:
    """One round trip."""
    started = time.perf_counter()
    search = VECTORS.format(content=nearest("content", query, ChunkKind.CONTENT, NEAREST))
    found = dict(fetch(search, parameters(query, limits)))
    seconds = time.perf_counter() - started
    return Half(found, [Step(ChunkKind.CONTENT.value, seconds, len(found), limits.threshold, {"limit": NEAREST})])
