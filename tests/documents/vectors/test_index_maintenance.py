import pytest
from django_q.models import Schedule

from apps.documents.models import ChunkKind, Embedding
from apps.documents.vectors import index_maintenance
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pages and a summary, and all of them wait."""
    monkeypatch.setattr(index_maintenance, "MOST_WAITING", 2)
    monkeypatch.setattr(index_maintenance, "rebuilding_pays", lambda waiting, rows: False)
    factories.document(
        ["a", "b", "c"],
        model=factories.embedding_model(),
        page_vectors=[factories.towards(0.5)] * 3,
        summary="s",
        summary_vector=factories.towards(0.9),
    )
    Embedding.objects.update(waits=True)


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_kinds_that_many_wait_of_are_taken_in(vectors: None, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_maintenance, "AT_ONCE", at_once)
    assert index_maintenance.take_in() == 3
    assert Embedding.objects.get(waits=True).kind == ChunkKind.SUMMARY
    assert index_maintenance.take_in() == 0


def test_where_it_takes_less_time_the_index_is_built_anew(vectors: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_maintenance, "rebuilding_pays", lambda waiting, rows: (waiting, rows) == (3, 3))
    built: list[str] = []
    monkeypatch.setattr(index_maintenance, "rebuild_index", lambda model, kind: not built.append(kind))
    assert index_maintenance.take_in() == 3
    assert built == [ChunkKind.CONTENT]


def test_it_ends_in_time(vectors: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_maintenance, "MOST_SECONDS", 0.0)
    assert index_maintenance.take_in() == 0


def test_it_is_called_every_hour() -> None:
    assert (
        Schedule.objects.get(func="apps.documents.vectors.index_maintenance.take_in").schedule_type == Schedule.HOURLY
    )


def test_what_an_older_version_has_written_gets_its_signs_before_it_is_taken_in(vectors: None) -> None:
    """Without them an index of signs would lose it."""
    assert Embedding.objects.filter(signs=None).count() == 4
    index_maintenance.take_in()
    assert [row.kind for row in Embedding.objects.filter(signs=None)] == [ChunkKind.SUMMARY]
