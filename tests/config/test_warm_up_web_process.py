"""What a web process does at its start, so that the first question does not wait for it."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from apps.documents.models import Collection
from apps.llm.errors import ModelError, model_error
from apps.llm.models import EmbeddingModel
from apps.llm.semantic_embedding.semantic_embedder import DIMENSIONS
from apps.llm.semantic_embedding.talk_to_model_process import NAME, ModelProcess
from config import warm_up_web_process as module
from config.warm_up_web_process import collection_languages, preload_embedding_model

ROOT = Path(__file__).resolve().parents[2]
LOADING = """
import gc, django
gc.disable()
django.setup()
from config.warm_up_web_process import COLLECT_AFTER, warm_up_language_tables
warm_up_language_tables()
assert gc.isenabled()
assert gc.get_threshold() == COLLECT_AFTER
print(gc.get_freeze_count(), len(gc.get_objects()))
"""


def test_what_is_loaded_at_the_start_is_left_out_of_every_later_collection() -> None:
    command = [sys.executable, "-c", LOADING]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    frozen, watched = (int(number) for number in said.split())
    assert frozen > 100_000
    assert watched < frozen / 100


@pytest.mark.django_db
def test_the_tables_of_the_languages_of_the_collections_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.connection, "close", lambda: None)
    assert collection_languages() == set()
    Collection.objects.create(slug="german", name="German")
    Collection.objects.create(slug="english", name="English", language="en")
    assert collection_languages() == {"de", "en"}


class RecordedProcess(ModelProcess):
    def __init__(self, error: ModelError | None = None) -> None:
        super().__init__(threads=1, patience=1.0)
        self.error = error
        self.asked = 0

    def vectors(self, texts: object, *, is_query: bool) -> list[bytes]:
        self.asked += 1
        if self.error:
            raise self.error
        return []


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> RecordedProcess:
    recorded = RecordedProcess()
    monkeypatch.setattr(module, "for_questions", recorded)
    monkeypatch.setattr(module.connection, "close", lambda: None)
    return recorded


def search_by_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    row = EmbeddingModel(endpoint=None, name=NAME, dimensions=DIMENSIONS)
    monkeypatch.setattr(module, "embedding_model_row", lambda: row)
    monkeypatch.setattr(settings, "MEANING", True)


@pytest.mark.django_db
def test_the_model_is_left_alone_where_search_compares_the_spelling(process: RecordedProcess) -> None:
    preload_embedding_model()
    assert process.asked == 0


@pytest.mark.parametrize("error", [None, model_error("unreachable", NAME)])
def test_the_model_is_started_where_search_compares_by_it(
    process: RecordedProcess, monkeypatch: pytest.MonkeyPatch, error: ModelError | None
) -> None:
    search_by_meaning(monkeypatch)
    process.error = error
    preload_embedding_model()
    assert process.asked == 1
