"""These tests commit: indexes are built beside other connections, and locks are seen by them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from pgvector import HalfVector
from psycopg.errors import DiskFull
from psycopg.sql import Composable

from apps.database.execute_batch_sql import fetch_rows
from apps.documents.models import ChunkKind, Embedding
from apps.documents.vectors import hnsw_index, write_vectors
from apps.documents.vectors.write_vectors import EmbeddedChunk
from apps.llm.models import EmbeddingModel
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def model_id(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A model with three pages and one summary; an index pays from three rows on. Indexes outlive rows: they go too."""
    monkeypatch.setattr(hnsw_index, "INDEX_PAYS_FROM", 3)
    model = factories.embedding_model()
    vectors = [factories.towards(0.5), factories.towards(0.6), factories.towards(0.7)]
    factories.document(
        ["a", "b", "c"], model=model, page_vectors=vectors, summary="s", summary_vector=factories.towards(0.9)
    )
    yield model.pk
    hnsw_index.drop_index(model.pk)


def definition(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [name])
        row = cursor.fetchone()
    return row[0] if row else ""


@contextmanager
def loading_elsewhere(model_id: int) -> Iterator[None]:
    """Another connection, as another process has it, holds the lock of a loader."""
    other = connections.create_connection("default")
    other.set_autocommit(True)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock_shared(%s, %s::int)", [hnsw_index.LOCK, model_id])
        yield
    finally:
        # Not left to the end of the connection, which the server may notice later.
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_shared(%s, %s::int)", [hnsw_index.LOCK, model_id])
        other.close()


def test_it_indexes_the_kinds_that_have_enough_rows(model_id: int) -> None:
    assert hnsw_index.ensure_index(model_id) == {ChunkKind.CONTENT}
    text = definition(f"embedding_{model_id}_content_hnsw")
    assert "hnsw" in text
    assert "halfvec(8)) halfvec_ip_ops" in text
    assert f"model_id = {model_id}" in text
    assert "'content'" in text


def test_a_large_index_holds_signs_also_of_what_was_stored_without(
    model_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hnsw_index.ensure_index(model_id)
    assert hnsw_index.kinds_by_signs(model_id) == frozenset()
    monkeypatch.setattr(hnsw_index, "SIGNS_FROM", 3)
    assert hnsw_index.rebuild_index(model_id, ChunkKind.CONTENT)
    assert hnsw_index.kinds_by_signs(model_id) == hnsw_index.indexed_kinds(model_id) == {ChunkKind.CONTENT}
    assert not Embedding.objects.filter(kind=ChunkKind.CONTENT, signs=None).exists()


def test_a_large_index_of_vectors_of_meaning_holds_the_vectors(model_id: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hnsw_index, "LARGE_FROM", 3)
    monkeypatch.setattr(hnsw_index, "SIGNS_FROM", 3)
    monkeypatch.setattr(hnsw_index, "compares_meaning", lambda model: True)
    assert hnsw_index.ensure_index(model_id)
    assert hnsw_index.kinds_by_signs(model_id) == frozenset()
    assert "m='24'" in definition(f"embedding_{model_id}_content_hnsw")


def test_it_may_run_again(model_id: int) -> None:
    assert hnsw_index.ensure_index(model_id) == hnsw_index.ensure_index(model_id) == {ChunkKind.CONTENT}


def test_below_the_number_where_it_pays_there_is_none(model_id: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hnsw_index, "INDEX_PAYS_FROM", 4)
    assert hnsw_index.ensure_index(model_id) == frozenset()


def test_each_model_has_its_own(model_id: int) -> None:
    other = factories.embedding_model("other")
    hnsw_index.ensure_index(model_id)
    assert hnsw_index.ensure_index(other.pk) == frozenset()


def test_what_was_dropped_is_gone(model_id: int) -> None:
    hnsw_index.ensure_index(model_id)
    hnsw_index.drop_index(model_id)
    assert hnsw_index.indexed_kinds(model_id) == frozenset()


def test_an_index_that_a_killed_build_left_behind_is_built_again(model_id: int) -> None:
    hnsw_index.ensure_index(model_id)
    name = f"embedding_{model_id}_content_hnsw"
    with connection.cursor() as cursor:
        cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", [name])
    assert hnsw_index.indexed_kinds(model_id) == frozenset()
    assert hnsw_index.ensure_index(model_id) == {ChunkKind.CONTENT}


def test_the_index_of_a_model_goes_with_it(model_id: int) -> None:
    assert hnsw_index.ensure_index(model_id)
    EmbeddingModel.objects.get(pk=model_id).delete()
    assert hnsw_index.indexed_kinds(model_id) == frozenset()


def test_a_build_leaves_the_time_limits_of_the_connection_as_they_were(model_id: int) -> None:
    def limits() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting(name) FROM pg_settings WHERE name = ANY(%s)", [[*names]])
            return [value for (value,) in cursor.fetchall()]

    names = hnsw_index.BUILD_SETTINGS
    before = limits()
    assert hnsw_index.ensure_index(model_id)
    assert limits() == before


def test_a_process_that_loads_puts_off_the_building_of_others(model_id: int) -> None:
    with loading_elsewhere(model_id):
        assert hnsw_index.ensure_index(model_id) == frozenset()
    assert hnsw_index.ensure_index(model_id) == {ChunkKind.CONTENT}


def test_loaders_do_not_wait_for_one_another_and_the_last_one_builds(model_id: int) -> None:
    with loading_elsewhere(model_id), hnsw_index.bulk_load(model_id):
        pass
    assert hnsw_index.indexed_kinds(model_id) == frozenset()
    with hnsw_index.bulk_load(model_id):
        pass
    assert hnsw_index.indexed_kinds(model_id) == {ChunkKind.CONTENT}


def write_more(model_id: int, count: int) -> None:
    """As an import does it."""
    document = factories.document([str(number) for number in range(count)])
    targets = [
        EmbeddedChunk(chunk, document.collection_id, document.pk, ChunkKind.CONTENT)
        for chunk in document.chunks.values_list("pk", flat=True)
    ]
    vectors = [HalfVector(list(factories.towards(0.4))).to_binary() for _ in targets]
    write_vectors.write_vectors(model_id, list(zip(targets, vectors, strict=True)))


def waiting() -> int:
    return Embedding.objects.filter(waits=True).count()


def test_what_comes_while_an_index_stands_waits_beside_it(model_id: int) -> None:
    write_more(model_id, 1)
    assert waiting() == 0
    hnsw_index.ensure_index(model_id)
    with hnsw_index.bulk_load(model_id):
        write_more(model_id, 2)
    assert waiting() == 2
    assert hnsw_index.indexed_kinds(model_id) == {ChunkKind.CONTENT}


def test_what_comes_while_an_index_is_built_waits_for_it(model_id: int) -> None:
    hnsw_index.ensure_index(model_id)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass",
            [f"embedding_{model_id}_content_hnsw"],
        )
    write_more(model_id, 1)
    assert waiting() == 1


