import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction
from psycopg.sql import SQL
from pytest_django import DjangoDbBlocker

from apps.database.analyze_tables import analyse_search_tables
from apps.documents.models import ChunkKind, Collection, Document, Embedding
from apps.documents.vectors import hnsw_index
from apps.llm.models import EmbeddingModel
from apps.retrieval.algorithms import ALGORITHMS, document_score_from_chunks
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query, SearchLimits
from apps.retrieval.vectors import nearest_chunks_sql
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte, nearest_chunks_parameters
from tests import factories

ROWS = 2_000
DIMENSIONS = 16


def unit_vector(rng: random.Random) -> list[float]:
    numbers = [rng.gauss(0, 1) for _ in range(DIMENSIONS)]
    length = sum(number * number for number in numbers) ** 0.5
    return [number / length for number in numbers]


@pytest.fixture(scope="module")
def stored(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Query]:
    """Made once, in a transaction around those of the tests: it takes the processor three seconds."""
    rng = random.Random(7)  # noqa: S311 - the same corpus each time
    with django_db_blocker.unblock(), transaction.atomic():
        model = factories.embedding_model("sixteen", dimensions=DIMENSIONS)
        big, small = factories.collection("big"), factories.collection("small")
        factories.many_documents(
            [unit_vector(rng) for _ in range(ROWS)],
            model=model,
            collections=[small if number % 100 == 0 else big for number in range(ROWS)],
        )
        analyse_search_tables()
        yield Query("?", unit_vector(rng), model.pk, [big.pk, small.pk])
        transaction.set_rollback(True)


BOTH_FORMS = pytest.mark.parametrize("form", ["SMALL", "LARGE"])


@pytest.fixture
def form() -> str:
    return "SMALL"


@pytest.fixture
def corpus(stored: Query, db: None, form: str, monkeypatch: pytest.MonkeyPatch) -> Query:
    """2,000 pages, one in a hundred in the collection `small`, and a question somewhere among them; with either form of
    the index."""
    monkeypatch.setattr(hnsw_index, "SIGNS_FROM", 0 if form == "LARGE" else 1_000_000)
    monkeypatch.setattr(hnsw_index, "OF_SIGNS", {"m": 12, "ef_construction": 40})
    monkeypatch.setattr(nearest_chunks_sql, "BY_SIGNS", 40)
    monkeypatch.setattr(hnsw_index, "INDEX_PAYS_FROM", 1_000)
    return stored


def rows(query: Query, limit: int = 10, threshold: float = -1.0, explain: bool = False) -> list[tuple[Any, ...]]:
    table = nearest_chunks_cte("content", query, ChunkKind.CONTENT, limit)
    statement = SQL("WITH {} SELECT * FROM content ORDER BY similarity DESC").format(table)
    return fetch_search_rows(
        SQL("EXPLAIN ") + statement if explain else statement,
        nearest_chunks_parameters(query, SearchLimits(threshold=threshold)),
    )


def plan(query: Query) -> str:
    return "\n".join(line for (line,) in rows(query, explain=True))


def with_index(query: Query) -> Query:
    kinds = hnsw_index.ensure_index(query.embedding_model_id)
    by_signs = hnsw_index.kinds_by_signs(query.embedding_model_id)
    return replace(query, indexed_kinds=kinds, kinds_by_signs=by_signs)


def test_similarity_is_the_inner_product(query: Query, amt: Collection, model: EmbeddingModel) -> None:
    factories.document(["a"], collection=amt, model=model, page_vectors=[factories.towards(0.5)])
    factories.document(["b"], collection=amt, model=model, page_vectors=[factories.towards(-0.25)])
    assert [row[2] for row in rows(query)] == pytest.approx([0.5, -0.25])


def test_without_an_index_all_vectors_are_compared(corpus: Query) -> None:
    assert "hnsw" not in plan(corpus)


