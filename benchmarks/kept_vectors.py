"""Vectors of the built-in model of meaning on disk, so that a benchmark that is run again embeds each text once.

What it measures stays the same: the model gives a text the same vector each time. Times are not to be measured so.
"""

import hashlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "var" / "benchmark_vectors.sqlite3"
AT_ONCE = 16
"""Texts that are embedded before their vectors are written: so many are lost at most when a benchmark is ended."""
PATIENCE = 600.0
MOST_IN_QUERY = 500


class KeptVectors:
    """By what the text says, and whether it is asked, for one version of the model."""

    def __init__(self, path: Path, version: str) -> None:
        self._version = version
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, timeout=60, check_same_thread=False, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, row BLOB) WITHOUT ROWID")

    def key_of(self, text: str, *, is_query: bool) -> bytes:
        return hashlib.blake2b(f"{self._version} {is_query} {text}".encode(), digest_size=16).digest()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        with self._lock:
            for start in range(0, len(keys), MOST_IN_QUERY):
                some = keys[start : start + MOST_IN_QUERY]
                marks = ", ".join("?" * len(some))
                found |= dict(self._database.execute(f"SELECT text, row FROM vectors WHERE text IN ({marks})", some))
        return found

    def put(self, rows: dict[bytes, bytes]) -> None:
        with self._lock:
            self._database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", list(rows.items()))

    def close(self) -> None:
        self._database.close()


@contextmanager
def kept_vectors(path: Path = FILE) -> Iterator[None]:
    """Within it, the built-in model is asked only for vectors that are not in the file. Needs Django ready.

    One process of the model embeds them, which gives way to nobody: that of passages hardly moves on a busy machine.
    """
    from apps.llm.semantic_embedding.talk_to_model_process import ModelProcess
    from apps.llm.semantic_embedding.verify_weights_package import SHA256, WEIGHTS

    path.parent.mkdir(parents=True, exist_ok=True)
    asks_model = ModelProcess.vectors
    process = ModelProcess(threads=1, patience=PATIENCE, somebody_waits=False)
    with closing(process), closing(KeptVectors(path, SHA256[WEIGHTS])) as kept:

        def vectors(_other: ModelProcess, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
            keys = [kept.key_of(text, is_query=is_query) for text in texts]
            rows = kept.get(keys)
            missing = list({key: text for key, text in zip(keys, texts, strict=True) if key not in rows}.items())
            for start in range(0, len(missing), AT_ONCE):
                some = missing[start : start + AT_ONCE]
                made = asks_model(process, [text for _, text in some], is_query=is_query)
                new = {key: row for (key, _), row in zip(some, made, strict=True)}
                kept.put(new)
                rows |= new
            return [rows[key] for key in keys]

        ModelProcess.vectors = vectors  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            ModelProcess.vectors = asks_model  # type: ignore[method-assign]
