"""G11: what a model could not be brought to write is asked again, and is told; nothing is replaced by it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from apps.documents.models import Collection
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.models import Build, BuildState, Entity, GraphIndex, Method, Reply
from tests.factories import document
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.graph.conftest import BY_MODEL, scripted

UNREADABLE = "Gerne! Hier ist eine Übersicht über die wichtigsten Akteure."


def unreadable(request: Request) -> str:
    return UNREADABLE if "entity" in request.system else scripted(request)


def test_a_build_of_unreadable_replies_is_incomplete_and_says_so(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    model_server.default_reply = unreadable
    with translation.override("en"):
        run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.INCOMPLETE
    assert "3 of 3" in run.reason
    assert [problem["reason"] for problem in run.problems] == ["garbage"] * 3
    assert not Entity.objects.exists()


def test_the_command_ends_with_status_1(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    model_server.default_reply = unreadable
    with pytest.raises(CommandError) as error:
        call_command("graph", "build", "--collection", "town", "--method", "model", stdout=StringIO(), verbosity=0)
    assert error.value.returncode == 1


def test_a_good_graph_stays_when_later_replies_cannot_be_read(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    good = build_collection_graph(index, BY_MODEL)
    before = set(Entity.objects.values_list("name", flat=True))
    model_server.default_reply = unreadable
    for number in range(3):
        document([f"Der Bauhof streut die Marktstraße im Winter zuerst, Folge {number}."], collection=town)
    run = build_collection_graph(index, BY_MODEL)
    index.refresh_from_db()
    assert run.state == BuildState.INCOMPLETE
    assert index.current == good
    assert set(Entity.objects.values_list("name", flat=True)) == before


@pytest.mark.parametrize("rebuild", [False, True])
def test_pieces_without_a_readable_reply_are_asked_again(
    index: GraphIndex, model_server: FakeOpenAIServer, rebuild: bool
) -> None:
    model_server.default_reply = unreadable
    build_collection_graph(index, BY_MODEL)
    model_server.default_reply = scripted
    run = build_collection_graph(index, BuildOptions(method=Method.MODEL, rebuild_communities=rebuild))
    assert run.state == BuildState.COMPLETE
    assert run.problems == []
    assert Entity.objects.filter(name="Nordbrücke").exists()


def test_an_unreadable_reply_that_was_kept_by_an_earlier_version_is_asked_again(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    build_collection_graph(index, BY_MODEL)
    Reply.objects.filter(purpose="extract").update(data=UNREADABLE)
    assert build_collection_graph(index, BY_MODEL).state == BuildState.COMPLETE
    assert not Reply.objects.filter(data=UNREADABLE).exists()


def test_one_odd_page_among_many_stops_nothing_and_is_named(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    index.gleanings = 0

    def odd(request: Request) -> str:
        return UNREADABLE if "Kornhaus gehört" in request.body["messages"][1]["content"] else scripted(request)

    model_server.default_reply = odd
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert [problem["reason"] for problem in Build.objects.get(pk=run.pk).problems] == ["garbage"]
