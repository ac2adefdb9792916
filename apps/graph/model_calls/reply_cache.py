"""The cache of model replies in the database: read before a model is asked, written as soon as it has answered."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.types.json import Jsonb

from apps.database.execute_batch_sql import execute_sql, fetch_rows

# Documents are locked as withdrawing locks them: what leaves while a model answers is not written down again.
INSERT = """
    WITH staying AS MATERIALIZED (
        SELECT id FROM documents_document WHERE id = ANY(%s) AND status <> 'withdrawn' ORDER BY id FOR KEY SHARE
    )
    INSERT INTO graph_reply (index_id, key, purpose, documents, data, calls, created_at)
    SELECT %s, key, purpose, read.ids, data, calls, now()
    FROM jsonb_to_recordset(%s) AS reply(key text, purpose text, documents jsonb, data jsonb, calls smallint),
        LATERAL (SELECT ARRAY(SELECT jsonb_array_elements_text(documents)::bigint) AS ids) AS read
    WHERE read.ids <@ ARRAY(SELECT id FROM staying)
    ON CONFLICT (index_id, key) DO UPDATE SET data = excluded.data, calls = excluded.calls
"""
STAND_IN = "stand-in"
"""The purpose of replies by another model than the chosen one: they are kept until the build under way is complete, and
the next one asks again.
"""
KNOWN = "SELECT key, data::text FROM graph_reply WHERE index_id = %s AND key = ANY(%s)"
KEYS_TOGETHER = 5_000


@dataclass(frozen=True, slots=True)
class CachedReply:
    """What a model said, fit for JSON. `documents` are those whose text went into the question.

    `stand_in` names the model that said it where that is not the chosen one.
    """

    key: str
    purpose: str
    documents: Sequence[int]
    data: Any
    calls: int = 1
    stand_in: str = ""

    def as_row(self) -> dict[str, object]:
        row = {name: getattr(self, name) for name in ("key", "purpose", "documents", "data", "calls")}
        if self.stand_in:
            row |= {"key": stand_in_key(self.key), "purpose": STAND_IN, "data": [self.stand_in, self.data]}
        return row


def stand_in_key(key: str) -> str:
    return cache_key(STAND_IN, key)


def cache_key(*parts: object) -> str:
    """One key for all that decides what a model is asked."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


def load_cached_replies(index_id: int, keys: Sequence[str]) -> dict[str, object]:
    """The replies that are kept under these keys. A query for every `KEYS_TOGETHER` keys."""
    found: dict[str, object] = {}
    for start in range(0, len(keys), KEYS_TOGETHER):
        # As text, because Django leaves reading JSON to its own fields.
        rows = fetch_rows(KNOWN, [index_id, list(keys[start : start + KEYS_TOGETHER])])
        found.update((key, json.loads(data)) for key, data in rows)
    return found


def load_stand_in_replies(index_id: int, keys: Sequence[str]) -> dict[str, tuple[str, object]]:
    """The replies by another model that the build under way has: its name and the reply, by key."""
    stored = {stand_in_key(key): key for key in keys}
    found: dict[str, Any] = load_cached_replies(index_id, list(stored))
    return {stored[key]: (model, data) for key, (model, data) in found.items()}


def save_replies(index_id: int, answered: Sequence[CachedReply]) -> None:
    """Replies about documents that were withdrawn meanwhile are forgotten. Runs inside the caller's transaction."""
    documents = sorted({document for each in answered for document in each.documents})
    execute_sql(INSERT, [documents, index_id, Jsonb([each.as_row() for each in answered])])


def forget_stand_in_replies(index_id: int) -> None:
    execute_sql("DELETE FROM graph_reply WHERE index_id = %s AND purpose = %s", [index_id, STAND_IN])


def forget_replies(document_ids: Sequence[int]) -> int:
    """Everything that was said about these documents; the number of replies."""
    return execute_sql("DELETE FROM graph_reply WHERE documents && %s::bigint[]", [list(document_ids)])
