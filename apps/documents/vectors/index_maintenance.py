"""Hourly task: adds waiting vectors to their index once there are many, or rebuilds it where that is faster."""

import time

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.models import Embedding
from apps.documents.vectors.fill_missing_sign_bits import fill_signs
from apps.documents.vectors.hnsw_index import MOST_WAITING, rebuild_index, rebuilding_pays

MOST_SECONDS = 120.0
"""After this long the rest waits for the next hour: whatever waits is found all the same."""
AT_ONCE = 100
"""Rows of one transaction, which holds up a withdrawal of theirs for a quarter of a second."""

MANY = """
    SELECT model_id, kind, count(*) FROM documents_embedding WHERE waits
    GROUP BY 1, 2 HAVING count(*) > %s ORDER BY 1, 2
"""
TAKE_IN = """
    UPDATE documents_embedding SET waits = false WHERE id IN (
        SELECT id FROM documents_embedding WHERE model_id = %s AND kind = %s AND waits
        ORDER BY id LIMIT %s FOR UPDATE SKIP LOCKED)
"""


def take_in() -> int:
    """How many vectors; where it takes less time the whole index is built anew. May run again, and beside others.

    Raises DatabaseError.
    """
    ends = time.monotonic() + MOST_SECONDS
    taken = 0
    for model, kind, waiting in fetch_rows(MANY, [MOST_WAITING]):
        if rebuilding_pays(waiting, Embedding.objects.filter(model=model, kind=kind).count()):
            taken += waiting if rebuild_index(model, kind) else 0
            continue
        fill_signs(model, kind, only_waiting=True)
        more = AT_ONCE
        while more == AT_ONCE and time.monotonic() < ends:
            more = execute_sql(TAKE_IN, [model, kind, AT_ONCE])
            taken += more
    return taken
