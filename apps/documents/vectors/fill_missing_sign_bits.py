"""Fills in the sign bits of vectors stored before there were any, or by a version that did not know them."""

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.vectors.sign_random_projection import signs_of_stored

AT_ONCE = 2_000
WITHOUT = """
    SELECT id, halfvec_send(vector) FROM documents_embedding
    WHERE model_id = %s AND kind = %s AND signs IS NULL AND id > %s
    ORDER BY id LIMIT %s
"""
WAITING = """
    SELECT id, halfvec_send(vector) FROM documents_embedding
    WHERE model_id = %s AND kind = %s AND waits AND signs IS NULL AND id > %s
    ORDER BY id LIMIT %s
"""
GIVE = """
    UPDATE documents_embedding SET signs = given.signs::bit(2048)
    FROM unnest(%s::bigint[], %s::text[]) AS given(id, signs) WHERE documents_embedding.id = given.id
"""


def fill_signs(model_id: int, kind: str, *, only_waiting: bool = False) -> int:
    """How many got theirs, in portions. May run again, and beside others."""
    done, last = 0, 0
    while rows := fetch_rows(WAITING if only_waiting else WITHOUT, [model_id, kind, last, AT_ONCE]):
        ids = [row_id for row_id, _ in rows]
        execute_sql(GIVE, [ids, signs_of_stored([bytes(vector) for _, vector in rows])])
        done, last = done + len(rows), ids[-1]
    return done
