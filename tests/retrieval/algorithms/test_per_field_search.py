"""The algorithm `fields` on pages of a website: each field with its own threshold and number of hits."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.keywords import write_keyword_index
from apps.documents.models import Chunk, ChunkKind, Collection, Document, Embedding
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import embedding_model_row
from apps.llm.models import EmbeddingModel
from apps.retrieval.algorithms.per_field_search import ALGORITHM
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.types import Passage, Query, SearchLimits
from apps.retrieval.search.search import search
from tests import factories
from tests.factories import towards

MakePage = Callable[..., Document]
LIMITS = SearchLimits(threshold=0.2, document_limit=10, content_limit=10)


@pytest.fixture
def page(amt: Collection, model: EmbeddingModel) -> MakePage:
    """page("fees", content=[0.9, 0.1], title=0.6): a page of pieces of content, and fields, from similarities."""

    def make(called: str, content: list[float], texts: list[str] | None = None, **fields: float) -> Document:
        made = factories.document([""], title=called, collection=amt, embed=False)
        revision = made.current_revision
        assert revision is not None
        own = revision.pages.get()
        texts = texts or [f"{called}{number}." for number in range(len(content))]
        own.text = "".join(texts)
        own.save()
        revision.chunks.all().delete()
        start = 0
        for position, (text, similarity) in enumerate(zip(texts, content, strict=True)):
            place = {"page": own, "page_number": 1, "position": position, "start": start}
            add(made, model, ChunkKind.CONTENT, text, similarity, **place)
            start += len(text)
        for kind, similarity in fields.items():
            add(made, model, ChunkKind(kind), f"{kind} of {called}", similarity)
        return made

    return make


def add(document: Document, model: EmbeddingModel, kind: ChunkKind, text: str, similarity: float, **place: Any) -> None:
    chunk = Chunk.objects.create(
        document=document,
        revision=document.current_revision,
        kind=kind,
        text=text,
        tokens=3,
        text_hash=hashlib.sha256(text.encode()).hexdigest(),
        **place,
    )
    Embedding.objects.create(
        chunk=chunk,
        model=model,
        collection_id=document.collection_id,
        document=document,
        kind=kind,
        vector=towards(similarity),
    )


def found(query: Query, limits: SearchLimits = LIMITS) -> list[Passage]:
    return ALGORITHM.retrieve(query, limits).passages


@pytest.mark.parametrize("kind", ["name", "title", "description", "keywords"])
def test_a_short_field_counts_from_its_own_threshold_on(page: MakePage, query: Query, kind: str) -> None:
    page("below", [0.0], **{kind: 0.499})
    assert found(query) == []
    page("at", [0.0], **{kind: 0.5})
    assert [(passage.title, passage.kind) for passage in found(query)] == [("at", kind)]


def test_content_counts_from_a_lower_threshold_on(page: MakePage, query: Query) -> None:
    page("below", [0.125])
    assert found(query) == []
    page("at", [0.25])
    assert [passage.title for passage in found(query, replace(LIMITS, threshold=0.25))] == ["at"]


def test_of_each_short_field_the_best_hit_counts_and_of_content_ten(page: MakePage, query: Query) -> None:
    for number in range(12):
        page(f"page {number}", [0.3 + number / 100], title=0.6 + number / 100, name=0.7 + number / 100)
    passages = found(query, replace(LIMITS, document_limit=40))
    kinds = [passage.kind for passage in passages]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"title": 1, "name": 1, "content": 10}
    assert [passage.kind for passage in passages if passage.title == "page 11"] == ["content", "name", "title"]


def test_the_number_of_results_overrides_ten(page: MakePage, query: Query) -> None:
    for number in range(12):
        page(f"page {number}", [0.3 + number / 100])
    assert len(found(query, replace(LIMITS, content_limit=3))) == 3
    assert len(found(query, replace(LIMITS, content_limit=12, document_limit=12))) == 12


def test_two_neighbours_on_each_side_come_along(page: MakePage, query: Query) -> None:
    page("p", [0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0])
    assert [passage.text for passage in found(query)] == ["p1.p2.p3.p4.p5."]


def test_neighbours_end_with_the_page(page: MakePage, query: Query) -> None:
    page("p", [0.9, 0.0])
    page("q", [0.9])
    assert {passage.text for passage in found(query)} == {"p0.p1.", "q0."}


def test_hits_that_share_neighbours_become_one_passage(page: MakePage, query: Query) -> None:
    page("p", [0.9, 0.0, 0.0, 0.8, 0.0])
    assert [(passage.text, passage.score) for passage in found(query)] == [
        ("p0.p1.p2.p3.p4.", pytest.approx(0.9, abs=1e-3))
    ]


def test_without_neighbours_a_hit_stands_alone(page: MakePage, query: Query) -> None:
    page("p", [0.0, 0.9, 0.0])
    assert [passage.text for passage in found(query, replace(LIMITS, neighbours=0))] == ["p1."]


def test_each_step_names_its_field_its_limit_and_its_threshold(page: MakePage, query: Query) -> None:
    page("p", [0.9, 0.1], title=0.6)
    steps = ALGORITHM.retrieve(query, LIMITS).steps
    assert [(step.name, step.found, step.threshold, step.detail["limit"]) for step in steps[:5]] == [
        ("name", 0, 0.5, 1),
        ("title", 1, 0.5, 1),
        ("description", 0, 0.5, 1),
        ("keywords", 0, 0.5, 1),
        ("content", 1, 0.2, 10),
    ]


def test_it_takes_one_round_trip(page: MakePage, query: Query) -> None:
    page("p", [0.9, 0.5], title=0.6)
    with CaptureQueriesContext(connection) as queries:
        assert found(query)
    assert len(queries) == 1


def test_an_empty_result_names_the_best_similarity(page: MakePage, query: Query) -> None:
    page("p", [0.125], title=0.25)
    [step] = [step for step in ALGORITHM.retrieve(query, LIMITS).steps if step.name == "nothing"]
    assert (step.detail["reason"], step.detail["best"]) == ("below_threshold", pytest.approx(0.25))


@pytest.fixture
def website(db: None) -> None:
    for name, text in {
        "Hunde": "# Hundesteuer\n\nSie beträgt 90 Euro.",
        "Müll": "# Abfuhr\n\nDie Tonne kommt montags.",
    }.items():
        made = factories.document([text], title=name)
        made.current_revision.fields = {"title": name, "keywords": f"{name}, Rathaus", "description": "Amtliches"}
        made.current_revision.save()
        chunks = [
            Chunk(document=made, revision=made.current_revision, kind=kind, text=value, text_hash=str(hash(value)))
            for kind, value in made.current_revision.fields.items()
        ]
        factories.embed_chunks(Chunk.objects.bulk_create(chunks), None)
    while write_keyword_index.index_missing_documents():
        pass


def ask(question: str, **values: Any) -> Any:
    return async_to_sync(search)(question, SearchRequest(algorithm="fields", **values), ledger=Ledger())


@pytest.mark.usefixtures("website")
@pytest.mark.parametrize("question", ["Hundesteuer", "Hundesteuer Euro?", "Hunde ?!"])
def test_fewer_than_three_words_are_searched_by_words_and_no_model_is_called(question: str) -> None:
    result = ask(question)
    assert {step.name for step in result.steps} >= {"terms", "keyword"}
    assert "embed" not in {step.name for step in result.steps}
    assert [document.title for document in result.documents] == ["Hunde"]


@pytest.mark.usefixtures("website")
def test_three_words_are_searched_by_vectors() -> None:
    names = {step.name for step in ask("Wie hoch Hundesteuer?").steps}
    assert "embed" in names
    assert "terms" not in names


@pytest.mark.usefixtures("website")
def test_a_short_question_gets_whole_fields_in_which_its_words_stand() -> None:
    [document] = ask("Rathaus Hundesteuer", limit=1).documents
    assert [(passage.kind, passage.text) for passage in document.passages] == [
        ("content", "# Hundesteuer\n\nSie beträgt 90 Euro."),
        ("keywords", "Hunde, Rathaus"),
    ]


@pytest.mark.usefixtures("website")
def test_a_short_question_without_result_is_explained() -> None:
    assert ask("Zeppelin").steps[-1].detail == {"reason": "no_term_found"}


@pytest.mark.django_db
def test_its_profile_has_the_thresholds_and_numbers_of_the_algorithm() -> None:
    limits = shipped_profile("fields").limits(embedding_model_row().threshold)
    assert (limits.threshold, limits.field_threshold) == (0.2, 0.5)
    assert (limits.content_limit, limits.field_limit, limits.neighbours) == (10, 1, 2)


@pytest.mark.usefixtures("website")
def test_the_number_asked_for_overrides_that_of_the_profile() -> None:
    steps = ask("Wie hoch Hundesteuer?", limit=4).steps
    assert next(step.detail["limit"] for step in steps if step.name == "content") == 4
