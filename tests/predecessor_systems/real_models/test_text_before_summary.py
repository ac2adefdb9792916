"""A document is found by its text while the model that summarises it is slow, absent or has not begun."""

from pathlib import Path

import pytest
from asgiref.sync import async_to_sync

from apps.documents.lifecycle.import_report import load_document_lines
from apps.documents.models import Document, Posting, Status, Step
from apps.documents.vectors.write_vectors import chunks_without_vector
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import embedding_model_row
from apps.retrieval.search.search import search
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hunde.md").write_text("---\ndate: 2024-05-01\n---\nDie Hundesteuer beträgt neunzig Euro.")
    return tmp_path


def absent() -> pipeline_harness.TellingModel:
    return pipeline_harness.TellingModel(lambda prompt: ModelError("Nobody there.", code="unreachable", temporary=True))


def found(question: str) -> list[str]:
    result = async_to_sync(search)(question, ledger=Ledger())
    return [passage.text for passage in result.passages]


def run(**models: object) -> None:
    Step.objects.update(next_retry_at=None)
    pipeline_harness.run_engine(pipeline_harness.resources(**models))


def test_its_text_is_found_and_cited_before_the_summary(folder: Path) -> None:
    pipeline_harness.registered(folder)
    run(summariser=absent())
    assert any("neunzig Euro" in text for text in found("Wie hoch ist die Hundesteuer?"))
    document = Document.objects.get()
    assert document.status == Status.READY_PARTIAL
    assert document.reason


def test_what_follows_completes_it_without_a_trace(folder: Path) -> None:
    pipeline_harness.registered(folder)
    run(summariser=absent())
    run(summariser=pipeline_harness.says("Die Hundesteuer beträgt neunzig Euro."))
    document = Document.objects.get()
    assert (document.status, document.reason_code, document.flags) == (Status.READY, "", [])
    assert str(document.date) == "2024-05-01"
    assert document.current_revision is not None
    assert document.current_revision.summary == "Die Hundesteuer beträgt neunzig Euro."
    rows = list(Posting.objects.values_list("chunk", "term"))
    assert len(rows) == len(set(rows)) > 0
    assert len(found("Hundesteuer")) == len(set(found("Hundesteuer")))


def test_its_vectors_are_not_made_twice(folder: Path) -> None:
    pipeline_harness.registered(folder)
    run(summariser=absent())
    assert not chunks_without_vector(embedding_model_row()).exists()


def test_what_fails_for_good_is_found_by_its_words_and_says_why(folder: Path) -> None:
    pipeline_harness.registered(folder)
    refusing = ModelError("Wrong length.", code="embedding_dimension", temporary=False)

    class Refusing(pipeline_harness.FailingEmbedder):
        async def embed(self, texts: object) -> list[list[float]]:
            raise refusing

    run(embedder=Refusing())
    document = Document.objects.get()
    assert (document.status, document.reason_code) == (Status.READY_PARTIAL, "embedding_dimension")
    assert "version before it" not in document.reason
    assert document.flags == ["words_only"]
    assert found("Hundesteuer")
    # Whoever has started the import is told that it failed.
    assert [line.status for line in load_document_lines([document.pk])] == [Status.FAILED]


def test_the_content_in_search_stays_while_a_changed_file_is_summarised(folder: Path) -> None:
    pipeline_harness.registered(folder)
    run()
    (folder / "hunde.md").write_text("Die Hundesteuer beträgt hundert Euro.")
    pipeline_harness.registered(folder)
    run(summariser=absent())
    assert any("neunzig" in text for text in found("Hundesteuer"))
    assert Document.objects.get().status == Status.READY
