"""An embedding model with another length than set is found out before a summary is paid for."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from apps.documents.models import Document
from apps.llm.errors import ModelError
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


class WrongLength(pipeline_harness.FailingEmbedder):
    def __init__(self) -> None:
        self.calls: list[Sequence[str]] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(texts)
        raise ModelError("384, not 1,024 numbers.", code="embedding_dimension", temporary=False)


def test_no_summary_is_paid_for(tmp_path: Path) -> None:
    for name in ("eins", "zwei"):
        (tmp_path / f"{name}.txt").write_text(f"Die Gebühr {name} beträgt drei Euro.")
    pipeline_harness.registered(tmp_path)
    model, embedder = pipeline_harness.says("Eine Zusammenfassung."), WrongLength()
    pipeline_harness.run_engine(pipeline_harness.resources(summariser=model, tagger=model, embedder=embedder))
    assert model.prompts == []
    assert len(embedder.calls[0]) == 1, "one small call finds it out"
    assert set(Document.objects.values_list("reason_code", flat=True)) == {"embedding_dimension"}
