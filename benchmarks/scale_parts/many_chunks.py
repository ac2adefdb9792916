"""`scale.py --chunks N`: 100,000 pages and so many, both written in bulk, asked in turn.

Every page has at least one chunk, so N pages have N chunks and a tenth more. Two parts, of which the second wants a
machine of its own: `--part fill` writes the rows, lets the product build the index of the vectors (INDEX_BUILDERS
processes help, as many as there are further processors) and looks up what it finds of the ten nearest and what lies on
the disk; it goes on where it was ended. `--part measure` asks both databases the same questions in turn
(alternating.py), by words, by vectors and by both, and imports one more document into each.
"""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.database import drop, kept_database, start
from benchmarks.law_pages import questions, records
from benchmarks.scale_parts.alternating import in_turn
from benchmarks.scale_parts.bulk_load import load, sizes

DATABASE = "auskunft_benchmark_scale_bulk"
FEW = 100_000
ALGORITHMS = ("keyword", "chunks-only", "hybrid")
ASKED, TOP = 60, 10
ROUNDING = 1e-5
"""Sums of the same numbers in another order."""
AT_ONCE = 20_000
INDEX_MEGABYTES = 6_000
"""More than a million vectors need; the database takes of it what it needs."""
CHOSEN_FROM = 40_000
"""Questions are runs of words of the first pages, which both databases hold."""
TABLES = ("documents_posting", "documents_posting_pkey", "documents_embedding", "documents_chunk", "documents_page",
          "documents_blob")  # fmt: skip


