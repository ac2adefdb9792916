"""When filters and rights leave few documents, a search reads only these.

Scanning an index over all documents to find the few that are allowed would read most of it. With their ids looked up
first, nothing else is read, and all of them are compared exactly.
"""

from dataclasses import replace

from psycopg.sql import SQL

from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch
from apps.retrieval.query.types import Query

FEW_DOCUMENTS, FEW_CHUNKS = 3_000, 10_000
"""Comparing 10,000 vectors one by one takes 8 ms."""
SMALL_SHARE = 10
"""Documents are few when they are at most one in ten of all: an index walks past nine others fast enough."""
ALWAYS_FEW = 50

ALLOWED = SQL(
    """
WITH few AS (
    SELECT greatest({always}, least({most}, reltuples / {share}))::int AS documents
    FROM pg_class WHERE oid = 'documents_document'::regclass
), allowed AS MATERIALIZED (
    SELECT document.id FROM documents_document AS document WHERE {condition} LIMIT (SELECT documents + 1 FROM few)
)
SELECT (SELECT documents FROM few), (SELECT array_agg(id) FROM allowed), (
    SELECT count(*) FROM (
        SELECT FROM documents_chunk AS chunk JOIN allowed ON allowed.id = chunk.document_id LIMIT {most_chunks} + 1
    ) AS own)"""
)


def narrow_to_few_documents(query: Query) -> Query:
    """The query with the ids of the allowed documents when these are few, as it is when they are many. One query."""
    statement = ALLOWED.format(
        always=ALWAYS_FEW,
        most=FEW_DOCUMENTS,
        share=SMALL_SHARE,
        most_chunks=FEW_CHUNKS,
        condition=access_condition(query),
    )
    [(few, found, chunks)] = fetch(statement, access_parameters(query))
    ids = tuple(found or ())
    return query if len(ids) > few or chunks > FEW_CHUNKS else replace(query, document_ids=ids)
