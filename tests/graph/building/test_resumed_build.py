import json
import time
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import translation

from apps.documents.models import Collection
from apps.graph.building import build_steps
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.graph_status import graph_status
from apps.graph.model_calls.model_client import BuildModelClient
from apps.graph.model_calls.reply_cache import CachedReply
from apps.graph.models import BuildState, Entity, GraphIndex, Method
from tests.factories import document
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.graph.conftest import BY_MODEL

CONCURRENCY = 4
"""Of the endpoint behind `model_server`."""


class Killed(DatabaseError):  # noqa: N818 - what happens, no error of ours
    """From this moment on nothing is stored any more."""


def whole(requests: Sequence[Request]) -> set[str]:
    """What was asked, without requests whose connection was cut before their body had come."""
    return {json.dumps(request.body["messages"]) for request in requests if request.body}


def test_what_is_answered_is_never_asked_again(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    build_collection_graph(index, BY_MODEL)
    model_server.requests.clear()
    run = build_collection_graph(index, BY_MODEL)
    assert model_server.requests == []
    assert run.state == BuildState.COMPLETE


def test_a_build_stops_before_its_limit_and_goes_on_without_paying_twice(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    with translation.override("en"):
        stopped = build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=4))
    assert stopped.state == BuildState.INCOMPLETE
    assert "4 calls" in stopped.reason
    assert len(model_server.chat_requests) == 4
    assert graph_status(index.collection)["state"] == "incomplete"
    assert not Entity.objects.exists()
    asked = {json.dumps(request.body["messages"]) for request in model_server.chat_requests}
    done = build_collection_graph(index, BY_MODEL)
    assert done.pk == stopped.pk
    assert done.state == BuildState.COMPLETE
    again = [request for request in model_server.chat_requests[4:] if json.dumps(request.body["messages"]) in asked]
    assert again == []
    assert done.calls["extract"] == 6


def test_a_killed_build_repeats_no_call_but_those_under_way(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commits are slow here: a call that began before the one before it was kept would be lost with it."""
    for letter in "abcdefghijkl":
        document([f"Das Hafenamt{letter} prüft die Lagerhalle{letter}."], collection=town)
    kept = BuildModelClient._store

    def dies(client: BuildModelClient, done: Sequence[CachedReply]) -> None:
        if len(model_server.chat_requests) > CONCURRENCY:
            raise Killed
        time.sleep(0.2)
        kept(client, done)

    with monkeypatch.context() as patch:
        patch.setattr(BuildModelClient, "_store", dies)
        with pytest.raises(Killed):
            build_collection_graph(index, BY_MODEL)
    before = list(model_server.chat_requests)
    assert build_collection_graph(index, BY_MODEL).state == BuildState.COMPLETE
    after = model_server.chat_requests[len(before) :]
    repeated = whole(before) & whole(after)
    assert 1 <= len(repeated) <= CONCURRENCY < len(whole(before))


def test_a_build_that_ends_behind_its_switch_is_complete(
    index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The costs could not be written any more: the graph is in use all the same, and the next build is another one."""
    stored = build_steps.switch_to_finished_build.store_graph

    def stored_and_cut_off(*given: Any) -> None:
        stored(*given)
        monkeypatch.setattr(BuildModelClient, "save_costs", away)

    def away(client: BuildModelClient) -> None:
        raise DatabaseError("the server is restarting")

    with monkeypatch.context() as once:
        once.setattr(build_steps.switch_to_finished_build, "store_graph", stored_and_cut_off)
        with pytest.raises(DatabaseError):
            build_collection_graph(index, BY_MODEL)
    monkeypatch.undo()
    index.refresh_from_db()
    assert index.current is not None
    assert index.current.state == BuildState.COMPLETE
    assert build_collection_graph(index, BY_MODEL).state == BuildState.COMPLETE
