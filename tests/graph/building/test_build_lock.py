"""One build at a time for each graph, told from another process's connection."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from apps.documents.models import Collection
from apps.graph import tasks
from apps.graph.building.build_graph import AlreadyBuilding, build_collection_graph
from apps.graph.building.build_lock import LOCK_CLASS, build_lock, is_being_built
from apps.graph.building.graph_status import get_or_create_graph_index, graph_status
from apps.graph.models import Build, BuildState, Entity, GraphIndex
from tests.factories import collection, document


@pytest.fixture
def other(db: None) -> Iterator[psycopg.Connection]:
    """A session of its own, as another process has one."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}, autocommit=True) as made:
        yield made


def take(other: "psycopg.Connection[object]", index: GraphIndex) -> None:
    other.execute("SELECT pg_advisory_lock(%s, %s)", [LOCK_CLASS, index.pk])


def test_a_second_build_is_refused_and_leaves_no_row(index: GraphIndex, other: psycopg.Connection) -> None:
    take(other, index)
    with pytest.raises(AlreadyBuilding, match="town"):
        build_collection_graph(index)
    assert not Build.objects.exists()
    assert graph_status(index.collection)["state"] == "building"


def test_searches_go_on_over_the_build_before(index: GraphIndex, other: psycopg.Connection) -> None:
    first = build_collection_graph(index)
    take(other, index)
    with pytest.raises(AlreadyBuilding):
        build_collection_graph(index)
    assert GraphIndex.objects.get().current == first
    assert set(Entity.objects.values_list("build", flat=True)) == {first.pk}


def test_the_graph_of_another_collection_is_built_meanwhile(index: GraphIndex, other: psycopg.Connection) -> None:
    take(other, index)
    library = collection("library")
    document(["Die Stadtbücherei öffnet im Kornhaus."], collection=library)
    assert build_collection_graph(get_or_create_graph_index(library)).state == BuildState.COMPLETE


def test_the_queue_leaves_quietly(index: GraphIndex, other: psycopg.Connection) -> None:
    take(other, index)
    tasks.work(index.pk)
    assert not Build.objects.exists()


def test_the_lock_of_a_process_that_died_is_free(index: GraphIndex, other: psycopg.Connection) -> None:
    take(other, index)
    assert is_being_built(index.pk)
    other.close()
    for _ in range(100):
        if not is_being_built(index.pk):
            break
        connection.cursor().execute("SELECT pg_sleep(0.02)")
    assert build_collection_graph(index).state == BuildState.COMPLETE


def test_it_is_given_back_when_a_build_breaks_off(index: GraphIndex, other: psycopg.Connection) -> None:
    class Broken(Exception):  # noqa: N818 - what happens, no error of ours
        pass

    def breaks_off() -> None:
        with build_lock(index.pk) as is_ours:
            assert is_ours
            raise Broken

    with pytest.raises(Broken):
        breaks_off()
    [[is_free]] = other.execute("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_CLASS, index.pk])
    assert is_free


def test_a_build_is_seen_from_outside_while_it_runs(
    town: Collection, index: GraphIndex, other: psycopg.Connection
) -> None:
    seen: list[bool] = []

    def look(phase: str, done: int, total: int) -> None:
        [[is_free]] = other.execute("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_CLASS, index.pk])
        seen.append(is_free)

    build_collection_graph(index, progress=look)
    assert seen
    assert not any(seen)
    assert not is_being_built(index.pk)
