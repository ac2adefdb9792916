"""Each algorithm's statements take their indexes: no plan reads a whole table of chunks, postings or vectors."""

import random
from typing import Any

import pytest
from django.db import connection
from psycopg.sql import SQL

from apps.database.analyze_tables import analyse_search_tables
from apps.documents.keywords import write_keyword_index as keyword_index
from apps.documents.models import Chunk
from apps.documents.vectors import hnsw_index
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query, SearchLimits
from tests import factories
from tests.retrieval.vectors.test_nearest_chunks_sql import DIMENSIONS, unit_vector

ROWS = 700
WORDS = ["Gemeinde", "Hund", "Steuer", "Gebühr", "Straße", "Baum", "Kind", "Schule", "Wasser", "Müll", "Amt", "Haus"]
BIG_TABLES = ("documents_posting", "documents_embedding", "documents_chunk", "documents_document")
INDEXES = {
    "chunks-only": ["content_hnsw"],
    "summaries-then-chunks": ["summary_hnsw"],
    "summaries-and-chunks": ["content_hnsw", "summary_hnsw"],
    "keyword": ["documents_posting_pkey"],
    "hybrid": ["documents_posting_pkey", "content_hnsw"],
    "fields": ["content_hnsw"],
}


@pytest.fixture
def corpus(db: None, monkeypatch: pytest.MonkeyPatch) -> Query:
    rng = random.Random(7)  # noqa: S311 - the same corpus each time
    model = factories.embedding_model("sixteen", dimensions=DIMENSIONS)
    big = factories.collection("big")
    factories.many_documents([unit_vector(rng) for _ in range(ROWS)], model=model, collections=[big] * ROWS)
    factories.many_summaries(model.pk)
    texts = {
        chunk: " ".join([*rng.sample(WORDS, 3), f"w{chunk}"]) for chunk in Chunk.objects.values_list("pk", flat=True)
    }
    keyword_index.write_postings({chunk: keyword_index.term_weights(text) for chunk, text in texts.items()})
    analyse_search_tables()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE documents_posting")
    monkeypatch.setattr(hnsw_index, "INDEX_PAYS_FROM", 500)
    kinds = hnsw_index.ensure_index(model.pk)
    return Query("Hund und Steuer w77", unit_vector(rng), model.pk, [big.pk], kinds)


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The plan of every statement of a search, in order."""
    seen: list[str] = []

    def explaining(statement: Any, values: Any) -> list[Any]:
        seen.append("\n".join(line for (line,) in fetch_search_rows(SQL("EXPLAIN ") + statement, values)))
        return fetch_search_rows(statement, values)

    modules = (
        "vectors.passages_of_ranked_documents", "keywords.keyword_sql", "hybrid.keyword_and_vector_branches",
        "hybrid.score_passages",
        "algorithms.per_field_search", "hybrid.short_question_field_search",
    )  # fmt: skip
    for module in modules:
        monkeypatch.setattr(f"apps.retrieval.{module}.fetch_search_rows", explaining)
    return seen


def test_every_algorithm_takes_its_indexes(corpus: Query, plans: list[str]) -> None:
    for slug, indexes in INDEXES.items():
        plans.clear()
        assert ALGORITHMS[slug].retrieve(corpus, SearchLimits(threshold=-1.0)).passages, slug
        for index in indexes:
            assert index in "\n".join(plans), slug
        assert_nothing_is_read_whole(plans)


def test_a_short_question_of_fields_takes_the_index_of_words(corpus: Query, plans: list[str]) -> None:
    query = Query("w77", [], corpus.embedding_model_id, corpus.collection_ids)
    ALGORITHMS["fields"].retrieve(query, SearchLimits())
    assert all("documents_posting_pkey" in plan for plan in plans)
    assert_nothing_is_read_whole(plans)


def assert_nothing_is_read_whole(plans: list[str]) -> None:
    for plan in plans:
        assert "Seq Scan on documents_posting" not in plan, plan
        # Where the statistics of the terms are read, small tables of chunks are counted, large ones are not.
        if "pg_statistic" not in plan:
            assert not any(f"Seq Scan on {table}" in plan for table in BIG_TABLES), plan
