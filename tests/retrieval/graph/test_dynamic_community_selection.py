"""Reports chosen from the root downwards: what is irrelevant is left out with everything below it."""

import json
import re

import pytest
from asgiref.sync import async_to_sync

from apps.documents.models import Collection
from apps.graph.models import Build, BuildState, Community, GraphIndex, Method, Report
from apps.graph.querying.readable_graphs import GraphInUse
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.retrieval.graph import dynamic_community_selection
from apps.retrieval.graph.dynamic_community_selection import select_reports
from apps.retrieval.query.types import Query, SearchStep
from tests.factories import collection
from tests.fakes.openai_server import FakeOpenAIServer, Request

TREE = {
    "Verkehr": {"Brücken": {"Nordbrücke": {"Geländer": {}}, "Südbrücke": {}}, "Straßen": {}},
    "Kultur": {"Bücherei": {}},
    "Haushalt": {},
}
LEVELS = 4
LINE = re.compile(r"\[(\d+)\] ([^:]+):")


@pytest.fixture
def town(db: None) -> Collection:
    return collection("town")


@pytest.fixture
def graph(town: Collection) -> GraphInUse:
    """Communities as in TREE, without members: only their reports are looked at."""
    index = GraphIndex.objects.create(collection=town)
    build = Build.objects.create(index=index, method=Method.MODEL, state=BuildState.COMPLETE)
    grow(build, TREE, None)
    return GraphInUse(index.pk, build.pk, town.pk, (100,) * LEVELS, None, dynamic_selection=True)


def grow(build: Build, tree: dict, parent: Community | None, level: int = 0) -> None:  # type: ignore[type-arg]
    for title, parts in tree.items():
        made = Community.objects.create(
            build=build, number=Community.objects.count(), level=level, parent=parent, size=3,
            last_level=level if parts else LEVELS - 1,
        )  # fmt: skip
        Report.objects.create(
            build=build, community=made, title=title, summary=f"Alles über {title}.", method="model", tokens=10
        )
        grow(build, parts, made, level + 1)


@pytest.fixture
def rater(openai_server: FakeOpenAIServer, db: None) -> FakeOpenAIServer:
    endpoint = Endpoint.objects.create(name="rate-test", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=32_000, max_output_tokens=1_000)
    ModelOrder.objects.create(purpose=Purpose.MAP, model=model, position=1)
    return openai_server


def finds_relevant(server: FakeOpenAIServer, *titles: str) -> None:
    """These get 3, all others 0."""

    def reply(request: Request) -> str:
        shown = LINE.findall(request.prompt)
        return json.dumps({"ratings": [{"number": n, "rating": 3 if title in titles else 0} for n, title in shown]})

    server.default_reply = reply


def chosen(graph: GraphInUse) -> tuple[set[str], SearchStep]:
    query = Query("Was wird aus den Brücken?", [], 0, [graph.collection_id])
    reports, step = async_to_sync(select_reports)(graph, query, ModelAccess(Ledger()))
    return {report.title for report in reports}, step


def test_a_relevant_report_gives_way_to_its_relevant_parts(graph: GraphInUse, rater: FakeOpenAIServer) -> None:
    finds_relevant(rater, "Verkehr", "Brücken", "Südbrücke")
    titles, step = chosen(graph)
    assert titles == {"Südbrücke"}
    assert step.found == 1


def test_below_an_irrelevant_report_nothing_is_looked_at(graph: GraphInUse, rater: FakeOpenAIServer) -> None:
    finds_relevant(rater, "Verkehr", "Bücherei")
    titles, step = chosen(graph)
    assert titles == {"Verkehr"}
    assert step.detail == {"rated": 5}, "three at the root, two below the relevant one"
    assert not any("Bücherei" in request.prompt for request in rater.chat_requests)


def test_a_report_stays_when_none_of_its_parts_is_relevant(graph: GraphInUse, rater: FakeOpenAIServer) -> None:
    finds_relevant(rater, "Verkehr", "Haushalt")
    assert chosen(graph)[0] == {"Verkehr", "Haushalt"}


def test_nothing_relevant_leaves_nothing(graph: GraphInUse, rater: FakeOpenAIServer) -> None:
    finds_relevant(rater)
    titles, step = chosen(graph)
    assert (titles, step.found, len(rater.chat_requests)) == (set(), 0, 1)


def test_it_goes_no_deeper_than_two_levels_below_the_root(graph: GraphInUse, rater: FakeOpenAIServer) -> None:
    finds_relevant(rater, "Verkehr", "Brücken", "Nordbrücke", "Geländer")
    assert chosen(graph)[0] == {"Nordbrücke"}
    assert len(rater.chat_requests) == 3


def test_what_a_reply_leaves_out_is_read(graph: GraphInUse, rater: FakeOpenAIServer) -> None:
    rater.default_reply = json.dumps({"ratings": [{"number": 1, "rating": "0"}, {"number": 99, "rating": 5}]})
    assert chosen(graph)[0] == {"Kultur", "Haushalt"}


def test_many_reports_are_rated_side_by_side(
    graph: GraphInUse, rater: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamic_community_selection, "RATED_TOGETHER", 2)
    finds_relevant(rater, "Haushalt")
    titles, step = chosen(graph)
    assert (titles, step.detail, len(rater.chat_requests)) == ({"Haushalt"}, {"rated": 3}, 2)
