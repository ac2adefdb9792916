"""What tests of retrieval share: a question whose vector they know, and the model its vectors belong to."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.documents.models import Collection
from apps.llm.models import EmbeddingModel
from apps.retrieval.query.types import Query, SearchLimits
from tests import factories

MakeQuery = Callable[..., Query]


@pytest.fixture
def model(db: None) -> EmbeddingModel:
    return factories.embedding_model()


@pytest.fixture
def amt(db: None) -> Collection:
    return factories.collection("amt")


@pytest.fixture
def query(model: EmbeddingModel, amt: Collection) -> Query:
    """QUESTION in the collection `amt`."""
    return Query("Was kostet es?", factories.QUESTION, model.pk, [amt.pk])


@pytest.fixture
def limits() -> SearchLimits:
    return SearchLimits(threshold=0.2)


@pytest.fixture
def make(model: EmbeddingModel, amt: Collection) -> Callable[..., Any]:
    """A document from similarities: make("fees", pages=[0.865, 0.863], summary=0.901)."""

    def document(title: str, pages: list[float], summary: float | None = None, **values: Any) -> Any:
        texts = [f"{title}, Seite {number}" for number in range(1, len(pages) + 1)]
        return factories.document(
            texts,
            title=title,
            model=model,
            page_vectors=[factories.towards(similarity) for similarity in pages],
            summary=f"{title}, kurz" if summary is not None else "",
            summary_vector=None if summary is None else factories.towards(summary),
            **{"collection": amt, **values},
        )

    return document
