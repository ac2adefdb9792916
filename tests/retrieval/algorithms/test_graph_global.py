import json

import pytest
from asgiref.sync import async_to_sync

from apps.documents.models import Collection
from apps.graph.models import GraphIndex
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.retrieval.models import Profile
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import SearchResult
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer
from tests.town import TEXTS, town_with_graph

QUESTION = "Welche Themen kommen immer wieder vor?"


@pytest.fixture
def town(db: None) -> Collection:
    return town_with_graph()


@pytest.fixture
def reader(openai_server: FakeOpenAIServer, db: None) -> FakeOpenAIServer:
    """A model that reads for `map`."""
    endpoint = Endpoint.objects.create(name="map-test", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=32_000, max_output_tokens=1_000)
    ModelOrder.objects.create(purpose=Purpose.MAP, model=model, position=1)
    return openai_server


def ask(algorithm: str = "graph-global", question: str = QUESTION) -> SearchResult:
    return async_to_sync(search)(question, SearchRequest(algorithm=algorithm), ledger=Ledger())


def points(*found: tuple[str, object, list[str]]) -> str:
    return json.dumps(
        {"points": [{"description": text, "score": score, "references": named} for text, score, named in found]}
    )


def test_points_lead_to_excerpts_of_pages(town: Collection, reader: FakeOpenAIServer) -> None:
    reader.default_reply = points(("Die Nordbrücke wird saniert.", "85.5", ["1.1"]), ("Nichts", 0, ["1.1"]))
    found = ask()
    assert found.passages
    assert all(passage.page is not None for passage in found.passages)
    step = next(step for step in found.steps if step.name == "map")
    assert (step.found, step.detail) == (1, {"batches": 1, "lost": 0})


def test_when_nothing_contributes_nothing_is_found(town: Collection, reader: FakeOpenAIServer) -> None:
    reader.default_reply = points(("Nichts davon", 0, ["1.1"]))
    found = ask()
    assert found.passages == []
    assert found.steps[-1].detail["reason"] == "no_points"


def test_a_lost_batch_is_counted_and_the_others_are_used(town: Collection, reader: FakeOpenAIServer) -> None:
    Profile.objects.filter(algorithm="graph-global").update(graph_tokens=450)
    reader.default_reply = points(("Die Stadt baut.", 50, ["1.1"]))
    reader.fault("400", message="context_length")
    found = ask()
    step = next(step for step in found.steps if step.name == "map")
    assert step.detail["lost"] == 1
    assert step.detail["batches"] > 1
    assert found.passages


@pytest.mark.parametrize("algorithm", ["graph-global", "map-reduce"])
def test_batches_that_another_model_read_are_counted(
    town: Collection, reader: FakeOpenAIServer, algorithm: str
) -> None:
    """Unreadable twice, a batch is read by the built-in model: the answer is another one, and looks the same."""
    ModelOrder.objects.create(purpose=Purpose.MAP, model=ChatModel.objects.get(endpoint=None), position=2)
    reader.default_reply = "kein JSON"
    step = next(step for step in ask(algorithm).steps if step.name == "map")
    assert step.detail == {"batches": 1, "lost": 0, "stood_in": 1}
    reader.default_reply = points(("Die Stadt baut.", 50, ["1.1"]))
    step = next(step for step in ask(algorithm).steps if step.name == "map")
    assert step.detail == {"batches": 1, "lost": 0}


def test_without_a_model_the_built_in_one_reads(town: Collection) -> None:
    found = ask()
    assert {passage.external_id for passage in found.passages} == set(TEXTS)


@pytest.mark.parametrize("algorithm", ["graph-global", "graph-drift"])
def test_without_a_graph_it_says_so(db: None, algorithm: str) -> None:
    document(["Die Nordbrücke wird saniert."], collection=collection("plain"))
    assert ask(algorithm).steps[-1].detail["reason"] == "no_graph"


def test_reports_can_be_chosen_from_the_root_downwards(town: Collection, reader: FakeOpenAIServer) -> None:
    GraphIndex.objects.update(dynamic_selection=True)
    reader.reply("kein JSON", "immer noch keins")
    reader.default_reply = points(("Die Stadt baut.", 50, ["1.1"]))
    found = ask()
    selection = next(step for step in found.steps if step.name == "selection")
    assert selection.found >= 1, "what cannot be rated is read"
    assert found.passages


def test_every_page_can_be_read_instead(town: Collection, reader: FakeOpenAIServer) -> None:
    reader.default_reply = points(("Die Nordbrücke wird saniert.", 90, ["1"]))
    found = ask("map-reduce")
    assert found.steps[-1].name == "pages"
    assert found.passages
    assert "Nordbrücke" in reader.chat_requests[0].prompt
    assert "Kornhaus" in reader.chat_requests[0].prompt


def test_basic_gives_the_nearest_pieces_whatever_document_they_are_from(town: Collection) -> None:
    found = ask("basic", "Die Nordbrücke kostet das Tiefbauamt drei Millionen Euro")
    assert found.passages[0].external_id == "bridge.txt"
