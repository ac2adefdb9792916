"""What the planner knows of the tables of a search: else it takes a table that an import has just filled for empty."""

from django.db import connection

from apps.database.raw_sql import execute

SAMPLE = 30
"""Statistics target for the vectors: 9,000 rows are read, not 30,000, which here are nearly all of a large table."""


def analyse() -> None:
    """Tell the planner what the tables of a search hold now. Run it after an import; vectors and texts are left out."""
    execute(f"SET default_statistics_target = {SAMPLE}", [])
    try:
        execute("ANALYZE (SKIP_LOCKED) documents_embedding (chunk_id, model_id, collection_id, document_id, kind)", [])
    finally:
        execute("RESET default_statistics_target", [])
    execute(
        "ANALYZE (SKIP_LOCKED) documents_document,"
        " documents_chunk (id, document_id, revision_id, page_id, page_number, kind, text_hash)",
        [],
    )


def analyse_changed() -> None:
    """The same, if a tenth of the vectors came or went since it was done last: it reads thousands of them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        # Not n_mod_since_analyze, which only an analysis of all columns sets back.
        cursor.execute(
            "SELECT reltuples < 0 OR abs(n_live_tup - reltuples) > reltuples / 10 FROM pg_class"
            " JOIN pg_stat_user_tables ON relid = pg_class.oid WHERE relid = 'documents_embedding'::regclass"
        )
        row = cursor.fetchone()
    if row and row[0]:
        analyse()
