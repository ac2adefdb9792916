"""Vectors of meaning fill in behind the documents, and the model takes over by itself with the last one."""

from collections.abc import Sequence

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone
from django.utils.module_loading import import_string
from django_q.models import OrmQ, Schedule
from pytest_django import Settings

from apps.documents.models import Embedding
from apps.documents.vectors import fill_missing, fill_missing_task, write_vectors
from apps.documents.vectors.fill_missing import (
    fill_missing_vectors,
    fill_vectors_to_the_end,
    is_anything_missing,
    rows_to_fill,
    vector_coverage,
)
from apps.llm.call_ledger import Ledger
from apps.llm.create_initial_models import create_first_rows
from apps.llm.errors import ModelError, model_error
from apps.llm.model_registry import embedding_model_for_documents, embedding_model_row
from apps.llm.models import EmbeddingModel
from apps.llm.semantic_embedding import semantic_embedder, verify_weights_package
from apps.llm.semantic_embedding.talk_to_model_process import NAME, ModelProcess
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


class ScriptedProcess(ModelProcess):
    """Every text gets the same vector; an error that it is told to raise is raised."""

    def __init__(self) -> None:
        super().__init__(threads=1, patience=1.0)
        self.texts: list[str] = []
        self.error: ModelError | None = None

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        if self.error is not None:
            raise self.error
        self.texts += texts
        one = b"\0\0\x80?" + bytes(4 * 383)
        return [one for _ in texts]


