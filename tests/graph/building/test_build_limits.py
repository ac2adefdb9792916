from decimal import Decimal

from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.models import BuildState, GraphIndex, Method
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Price, Purpose
from tests.fakes.openai_server import FakeOpenAIServer
from tests.graph.conftest import scripted


def priced(name: str, rate: int) -> None:
    Price.objects.create(
        model_name=name, valid_from="2024-01-01", input_per_million=Decimal(rate), output_per_million=Decimal(rate)
    )


def test_a_limit_holds_for_an_endpoint_that_takes_one_call_at_a_time(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    Endpoint.objects.update(max_concurrency=1)
    run = build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=4))
    assert (run.state, len(model_server.chat_requests)) == (BuildState.INCOMPLETE, 4)


def test_what_an_earlier_attempt_has_spent_counts(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=4))
    build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=5))
    assert len(model_server.chat_requests) == 5


def test_money_is_a_limit_too(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    Price.objects.create(
        model_name="fake", valid_from="2024-01-01", input_per_million=Decimal(1000), output_per_million=Decimal(1000)
    )
    run = build_collection_graph(index, BuildOptions(method=Method.MODEL, most_cost=Decimal(5)))
    assert run.state == BuildState.INCOMPLETE
    assert run.cost <= 5


def test_a_dear_model_for_reports_does_not_pass_the_limit(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    """Nor does one that only answers when the first of its purpose fails."""
    first = ModelOrder.objects.get(purpose=Purpose.REPORT)
    dear = ChatModel.objects.create(
        endpoint=first.model.endpoint, name="dear", context_window=32_000, max_output_tokens=1_000
    )
    ModelOrder.objects.create(purpose=Purpose.REPORT, model=dear, position=2)
    priced("fake", 1)
    priced("dear", 100_000)
    run = build_collection_graph(index, BuildOptions(method=Method.MODEL, most_cost=Decimal(1)))
    assert (run.state, run.calls.get("report", 0)) == (BuildState.INCOMPLETE, 0)
    assert run.calls["extract"] == 6


def test_a_limit_in_money_is_refused_where_a_model_has_no_price(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    run = build_collection_graph(index, BuildOptions(method=Method.MODEL, most_cost=Decimal(1)))
    assert run.state == BuildState.INCOMPLETE
    assert "fake" in run.reason
    assert model_server.chat_requests == []


def test_asking_again_for_a_report_is_a_call_within_the_limit(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    model_server.default_reply = lambda request: "{" if "findings" in request.system else scripted(request)
    run = build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=7))
    assert (run.state, len(model_server.chat_requests)) == (BuildState.INCOMPLETE, 7)
    assert (run.calls["extract"], run.calls["report"]) == (6, 1)
