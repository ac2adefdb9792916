"""A cache of the vectors of texts that were embedded last, for one process of the model."""

import hashlib
from collections import OrderedDict

MOST = 1_000
"""Two megabytes. A refusal compares up to fifty sentences, and most of them belong to few pages."""


class VectorCache:
    """Keeps vectors by a hash of the text and whether it is asked: it may be a person's, so it is not kept."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._rows: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, text: str, *, is_query: bool) -> bytes | None:
        key = vector_cache_key(text, is_query=is_query)
        if key in self._rows:
            self._rows.move_to_end(key)
        return self._rows.get(key)

    def put(self, text: str, row: bytes, *, is_query: bool) -> None:
        self._rows[vector_cache_key(text, is_query=is_query)] = row
        while len(self._rows) > self._most:
            self._rows.popitem(last=False)


def vector_cache_key(text: str, *, is_query: bool) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16, person=b"query" if is_query else b"").digest()