@BOTH_FORMS
def test_the_index_is_used_where_there_is_one(corpus: Query) -> None:
    assert f"embedding_{corpus.embedding_model_id}_content_hnsw" in plan(with_index(corpus))


@BOTH_FORMS
def test_the_index_finds_what_comparing_finds(corpus: Query) -> None:
    exact = {row[0] for row in rows(corpus)}
    assert len(exact & {row[0] for row in rows(with_index(corpus))}) >= 9


def test_a_small_collection_is_compared_although_there_is_an_index(corpus: Query) -> None:
    small = Collection.objects.get(slug="small").pk
    query = with_index(Query("?", corpus.vector, corpus.embedding_model_id, [small]))
    assert "embedding_filter" in plan(query)
    assert len(rows(query, limit=20)) == 20


@BOTH_FORMS
def test_a_filter_does_not_lose_rows_of_the_index(corpus: Query) -> None:
    # Only one document in thirty is ready: the index has to be read on until ten of these are found.
    with connection.cursor() as cursor:
        cursor.execute("UPDATE documents_document SET status = 'failed' WHERE id %% 30 <> 0", [])
    query = with_index(corpus)
    assert "hnsw" in plan(query)
    assert len(rows(query)) == 10


@BOTH_FORMS
def test_what_waits_for_the_index_is_found_beside_it(corpus: Query) -> None:
    exact = rows(corpus, limit=20)
    query = with_index(corpus)
    best = [chunk for chunk, *_ in exact]
    Embedding.objects.filter(chunk__in=best[::2]).update(waits=True)
    found = rows(query, limit=20)
    assert {chunk for chunk, *_ in found} >= set(best[::2])
    assert len({chunk for chunk, *_ in found}) == 20
    assert [row[2] for row in found] == sorted((row[2] for row in found), reverse=True)
    # Those with their index alone, when the others are out of search.
    Document.objects.filter(pk__in=[row[1] for row in exact[::2]]).update(status="failed")
    assert not {chunk for chunk, *_ in rows(query, limit=20)} & set(best[::2])


def test_the_few_that_wait_are_looked_up_by_their_own_index(corpus: Query) -> None:
    seen = plan(with_index(corpus))
    assert "embedding_waiting" in seen
    assert "Seq Scan on documents_embedding" not in seen


@BOTH_FORMS
def test_the_threshold_holds_with_and_without_an_index(corpus: Query) -> None:
    for query in (corpus, with_index(corpus)):
        found = rows(query, limit=1_000, threshold=0.6)
        assert found
        assert all(row[2] >= 0.6 for row in found)


@pytest.mark.parametrize("slug", ["chunks-only", "summaries-and-chunks", "summaries-then-chunks"])
def test_every_algorithm_takes_the_index(corpus: Query, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    statements = []

    def explain(statement: Any, values: Any) -> list[Any]:
        statements.append("\n".join(line for (line,) in fetch_search_rows(SQL("EXPLAIN ") + statement, values)))
        return fetch_search_rows(statement, values)

    monkeypatch.setattr("apps.retrieval.vectors.passages_of_ranked_documents.fetch_search_rows", explain)
    factories.many_summaries(corpus.embedding_model_id)
    analyse_search_tables()
    assert ALGORITHMS[slug].retrieve(with_index(corpus), SearchLimits(threshold=-1.0)).passages
    assert "_hnsw" in statements[0]


@BOTH_FORMS
def test_an_index_is_searched_more_broadly_than_the_profile_says(corpus: Query, form: str) -> None:
    breadth = {"SMALL": hnsw_index.BREADTH_OF_SMALL, "LARGE": hnsw_index.BREADTH_OF_SIGNS}[form]
    assert document_score_from_chunks.retrieve(with_index(corpus), SearchLimits(ef_search=77, threshold=-1.0)).passages
    # A test is one transaction, which keeps what a statement has set.
    assert fetch_search_rows(SQL("SELECT current_setting('hnsw.ef_search')"), {}) == [(str(breadth),)]
