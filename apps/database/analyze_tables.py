"""Runs ANALYZE on the tables a search reads: otherwise the planner assumes that a freshly filled table is empty."""

from django.db import connection

from apps.database.execute_batch_sql import execute_sql

SAMPLE = 30
"""Statistics target for the vectors: 9,000 rows are read, not 30,000, which here are nearly all of a large table."""


def analyse_search_tables() -> None:
    """Analyses the tables a search reads, without their vectors and texts. Run it after an import."""
    execute_sql(f"SET default_statistics_target = {SAMPLE}", [])
    try:
        execute_sql(
            "ANALYZE (SKIP_LOCKED) documents_embedding (chunk_id, model_id, collection_id, document_id, kind)", []
        )
    finally:
        execute_sql("RESET default_statistics_target", [])
    execute_sql(
        "ANALYZE (SKIP_LOCKED) documents_document,"
        " documents_chunk (id, document_id, revision_id, page_id, page_number, kind, text_hash)",
        [],
    )


def analyse_tables_if_changed() -> None:
    """Analyses only if a tenth of the vectors came or went since the last run: it reads thousands of rows."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        # Not n_mod_since_analyze, which only an analysis of all columns sets back.
        cursor.execute(
            "SELECT reltuples < 0 OR abs(n_live_tup - reltuples) > reltuples / 10 FROM pg_class"
            " JOIN pg_stat_user_tables ON relid = pg_class.oid WHERE relid = 'documents_embedding'::regclass"
        )
        row = cursor.fetchone()
    if row and row[0]:
        analyse_search_tables()
