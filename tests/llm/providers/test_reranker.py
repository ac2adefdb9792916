"""Models that order texts, over HTTP."""

import asyncio
import json

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import build_reranker
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.llm.providers.reranker import ChatReranker, GatewayReranker, Reranker, parse_rating
from apps.llm.transport.gateway import Gateway
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db
TEXTS = ["Hunde sind frei", "Der Ausweis kostet Geld", "Was der Ausweis kostet"]
QUESTION = "Was kostet der Ausweis"


def in_service(server: FakeOpenAIServer, *, is_reranker: bool) -> Reranker:
    endpoint = Endpoint.objects.create(name="ranks", base_url=server.base_url, api_key_variable="")
    row = ChatModel.objects.create(endpoint=endpoint, name="bge-reranker", is_reranker=is_reranker)
    ModelOrder.objects.create(purpose=Purpose.RERANK, model=row, position=1)
    found = build_reranker(ledger=Ledger(), in_house=False)
    assert found is not None
    return found


def test_a_rerank_server_scores_each_text_in_the_order_they_were_given(openai_server: FakeOpenAIServer) -> None:
    model = in_service(openai_server, is_reranker=True)
    assert isinstance(model, GatewayReranker)
    assert asyncio.run(model.scores(QUESTION, TEXTS)) == [0.0, 3.0, 4.0]
    [request] = openai_server.requests
    assert request.path == "/v1/rerank"
    assert request.body == {"model": "bge-reranker", "query": QUESTION, "documents": TEXTS, "top_n": 3}
    [record] = model.ledger.records
    assert (record.purpose, record.model, record.outcome) == ("rerank", "bge-reranker", "ok")


@pytest.mark.parametrize(
    ("fault", "code"), [("503", "server_error"), ("wrong_index", "garbage"), ("401", "unauthorised")]
)
def test_a_server_that_fails_is_asked_once(openai_server: FakeOpenAIServer, fault: str, code: str) -> None:
    model = in_service(openai_server, is_reranker=True)
    openai_server.fault(fault, times=5, on="rerank")
    with pytest.raises(ModelError) as error:
        asyncio.run(model.scores(QUESTION, TEXTS))
    assert error.value.code == code
    assert len(openai_server.requests) == 1


@pytest.mark.parametrize(
    "first",
    [
        {"index": [0], "relevance_score": 1.0},
        {"index": {"place": 0}, "relevance_score": 1.0},
        {"index": 0, "relevance_score": 10**400},
        {"index": 0, "relevance_score": "viel"},
    ],
)
def test_places_and_scores_that_are_none_are_garbage(
    openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch, first: dict[str, object]
) -> None:
    model = in_service(openai_server, is_reranker=True)

    async def answered(*_arguments: object, **_values: object) -> dict[str, object]:
        return {"results": [first]}

    monkeypatch.setattr(Gateway, "post", answered)
    with pytest.raises(ModelError) as error:
        asyncio.run(model.scores(QUESTION, TEXTS[:1]))
    assert error.value.code == "garbage"


def test_a_chat_model_rates_numbered_texts_and_what_it_forgets_comes_last(openai_server: FakeOpenAIServer) -> None:
    model = in_service(openai_server, is_reranker=False)
    assert isinstance(model, ChatReranker)
    ratings = [{"number": 3, "rating": "9/10"}, {"number": "2", "rating": 4}, {"number": 17, "rating": 10}]
    openai_server.reply(json.dumps({"ratings": ratings}))
    assert asyncio.run(model.scores(QUESTION, TEXTS)) == [0.0, 4.0, 9.0]
    [request] = openai_server.chat_requests
    assert "[2] Der Ausweis kostet Geld" in request.prompt
    assert QUESTION in request.prompt


def test_without_a_server_nothing_is_ordered() -> None:
    assert build_reranker(ledger=Ledger(), in_house=False) is None


@pytest.mark.parametrize(("written", "read"), [(3, 3.0), ("3/5", 3.0), ("viel", 0.0), ("nan", 0.0), (None, 0.0)])
def test_a_rating_is_read_as_models_write_it(written: object, read: float) -> None:
    assert parse_rating(written) == read
