"""G26: after 429 a build resumes; no half index, and no work of another model under the name of the chosen one."""

import json

import pytest

from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.models import BuildState, Entity, GraphIndex, Method, Reply
from apps.llm.create_initial_models import ensure_offline_chat_model
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.llm.transport.circuit_breaker import reset_circuit_breakers
from tests.fakes.openai_server import FakeOpenAIServer
from tests.graph.conftest import BY_MODEL

GRAPH = (Purpose.EXTRACT, Purpose.REPORT, Purpose.SUMMARISE)


@pytest.fixture
def usual_order(model_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """The model for everything, the built-in one behind it: how an installation begins."""
    row = ChatModel.objects.get(name="fake")
    ModelOrder.objects.all().delete()
    built_in = ensure_offline_chat_model()
    ModelOrder.objects.filter(model=built_in).delete()
    ModelOrder.objects.create(purpose=Purpose.DEFAULT, model=row, position=1)
    ModelOrder.objects.create(purpose=Purpose.DEFAULT, model=built_in, position=2)
    return model_server


def test_the_built_in_model_does_not_finish_the_work_of_the_chosen_one(
    index: GraphIndex, usual_order: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.graph.model_calls.model_client.PAUSES", ())
    usual_order.fault("429", times=1000, retry_after=0)
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.INCOMPLETE
    assert run.reason
    assert not Entity.objects.exists()
    assert not Reply.objects.exists()


def test_after_the_limit_the_build_goes_on_and_is_the_chosen_models_own(
    index: GraphIndex, usual_order: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.graph.model_calls.model_client.PAUSES", ())
    usual_order.fault("429", times=1000, retry_after=0)
    stopped = build_collection_graph(index, BY_MODEL)
    usual_order.recover()
    run = build_collection_graph(index, BY_MODEL)
    assert run.pk == stopped.pk
    assert (run.state, run.model, run.problems) == (BuildState.COMPLETE, "fake", [])


def test_another_server_that_was_chosen_to_stand_in_is_named_and_its_replies_are_not_kept(
    index: GraphIndex, model_server: FakeOpenAIServer, second_server: FakeOpenAIServer
) -> None:
    endpoint = Endpoint.objects.create(name="second", base_url=second_server.base_url)
    other = ChatModel.objects.create(endpoint=endpoint, name="other", max_output_tokens=1_000)
    for purpose in GRAPH:
        ModelOrder.objects.create(purpose=purpose, model=other, position=2)
    second_server.default_reply = model_server.default_reply
    model_server.fault("401", times=1000)
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert "stand_in: other" in {problem["reason"] for problem in run.problems}
    assert not Reply.objects.exists()
    model_server.recover()
    reset_circuit_breakers()
    again = build_collection_graph(index, BY_MODEL)
    assert (again.state, again.problems) == (BuildState.COMPLETE, [])
    assert model_server.chat_requests


def test_what_a_model_wrote_in_place_of_the_chosen_one_is_not_paid_for_again_when_the_build_goes_on(
    index: GraphIndex, model_server: FakeOpenAIServer, second_server: FakeOpenAIServer
) -> None:
    endpoint = Endpoint.objects.create(name="second", base_url=second_server.base_url)
    other = ChatModel.objects.create(endpoint=endpoint, name="other", max_output_tokens=1_000)
    for purpose in GRAPH:
        ModelOrder.objects.create(purpose=purpose, model=other, position=2)
    second_server.default_reply = model_server.default_reply
    model_server.fault("401", times=1000)
    stopped = build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=4))
    first = [json.dumps(request.body["messages"]) for request in second_server.chat_requests]
    assert (stopped.state, len(first)) == (BuildState.INCOMPLETE, 4)
    run = build_collection_graph(index, BY_MODEL)
    later = [json.dumps(request.body["messages"]) for request in second_server.chat_requests[4:]]
    assert run.state == BuildState.COMPLETE
    assert not set(first) & set(later)
    assert "stand_in: other" in {problem["reason"] for problem in run.problems}
    assert not Reply.objects.exists()