@pytest.fixture
def process(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> ScriptedProcess:
    made = ScriptedProcess()
    settings.MEANING = True
    monkeypatch.setattr(verify_weights_package, "is_installed", lambda: True)
    monkeypatch.setattr(semantic_embedder, "for_passages", made)
    monkeypatch.setattr(semantic_embedder, "for_questions", made)
    create_first_rows()
    return made


def search_model() -> str:
    return embedding_model_row().name


def test_the_model_takes_over_with_the_last_vector(process: ScriptedProcess) -> None:
    factories.document(["Erste Seite.", "Zweite Seite."])
    assert search_model() == "offline-ngrams"
    assert is_anything_missing()
    assert fill_missing_vectors()
    assert search_model() == NAME
    assert not is_anything_missing()
    assert not EmbeddingModel.objects.filter(takes_over=True).exists()


def test_it_waits_for_the_first_document(process: ScriptedProcess) -> None:
    assert fill_missing_vectors()
    assert search_model() == "offline-ngrams"
    assert not is_anything_missing()


def test_documents_come_with_vectors_by_spelling_before_and_after(process: ScriptedProcess) -> None:
    factories.document(["Erste Seite."])
    assert embedding_model_for_documents(embedding_model_row()).name == "offline-ngrams"
    fill_missing_vectors()
    assert embedding_model_for_documents(embedding_model_row()).name == "offline-ngrams"
    assert [row.name for row in rows_to_fill()] == [NAME, "offline-ngrams"]


def test_a_document_that_comes_later_gets_its_vectors_behind(process: ScriptedProcess) -> None:
    factories.document(["Erste Seite."])
    fill_missing_vectors()
    factories.document(["Neu."], model=EmbeddingModel.objects.get(name="offline-ngrams"))
    assert not vector_coverage(embedding_model_row()).is_complete
    fill_vectors_to_the_end()
    assert vector_coverage(embedding_model_row()).is_complete
    assert search_model() == NAME


def test_an_import_waits_for_the_vectors_of_its_own_collection(
    process: ScriptedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline = EmbeddingModel.objects.get(name="offline-ngrams")
    factories.document(["Erste Seite."])
    fill_missing_vectors()
    factories.document(["Neu."], collection=factories.collection("bauamt"), model=offline)
    monkeypatch.setattr(
        fill_missing, "fill_missing_vectors", lambda progress, collection: False
    )  # another process is at it
    waits: list[float] = []

    def waited(seconds: float) -> None:
        waits.append(seconds)
        monkeypatch.setattr(fill_missing, "fill_missing_vectors", fill_missing_vectors)

    monkeypatch.setattr(fill_missing.time, "sleep", waited)
    fill_vectors_to_the_end(collection="amt")
    assert not waits
    fill_vectors_to_the_end(collection="bauamt")
    assert len(waits) == 1
    assert vector_coverage(embedding_model_row()).is_complete


def test_an_import_makes_the_vectors_of_its_own_collection_alone(process: ScriptedProcess) -> None:
    offline = EmbeddingModel.objects.get(name="offline-ngrams")
    factories.document(["Von anderen."], model=offline)
    factories.document(["Neu."], collection=factories.collection("bauamt"), model=offline)
    fill_vectors_to_the_end(collection="bauamt")
    assert process.texts == ["Neu."]
    assert search_model() == "offline-ngrams", "it takes over when the worker has made the others"
    fill_missing_vectors()
    assert sorted(process.texts) == ["Neu.", "Von anderen."]
    assert search_model() == NAME


def test_a_turn_that_ends_leaves_the_rest_for_the_next_one(process: ScriptedProcess) -> None:
    factories.document([f"Seite {number}." for number in range(20)])
    turns = iter([True, True, True])
    fill_missing_vectors(may_go_on=lambda: next(turns, False))
    row = EmbeddingModel.objects.get(name=NAME)
    assert 0 < Embedding.objects.filter(model=row).count() < 20
    assert search_model() == "offline-ngrams"
    fill_missing_vectors()
    assert len(process.texts) == 20, "no text is embedded twice"
    assert search_model() == NAME


def test_a_model_that_fails_leaves_search_as_it_is(process: ScriptedProcess) -> None:
    factories.document(["Erste Seite."])
    process.error = model_error("unreachable", NAME)
    fill_missing_task.fill()
    assert search_model() == "offline-ngrams"
    process.error = None
    fill_missing_task.fill()
    assert search_model() == NAME


def test_one_process_fills_at_a_time(process: ScriptedProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    factories.document(["Erste Seite."])
    monkeypatch.setattr(fill_missing, "advisory_lock", lambda *key: NotOurs())
    assert not fill_missing_vectors()
    assert process.texts == []


def test_what_a_killed_process_leaves_undone_is_looked_at_a_minute_later(
    process: ScriptedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.document(["Erste Seite."])
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(fill_missing, "advisory_lock", lambda *key: NotOurs())
        fill_missing_task.fill()
        fill_missing_task.fill()
    [again] = Schedule.objects.filter(func=fill_missing_task.AGAIN)
    assert again.next_run <= timezone.now() + fill_missing_task.LOOK_AGAIN_AFTER
    import_string(again.func)()
    assert search_model() == NAME
    fill_missing_task.fill()
    assert not OrmQ.objects.exists()


def test_one_task_waits_however_often_documents_come(process: ScriptedProcess) -> None:
    """Each goes on only while no task waits: several stopped one another for ever where there was one worker."""
    factories.document(["Erste Seite."])
    for _portion in range(3):
        fill_missing_task.enqueue_if_vectors_missing()
    assert OrmQ.objects.count() == 1


class NotOurs:
    def __enter__(self) -> bool:
        return False

    def __exit__(self, *error: object) -> None:
        pass


def found(question: str) -> tuple[list[str], list[dict[str, object]]]:
    result = async_to_sync(search)(question, SearchRequest(algorithm="hybrid"), ledger=Ledger())
    return [document.external_id for document in result.documents], [step.detail for step in result.steps]


def test_search_compares_the_spelling_while_the_model_fails(process: ScriptedProcess) -> None:
    document = factories.document(["Die Hundesteuer beträgt 90 Euro."])
    fill_missing_vectors()
    process.error = model_error("timeout", NAME)
    documents, steps = found("Hundesteuern zahlen")
    assert documents == [document.external_id]
    assert {"failed": "timeout", "instead": "offline-ngrams"} in steps


def test_search_compares_the_spelling_when_the_package_has_gone(
    process: ScriptedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.document(["Die Hundesteuer beträgt 90 Euro."])
    fill_missing_vectors()
    monkeypatch.setattr(verify_weights_package, "is_installed", lambda: False)
    assert search_model() == "offline-ngrams"
    assert write_vectors.chunks_without_vector(embedding_model_row()).count() == 0
