import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.llm.models import EmbeddingModel, Endpoint
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.embed_question_with_fallback import was_searched_by_words
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import SearchResult
from tests.factories import document
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db
QUESTION = "Was kostet der Personalausweis?"


@pytest.fixture
def server(openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """A model server whose embedding model is the one for search; a document was embedded with it in better times."""
    document(["Die Gebühr für einen Personalausweis beträgt 37 Euro."], title="Gebühren")
    write_keyword_index.index_missing_documents()
    endpoint = Endpoint.objects.create(name="vectors", base_url=openai_server.base_url, api_key_variable="")
    EmbeddingModel.objects.filter(is_default=True).update(is_default=False)
    EmbeddingModel.objects.create(endpoint=endpoint, name="bge", dimensions=8, is_default=True)
    return openai_server


def found(algorithm: str) -> SearchResult:
    return async_to_sync(search)(QUESTION, SearchRequest(algorithm=algorithm), ledger=Ledger())


@pytest.mark.parametrize("algorithm", ["chunks-only", "fields", "graph-local", "hybrid", "summaries-then-chunks"])
@pytest.mark.parametrize("fault", ["401", "wrong_dimension"])
def test_without_vectors_words_are_searched_and_the_steps_say_so(
    server: FakeOpenAIServer, algorithm: str, fault: str
) -> None:
    server.fault(fault, times=1_000, on="embeddings")
    result = found(algorithm)
    assert [document.title for document in result.documents] == ["Gebühren"]
    step = next(step for step in result.steps if step.name == "embed")
    code = {"401": "unauthorised", "wrong_dimension": "embedding_dimension"}[fault]
    assert (step.found, step.detail) == (0, {"failed": code, "instead": "keyword"})
    assert was_searched_by_words(result.steps)


def test_a_server_that_works_is_searched_with_and_nothing_is_said(server: FakeOpenAIServer) -> None:
    result = found("hybrid")
    assert len(server.embedding_requests) == 1
    assert not was_searched_by_words(result.steps)


def test_an_algorithm_without_vectors_asks_no_server(server: FakeOpenAIServer) -> None:
    result = found("keyword")
    assert not server.embedding_requests
    assert not was_searched_by_words(result.steps)
