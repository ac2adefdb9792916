"""P18: chunks only from the n chosen documents, at most m of each; a long document takes none from the others."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from apps.documents.keywords import write_keyword_index
from apps.documents.models import Collection
from apps.llm.model_registry import embedding_model_row
from apps.llm.models import EmbeddingModel
from apps.retrieval.algorithms.summaries_then_chunks import retrieve
from apps.retrieval.query.types import Query, SearchLimits
from tests import factories
from tests.retrieval.conftest import amt, limits, make, model, query

__all__ = ["amt", "limits", "make", "model", "query"]


def test_every_chosen_document_gives_its_best_pages_however_long_another_is(
    make: Callable[..., Any], query: Query, limits: SearchLimits
) -> None:
    make("long", pages=[0.9] * 30, summary=0.8)
    make("short", pages=[0.5, 0.6, 0.4, 0.3], summary=0.7)
    found = retrieve(query, replace(limits, chunk_limit=8, document_limit=2)).passages
    pages = [(passage.title, passage.page) for passage in found if passage.page]
    assert pages[:3] == [("long", 1), ("long", 2), ("long", 3)]
    assert pages[3:] == [("short", 2), ("short", 1), ("short", 3)]


def test_a_document_is_found_by_a_page_that_its_summary_does_not_speak_of(db: None, amt: Collection) -> None:
    row: EmbeddingModel = embedding_model_row()
    for number in range(12):
        factories.document([f"Haushaltsplan {number} der Stadt mit Zahlen und Tabellen."], summary="Haushalt der Stadt")
    pages = ["Haushaltsplan der Stadt.", "Der Seilbahnhof am Nordhang wird 2031 abgerissen.", "Tabellen."]
    factories.document(pages, title="Anlage", summary="Haushalt der Stadt")
    write_keyword_index.index_missing_documents()
    nowhere = [1.0] + [0.0] * (row.dimensions - 1)
    asked = Query("Wann wird der Seilbahnhof abgerissen?", nowhere, row.pk, [amt.pk])
    best = retrieve(asked, SearchLimits(threshold=0.2)).passages[0]
    assert (best.title, best.page) == ("Anlage", 2)