def measure(archive: Path, chunks: int, *, part: str, keep: bool) -> dict[str, Any]:
    """`part` is "fill", "measure", or "" for both. Databases of which only a part was done are kept for the other."""
    few = min(FEW, chunks // 10)
    asked = [question for question, _ in questions(list(records(archive, min(CHOSEN_FROM, few))), ASKED)]
    names = [f"{DATABASE}_{pages}" for pages in (few, chunks)]
    if part != "measure":
        for name, pages in zip(names, (few, chunks), strict=True):
            fill(name, archive, pages, asked)
    filled = [figures_of(name) for name in names]
    times = [{}, {}] if part == "fill" else in_turn(names, asked, ALGORITHMS)
    small, large = ({**first, **second} for first, second in zip(filled, times, strict=True))
    if not part and not keep:
        for name in names:
            drop(name)
    return {"pages": chunks, "few": small, "many": large} | ({} if part == "fill" else {"growth": growth(small, large)})


def growth(small: dict[str, Any], large: dict[str, Any]) -> dict[str, float]:
    return {
        "hybrid_p50": ratio(small, large, "search_ms", "hybrid", "p50_ms"),
        "hybrid_p95": ratio(small, large, "search_ms", "hybrid", "p95_ms"),
        "hybrid_processor_p50": ratio(small, large, "processor_ms", "hybrid", "p50_ms"),
        "hybrid_processor_p95": ratio(small, large, "processor_ms", "hybrid", "p95_ms"),
        "one_more_document": ratio(small, large, "one_more_document_ms"),
    }


def ratio(small: dict[str, Any], large: dict[str, Any], *path: str) -> float:
    first: Any = small
    second: Any = large
    for name in path:
        first, second = first[name], second[name]
    return round(second / first, 2)


def fill(name: str, archive: Path, pages: int, asked: Sequence[str]) -> None:
    """What an earlier run has done stays."""
    from benchmarks import scale

    with kept_database(name, keep=True):
        from apps.llm.model_registry import embedding_model_row

        model, figures = embedding_model_row().pk, remembered_figures()
        steps = {
            "rows_seconds": lambda: load(records(archive, pages), model),
            "build_seconds": lambda: build(model),
            "recall_at_10": lambda: recall(asked),
            "kilobytes_per_page": lambda: disk(pages),
        }
        scale.ship_profiles()
        for last, step in steps.items():
            if last not in figures:
                figures |= step()
                remember(figures)


def remembered_figures() -> dict[str, Any]:
    """What was measured while the database was filled lies with it, as its comment."""
    from apps.database.execute_batch_sql import fetch_rows

    statement = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()"
    [[comment]] = fetch_rows(statement, [])
    figures: dict[str, Any] = json.loads(comment or "{}")
    return figures


def remember(figures: dict[str, Any]) -> None:
    from django.db import connection
    from psycopg.sql import SQL, Identifier, Literal

    name = str(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(SQL("COMMENT ON DATABASE {} IS {}").format(Identifier(name), Literal(json.dumps(figures))))


def figures_of(name: str) -> dict[str, Any]:
    start()
    with kept_database(name, keep=True) as was_kept:
        figures = remembered_figures()
    if not was_kept or "kilobytes_per_page" not in figures:
        raise RuntimeError(f"{name} is not filled: --part fill does that.")
    return figures


def build(model: int) -> dict[str, Any]:
    """The index of the vectors, anew."""
    from django.conf import settings

    from apps.documents.models import Embedding
    from apps.documents.vectors.hnsw_index import index_name, rebuild_index

    settings.INDEX_MEMORY, settings.INDEX_BUILDERS = INDEX_MEGABYTES, max(0, (os.cpu_count() or 1) - 1)
    rows = Embedding.objects.filter(model=model, kind="content").count()
    started = time.perf_counter()
    assert rebuild_index(model, "content")
    seconds = time.perf_counter() - started
    name = index_name(model, "content")
    return {"vectors": rows, "vectors_index_megabytes": sizes([name])[name],
            "build_rows_per_second": round(rows / seconds), "build_seconds": round(seconds, 1)}  # fmt: skip


def recall(asked: Sequence[str]) -> dict[str, Any]:
    """A chunk counts as found when it is as similar as the tenth of comparing all."""
    from asgiref.sync import async_to_sync

    from apps.evaluation.hit_rates.measure_hit_rates import embed_in_batches
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.load_search_inputs import load_search_setup
    from apps.retrieval.preparation.search_request import SearchRequest
    from benchmarks.scale import nearest_similarities

    hybrid = load_search_setup(SearchRequest(algorithm="hybrid"), Ledger())
    vectors = async_to_sync(embed_in_batches)(list(asked), hybrid.embedder)
    shares = []
    for text, vector, tenth in zip(asked, vectors, tenths(vectors), strict=True):
        found = nearest_similarities(replace(hybrid.query, text=text, vector=vector), hybrid.limits)
        shares.append(sum(similarity >= tenth - ROUNDING for similarity in found) / TOP)
    return {"recall_at_10": round(sum(shares) / len(shares), 4)}


def tenths(vectors: Sequence[Sequence[float]]) -> Any:
    """How similar the tenth of all contents is to each, in one pass: one question after the other takes ten minutes."""
    import numpy
    from django.db import connection, transaction

    asked = numpy.asarray(vectors, dtype=numpy.float16).astype(numpy.float32).T
    best = numpy.full((TOP, asked.shape[1]), -1.0, dtype=numpy.float32)
    statement = "SELECT halfvec_send(vector) FROM documents_embedding WHERE kind = 'content'"
    with transaction.atomic(), connection.connection.cursor("all", binary=True) as cursor:
        cursor.execute(statement)
        while rows := cursor.fetchmany(AT_ONCE):
            stored = numpy.frombuffer(b"".join(bytes(row[0])[4:] for row in rows), dtype=">f2")
            found = stored.reshape(len(rows), -1).astype(numpy.float32) @ asked
            best = numpy.sort(numpy.concatenate((best, found)), axis=0)[-TOP:]
    return best[0]


def disk(pages: int) -> dict[str, Any]:
    """Of the whole database with the original files, without the log."""
    from apps.database.execute_batch_sql import fetch_rows

    [[size]] = fetch_rows("SELECT pg_database_size(current_database())", [])
    return {"megabytes": sizes(TABLES), "kilobytes_per_page": round(size / 1_024 / pages, 1)}
