"""Chunks by the words of the question: the two statements that the algorithms with keywords share.

BM25 over the postings of apps/documents/keyword_index.py. The rarest terms are read first, until together they have
POSTINGS of them: what is in half of all chunks says nothing and would be most of the work. The reader's rights and what
is in search are decided as in nearest.py, before the limit.
"""

import math
from collections.abc import Mapping
from typing import Any

from psycopg.sql import SQL, Composable

from apps.documents.keyword_terms import count_terms
from apps.retrieval import allowed
from apps.retrieval.nearest import fetch
from apps.retrieval.types import Query

CANDIDATES = 100
"""Chunks that are looked at closely. More find nothing more: the right one is among the first 100 or not at all."""
POSTINGS = 20_000
MOST_TERMS = 64
COUNTED = 5_000
"""Counting a term stops here: it is frequent. In 100,000 chunks each full count would take longer than the search."""

FREQUENCIES = """
SELECT term, (SELECT count(*) FROM (
        SELECT FROM documents_posting AS posting WHERE posting.term = asked.term LIMIT %(counted)s
    ) AS counted), (
    SELECT CASE WHEN reltuples >= 10000 THEN reltuples::bigint ELSE (SELECT count(*) FROM documents_chunk) END
    FROM pg_class WHERE oid = 'documents_chunk'::regclass)
FROM unnest(%(terms)s::int[]) AS asked(term)"""

# Materialised and sorted first, so that rights are looked up lazily, best first, until the limit is full.
KEYWORD = SQL(
    """hits AS MATERIALIZED (
    SELECT posting.chunk_id, sum(posting.weight * asked.rarity) AS score
    FROM unnest(%(terms)s::int[], %(rarities)s::float8[]) AS asked(term, rarity)
    JOIN documents_posting AS posting ON posting.term = asked.term
    {among}
    GROUP BY posting.chunk_id
), keyword AS MATERIALIZED (
    SELECT found.chunk_id, published.document_id, found.score
    FROM (SELECT chunk_id, score FROM hits ORDER BY score DESC, chunk_id OFFSET 0) AS found
    CROSS JOIN LATERAL (
        SELECT document.id AS document_id
        FROM documents_chunk AS chunk
        JOIN documents_document AS document
            ON document.id = chunk.document_id AND document.current_revision_id = chunk.revision_id
        WHERE chunk.id = found.chunk_id
                AND {allowed}
        LIMIT 1
    ) AS published
    LIMIT %(candidates)s
)"""
)

AMONG = SQL(
    """JOIN documents_chunk AS own
        ON own.id = posting.chunk_id AND own.document_id = ANY(%(documents)s)"""
)


def keyword(query: Query) -> Composable:
    """The common table expressions `hits` and `keyword` (chunk_id, document_id, score), best first."""
    among = SQL("") if query.document_ids is None else AMONG
    return KEYWORD.format(among=among, allowed=allowed.condition(query))


def rarities(query: Query) -> dict[int, float]:
    """The terms of the question that are searched for, each with its inverse document frequency; rarest first.

    One round trip, none for a question without terms. Terms that stand nowhere are left out.
    """
    terms = list(count_terms(query.text))[:MOST_TERMS]
    if not terms:
        return {}
    rows = fetch(SQL(FREQUENCIES), {"terms": terms, "counted": COUNTED})
    chosen: dict[int, float] = {}
    read = 0
    for term, frequency, chunks in sorted(rows, key=lambda row: row[1]):
        read += frequency
        if frequency and (not chosen or read <= POSTINGS):
            chosen[term] = inverse_document_frequency(frequency, max(chunks, frequency))
    return chosen


def inverse_document_frequency(frequency: int, documents: int) -> float:
    """Robertson and Sparck Jones, in the form that is never negative: ln(1 + (N - n + 0.5) / (n + 0.5)). Pure."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def keyword_parameters(chosen: Mapping[int, float]) -> dict[str, Any]:
    """What KEYWORD refers to by name, beside the parameters of nearest.py."""
    return {"terms": list(chosen), "rarities": list(chosen.values()), "candidates": CANDIDATES}