def test_an_import_that_brings_more_than_is_in_it_builds_the_index_anew(
    model_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hnsw_index, "MOST_WAITING", 1)
    hnsw_index.ensure_index(model_id)
    for expected in (3, 6):
        with hnsw_index.bulk_load(model_id):
            write_more(model_id, 3)
        # Three are in it: neither import has brought more, and what both have left is for the worker.
        assert waiting() == expected
    with hnsw_index.bulk_load(model_id):
        write_more(model_id, 4)
    assert waiting() == 0
    assert hnsw_index.indexed_kinds(model_id) == {ChunkKind.CONTENT}


def test_where_no_worker_takes_them_in_the_index_is_built_anew_when_very_many_wait(
    model_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hnsw_index, "MOST_BESIDE", 3)
    hnsw_index.ensure_index(model_id)
    for expected in (3, 0):
        with hnsw_index.bulk_load(model_id):
            write_more(model_id, 3)
        assert waiting() == expected


def test_a_load_that_fails_leaves_an_index_all_the_same(model_id: int) -> None:
    hnsw_index.ensure_index(model_id)
    with pytest.raises(OSError, match="disk"), hnsw_index.bulk_load(model_id):
        raise OSError("disk")
    assert hnsw_index.indexed_kinds(model_id) == {ChunkKind.CONTENT}


def test_it_is_not_built_anew_while_another_process_loads(model_id: int) -> None:
    with loading_elsewhere(model_id):
        assert not hnsw_index.rebuild_index(model_id, ChunkKind.CONTENT)
    assert hnsw_index.rebuild_index(model_id, ChunkKind.CONTENT)
    assert hnsw_index.indexed_kinds(model_id) == {ChunkKind.CONTENT}


def test_building_anew_pays_when_more_than_about_a_third_waits() -> None:
    # 500 / 500 s through the index against 1,400 / 1,450 s to build it anew.
    assert hnsw_index.rebuilding_pays(waiting=500, rows=1_400)
    # 400 / 500 s against 1,300 / 1,450 s.
    assert not hnsw_index.rebuilding_pays(waiting=400, rows=1_300)


def test_memory_is_that_of_the_vectors_their_neighbours_and_a_quarter_more_within_bounds() -> None:
    # 100,000 x (2 x 1,024 + 800) bytes x 1.25 = 356,000,000 bytes.
    assert hnsw_index.memory_megabytes(100_000, 1_024) == 339
    assert hnsw_index.memory_megabytes(100, 1_024) == 64
    assert hnsw_index.memory_megabytes(10_000_000, 1_024) == 1_024


def test_helpers_that_do_not_get_their_memory_cost_a_line_in_the_log(
    model_id: int, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """pgvector's parallel build asks for all of it at once; a container has 64 MB."""
    settings.INDEX_BUILDERS = 2
    asked: list[str] = []
    execute = hnsw_index.execute_sql

    def short_of_memory(statement: str | Composable, parameters: list[Any]) -> int:
        if isinstance(statement, Composable) and "CREATE INDEX" in statement.as_string():
            [[helpers]] = fetch_rows("SHOW max_parallel_maintenance_workers", [])
            asked.append(helpers)
            if helpers != "0":
                raise OperationalError("No space left on device") from DiskFull("No space left on device")
        return execute(statement, parameters)

    monkeypatch.setattr(hnsw_index, "execute_sql", short_of_memory)
    assert hnsw_index.ensure_index(model_id) == {"content"}
    assert asked == ["2", "0"]
    assert "INDEX_BUILDERS do not get their memory" in caplog.text
