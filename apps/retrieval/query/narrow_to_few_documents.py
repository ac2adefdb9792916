"""Searches only the few documents that filters and rights leave, when they leave few.

Scanning an index over all documents to find the few that are allowed would read most of it. With their ids looked up
first, nothing else is read, and all of them are compared exactly.
"""

from dataclasses import replace

from psycopg.sql import SQL

from apps.database.settings_cache import is_settings_cache_active, load_cached
from apps.documents.models.reader_access_filter import PUBLIC
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.filters import NO_FILTERS
from apps.retrieval.query.postgres_term_statistics import CACHE_SECONDS
from apps.retrieval.query.types import Query

FEW_DOCUMENTS, FEW_CHUNKS = 3_000, 10_000
"""Comparing 10,000 vectors one by one takes 8 ms."""
SMALL_SHARE = 10
"""Documents are few when they are at most one in ten of all: an index walks past nine others fast enough."""
ALWAYS_FEW = 50

# What comes after CASE is done only where it holds: of many documents neither the ids are sent nor the chunks counted.
ALLOWED = SQL(
    """
WITH few AS (
    SELECT greatest({always}, least({most}, reltuples / {share}))::int AS documents
    FROM pg_class WHERE oid = 'documents_document'::regclass
), allowed AS MATERIALIZED (
    SELECT document.id FROM documents_document AS document WHERE {condition} LIMIT (SELECT documents + 1 FROM few)
), found AS MATERIALIZED (
    SELECT (SELECT count(*) FROM allowed) <= (SELECT documents FROM few) AS are_few
)
SELECT are_few, CASE WHEN are_few THEN (SELECT array_agg(id) FROM allowed) END, CASE WHEN are_few THEN (
    SELECT count(*) FROM (
        SELECT FROM documents_chunk AS chunk JOIN allowed ON allowed.id = chunk.document_id LIMIT {most_chunks} + 1
    ) AS own) END
FROM found"""
)

OPEN_SHARE = SQL(
    """SELECT null_frac FROM pg_stats
WHERE schemaname = current_schema() AND tablename = 'documents_document' AND attname = 'reader_groups'"""
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
    [(are_few, ids, chunks)] = fetch_search_rows(statement, access_parameters(query))
    return replace(query, document_ids=tuple(ids or ())) if are_few and chunks <= FEW_CHUNKS else query


def rights_may_leave_few(query: Query) -> bool:
    """False where the public alone may read more than few documents: nobody may read less. None to one query.

    Remembered for some seconds, because it decides how to search, never what may be shown.
    """
    if query.reader.sees_all:
        return False
    of_the_public = replace(query, reader=PUBLIC, filters=NO_FILTERS)
    return not is_settings_cache_active() or load_cached(
        ("public-has-few", *map(str, query.collection_ids)),
        lambda: narrow_to_few_documents(of_the_public).document_ids is not None,
        seconds=CACHE_SECONDS,
    )


def open_share(query: Query) -> float:
    """The share of documents without readers of their own, by the database's statistics: nobody may read less.

    1 for those who read everything, and where nothing is known. None to one query, remembered for some seconds.
    """
    return 1.0 if query.reader.sees_all else load_cached("open-share", load_open_share, seconds=CACHE_SECONDS)


def load_open_share() -> float:
    rows = fetch_search_rows(OPEN_SHARE, {})
    return float(rows[0][0]) if rows else 1.0
