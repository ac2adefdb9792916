from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.retrieval.models import Profile
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.types import Passage, SearchLimits, SearchStep
from apps.retrieval.search.rerank import cut_to_limits, passages_to_read, sort_by_scores
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import SearchResult
from tests.factories import document
from tests.fakes.openai_server import FakeOpenAIServer

QUESTION = "Was kostet der Personalausweis"


@pytest.fixture
def documents() -> None:
    document(["Personalausweis Personalausweis kostet kostet."], title="Wörter")
    document(["Gebühren: was für Kinder der Personalausweis kostet"], title="Antwort")
    document(["Bewohnerparkausweise gelten ein Jahr."], title="Parken")
    write_keyword_index.index_missing_documents()


@pytest.fixture
def server(openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    endpoint = Endpoint.objects.create(name="ranks", base_url=openai_server.base_url, api_key_variable="")
    row = ChatModel.objects.create(endpoint=endpoint, name="bge-reranker", is_reranker=True)
    ModelOrder.objects.create(purpose=Purpose.RERANK, model=row, position=1)
    return openai_server


def found(algorithm: str = "keyword", *, documents: int = 1, rerank: int = 10) -> SearchResult:
    Profile.objects.filter(algorithm=algorithm).update(rerank_limit=rerank, document_limit=documents)
    return async_to_sync(search)(QUESTION, SearchRequest(algorithm=algorithm), ledger=Ledger())


def titles(result: SearchResult) -> list[str]:
    return [document.title for document in result.documents]


def rerank_step(result: SearchResult) -> SearchStep:
    return next(step for step in result.steps if step.name == "rerank")


@pytest.mark.django_db
@pytest.mark.usefixtures("documents", "server")
def test_the_model_brings_up_a_document_that_the_search_had_below_the_limit() -> None:
    assert titles(found(rerank=0)) == ["Wörter"]
    result = found()
    assert titles(result) == ["Antwort"]
    assert (rerank_step(result).found, result.passages[0].score) == (2, 4.0)


@pytest.mark.django_db
@pytest.mark.usefixtures("documents")
def test_a_model_that_fails_leaves_the_order_of_the_search_and_a_note_in_the_steps(server: FakeOpenAIServer) -> None:
    server.fault("503", times=5, on="rerank")
    result = found()
    assert titles(result) == titles(found(rerank=0)) == ["Wörter"]
    assert rerank_step(result).detail == {"limit": 10, "failed": "server_error"}


@pytest.mark.django_db
@pytest.mark.usefixtures("documents")
@pytest.mark.parametrize("algorithm", ["chunks-only", "fields", "hybrid", "summaries-and-chunks"])
def test_every_algorithm_by_passages_is_ordered(server: FakeOpenAIServer, algorithm: str) -> None:
    result = found(algorithm)
    assert titles(result) == ["Antwort"]
    assert len(server.requests) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("documents")
def test_offline_nothing_is_ordered_and_nothing_is_said() -> None:
    assert "rerank" not in [step.name for step in found().steps]


def passage(chunk: int, document_id: int, page: int | None = 1, score: float = 0.5) -> Passage:
    kind = "summary" if page is None else "content"
    return Passage(chunk, document_id, "", "", "", None, page, kind, "", score, score)


def test_the_best_page_of_each_document_is_read_before_any_second_one() -> None:
    given = [passage(1, 1), passage(2, 1), passage(3, 2), passage(4, 2), passage(5, 3)]
    assert [each.chunk_id for each in passages_to_read(given, 4)] == [1, 3, 5, 2]


def test_documents_are_ordered_by_their_best_passage_and_those_that_were_not_read_are_left_out() -> None:
    given = [passage(1, 1), passage(2, 1), passage(6, 1, page=None), passage(3, 2), passage(4, 2), passage(5, 3)]
    ordered = sort_by_scores(given, {1: 0.1, 3: 0.9, 2: 0.3})
    assert [each.chunk_id for each in ordered] == [3, 4, 2, 1, 6]
    assert [each.document_score for each in ordered] == [0.9, 0.9, 0.3, 0.3, 0.3]


def test_what_is_handed_out_keeps_the_limits_of_the_profile() -> None:
    given = [passage(1, 1), passage(2, 1), passage(6, 1, page=None), passage(3, 2), passage(5, 3)]
    limits = replace(SearchLimits(), document_limit=2, context_tokens=2_000, chunk_tokens=1_000)
    assert [each.chunk_id for each in cut_to_limits(given, limits)] == [1, 6, 3]
