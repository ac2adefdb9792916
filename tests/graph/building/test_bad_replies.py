import pytest

from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import graph_status
from apps.graph.models import BuildState, GraphIndex, Report, ReportMethod
from tests.fakes.openai_server import FakeOpenAIServer
from tests.graph.conftest import BY_MODEL, scripted
from tests.graph.stored_graph import names


def test_failed_calls_are_made_up_for(
    index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("429", "500", "429"):
        model_server.fault(kind, retry_after=0)
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert {"Nordbrücke", "Kornhaus"} <= names()


def test_a_server_that_is_down_leaves_a_clear_state(
    index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.graph.model_calls.model_client.PAUSES", ())
    model_server.fault("401", times=1000)
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.INCOMPLETE
    assert "refuses the key" in run.reason or "Schlüssel" in run.reason
    assert graph_status(index.collection)["state"] == "incomplete"


def test_a_text_the_filter_withholds_is_named_and_the_rest_is_built(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    model_server.fault("400", message="content_filter")
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert [problem["reason"] for problem in run.problems] == ["content_filter"]


def test_an_unreadable_reply_is_asked_for_once_more(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    index.gleanings = 0
    model_server.reply('("entity", "Amt", "falsche Zeichen")')
    build_collection_graph(index, BY_MODEL)
    repairs = [request for request in model_server.chat_requests if "lässt sich nicht lesen" in request.prompt]
    assert len(repairs) == 1


def test_a_report_that_is_no_json_is_replaced_by_sentences(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    usual = model_server.default_reply

    def spoiled(request: object) -> str:
        return "kein JSON" if "findings" in request.system else usual(request)  # type: ignore[attr-defined, operator]

    model_server.default_reply = spoiled
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert not Report.objects.filter(method=ReportMethod.MODEL).exists()
    assert {problem["reason"] for problem in run.problems} == {"garbage"}


@pytest.mark.parametrize(
    "reply",
    [
        '{"entities": [{"name": "Tiefbauamt", "type": "Amt"}]}',
        '("Entität"<|>Tiefbauamt<|>Amt<|>Es saniert.)<|COMPLETE|>',
        '["entity"<|>Tiefbauamt<|>Amt<|>Es saniert.]',
        "- **Tiefbauamt** (Amt): Es saniert.",
    ],
    ids=["json", "translated", "brackets", "list"],
)
def test_a_reply_in_another_form_is_asked_for_once_more_and_then_named(
    index: GraphIndex, model_server: FakeOpenAIServer, reply: str
) -> None:
    index.gleanings = 0
    model_server.default_reply = lambda request: reply if "entity" in request.system else scripted(request)
    run = build_collection_graph(index, BY_MODEL)
    repairs = [request for request in model_server.chat_requests if "lässt sich nicht lesen" in request.prompt]
    assert len(repairs) == 3
    assert [problem["reason"] for problem in run.problems] == ["garbage"] * 3
