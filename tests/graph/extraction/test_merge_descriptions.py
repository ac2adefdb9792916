"""Several descriptions of one thing become one: by a model where they are long together, side by side where not."""

import pytest

from apps.documents.models import Collection
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.models import BuildState, Entity, GraphIndex, Relationship
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.graph.conftest import BY_MODEL, scripted

LONG = "Das Tiefbauamt saniert die Nordbrücke, die im Jahr 1932 gebaut wurde und seit langem als marode gilt. " * 5


@pytest.fixture
def pages(db: None) -> Collection:
    made = collection("pages", language="de")
    for number in range(2):
        document([f"Das Tiefbauamt saniert die Nordbrücke. Bericht {number}."], collection=made)
    return made


def index_whose_texts_say(pages: Collection, server: FakeOpenAIServer, *said: str) -> GraphIndex:
    """Each text describes the Tiefbauamt and its relationship with the Nordbrücke in these words."""

    def reply(request: Request) -> str:
        if "entity" not in request.system:
            return scripted(request)
        if "YES" in request.prompt:
            return "NO"
        text = said["Bericht 1" in request.prompt]
        return (
            f'("entity"<|>Tiefbauamt<|>Amt<|>{text})\n##\n("entity"<|>Nordbrücke<|>Bauwerk<|>Eine Brücke.)\n##\n'
            f'("relationship"<|>Tiefbauamt<|>Nordbrücke<|>{text}<|>8)<|COMPLETE|>'
        )

    server.default_reply = reply
    return get_or_create_graph_index(pages)


def joining(server: FakeOpenAIServer) -> list[Request]:
    return [request for request in server.chat_requests if "- Das Tiefbauamt" in request.prompt]


def test_long_descriptions_are_joined_by_one_call_for_each_thing(
    pages: Collection, model_server: FakeOpenAIServer
) -> None:
    run = build_collection_graph(index_whose_texts_say(pages, model_server, LONG + "Einst.", LONG + "Heute."), BY_MODEL)
    assert run.calls["summarise"] == len(joining(model_server)) == 2
    assert all("Einst." in request.prompt and "Heute." in request.prompt for request in joining(model_server))
    assert Entity.objects.get(name="Tiefbauamt").description == "Zusammengefasst."
    assert Relationship.objects.get().description == "Zusammengefasst."
    assert Entity.objects.get(name="Nordbrücke").description == "Eine Brücke."


def test_short_ones_stand_side_by_side_without_a_call(pages: Collection, model_server: FakeOpenAIServer) -> None:
    run = build_collection_graph(index_whose_texts_say(pages, model_server, "Es saniert.", "Es plant."), BY_MODEL)
    assert "summarise" not in run.calls
    assert Entity.objects.get(name="Tiefbauamt").description == "Es saniert. Es plant."


def test_one_description_is_left_as_it_is_however_long(pages: Collection, model_server: FakeOpenAIServer) -> None:
    run = build_collection_graph(index_whose_texts_say(pages, model_server, LONG * 2, LONG * 2), BY_MODEL)
    assert "summarise" not in run.calls


def test_what_cannot_be_joined_stays_as_its_parts(pages: Collection, model_server: FakeOpenAIServer) -> None:
    index = index_whose_texts_say(pages, model_server, LONG + "Einst.", LONG + "Heute.")
    for _ in range(4):
        model_server.reply(model_server.default_reply)
    model_server.fault("400", message="content_filter", times=2)
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert {problem["reason"] for problem in run.problems} == {"content_filter"}
    assert Entity.objects.get(name="Tiefbauamt").description.endswith("Heute.")
