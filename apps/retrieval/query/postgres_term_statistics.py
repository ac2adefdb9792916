"""Term statistics that PostgreSQL keeps anyway: the most frequent terms, and the number of chunks."""

from collections.abc import Mapping
from dataclasses import dataclass

from psycopg.sql import SQL

from apps.retrieval.query.execute_search_sql import fetch_search_rows

FREQUENT, COUNTED = 1_000, 5_000
"""Chunks. How many have a term that is frequent, the database's own statistics say well enough if they know it; another
one is counted up to the second number. Of fewer chunks than that all terms are counted."""
CACHE_SECONDS = 30.0
"""So long statistics may be remembered: they hold for about as many chunks as there are, not for a day's import."""

# most_common_vals has no type of its own, so it goes through text.
STATISTICS = SQL(
    """
WITH sizes AS (
    SELECT greatest(postings.reltuples, 0) AS postings, CASE WHEN chunks.reltuples >= 1000
        THEN chunks.reltuples::bigint ELSE (SELECT count(*) FROM documents_chunk) END AS chunks
    FROM pg_class AS postings, pg_class AS chunks
    WHERE postings.oid = 'documents_posting'::regclass AND chunks.oid = 'documents_chunk'::regclass
)
SELECT chunks, term, (share * postings)::bigint
FROM sizes LEFT JOIN (
    pg_stats CROSS JOIN LATERAL unnest(most_common_vals::text::int[], most_common_freqs) AS common(term, share)
) ON schemaname = current_schema() AND tablename = 'documents_posting' AND attname = 'term'
    AND chunks > %(counted)s AND share * postings >= %(frequent)s"""
)


@dataclass(frozen=True, slots=True)
class TermStatistics:
    chunks: int
    frequencies: Mapping[int, int]
    """In how many chunks a term stands, of those in at least FREQUENT that are known."""


def load_term_statistics() -> TermStatistics:
    """One round trip."""
    rows = fetch_search_rows(STATISTICS, {"counted": COUNTED, "frequent": FREQUENT})
    return TermStatistics(rows[0][0], {term: frequency for _, term, frequency in rows if term is not None})
