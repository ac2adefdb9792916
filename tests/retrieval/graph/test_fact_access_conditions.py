"""No way over the graph tells anything of a document that the question may not show."""

import json

import pytest
from asgiref.sync import async_to_sync

from apps.documents.models import Collection, Document, Readers
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.models import Claim, Entity, GraphIndex, Relationship, Report
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.filters import NO_FILTERS, Filters
from apps.retrieval.query.types import RetrievalResult
from apps.retrieval.search.search import search_with_setup
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer

OPEN = "Das Tiefbauamt saniert die Nordbrücke. Die Nordbrücke kostet das Tiefbauamt drei Millionen Euro."
SECRET = "Das Tiefbauamt verkauft die Nordbrücke. Die Nordbrücke bringt dem Tiefbauamt Geheimgeld vom Hafenkonzern."
QUESTION = "Was ist mit der Nordbrücke und dem Tiefbauamt?"
BY_GRAPH = ["graph-local", "graph-global", "graph-drift", "map-reduce", "basic"]
MARK = "Geheim"


@pytest.fixture
def town(db: None) -> Collection:
    """Two documents about the same things, one of them with what must not be told."""
    made = collection("town")
    values = {"document_type": "Bericht", "number": "19/1", "date": "2020-01-01", "authors": ["Meier, Eva"]}
    document([OPEN], collection=made, external_id="open.txt", title="open.txt", **values)
    document([SECRET], collection=made, external_id="secret.txt", title="secret.txt")
    run = build_collection_graph(get_or_create_graph_index(made))
    # What a model tells of several documents carries the mark anywhere, whichever pieces it refers to.
    Entity.objects.filter(build=run).update(description=f"{MARK} (description)", name=f"{MARK} (name)")
    Relationship.objects.filter(build=run).update(description=f"{MARK} (relationship)")
    for report in Report.objects.filter(build=run):
        report.title, report.summary = f"{MARK} (title)", f"{MARK} (summary)"
        for finding in report.findings:
            finding |= {"summary": f"{MARK} (finding)", "explanation": f"{MARK} (explanation)"}
        report.save()
    for unit in run.units.all():
        entity = Entity.objects.filter(mentions__unit=unit).first()
        said = f"{MARK} (claim)" if unit.document.external_id == "secret.txt" else "Die Brücke steht (claim)."
        Claim.objects.create(build=run, unit=unit, entity=entity, status="TRUE", description=said)
    return made


@pytest.fixture
def reader(openai_server: FakeOpenAIServer, db: None) -> FakeOpenAIServer:
    """Finds a point in whatever it is given, and any report relevant that it is asked to rate."""
    endpoint = Endpoint.objects.create(name="map-test", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=32_000, max_output_tokens=1_000)
    ModelOrder.objects.create(purpose=Purpose.MAP, model=model, position=1)
    point = {"description": "Die Stadt baut.", "score": 50, "references": ["1", "2", "3"]}
    ratings = [{"number": number, "rating": 5} for number in range(1, 20)]
    openai_server.default_reply = lambda request: json.dumps(
        {"points": [point]} if '"points"' in request.system else {"ratings": ratings}
    )
    return openai_server


def ask(algorithm: str, filters: Filters = NO_FILTERS) -> RetrievalResult:
    setup = load_search_setup(SearchRequest(algorithm=algorithm, filters=filters), Ledger())
    return async_to_sync(search_with_setup)(QUESTION, setup)


def told(found: RetrievalResult, server: FakeOpenAIServer) -> str:
    """All that reaches a model or a reader."""
    read = [json.dumps(request.body["messages"], ensure_ascii=False) for request in server.chat_requests]
    passages = [f"{passage.title} {passage.text}" for passage in found.passages]
    return "\n".join([found.notes, *read, *passages])


@pytest.mark.parametrize("algorithm", BY_GRAPH)
@pytest.mark.parametrize(
    "given", [{"type": "Bericht"}, {"number": "19/1"}, {"from": "2019-01-01"}, {"author": "Meier"}, {"tag": "Bau"}]
)
def test_what_a_filter_leaves_out_is_told_nowhere(
    town: Collection, reader: FakeOpenAIServer, algorithm: str, given: dict[str, str]
) -> None:
    revision = Document.objects.get(external_id="open.txt").current_revision
    assert revision is not None
    revision.tags = ["Bau"]
    revision.save()
    found = ask(algorithm, filters=Filters.from_json(given))
    assert {passage.external_id for passage in found.passages} == {"open.txt"}
    assert MARK not in told(found, reader)
    assert "secret" not in told(found, reader)


@pytest.mark.parametrize("algorithm", BY_GRAPH)
def test_a_document_moved_to_where_the_asker_may_not_read_is_told_nowhere(
    town: Collection, reader: FakeOpenAIServer, algorithm: str
) -> None:
    staff = collection("staff", readers=Readers.STAFF)
    Document.objects.filter(external_id="secret.txt").update(collection=staff)
    found = ask(algorithm)
    assert {passage.external_id for passage in found.passages} == {"open.txt"}
    assert MARK not in told(found, reader)


@pytest.mark.parametrize("algorithm", BY_GRAPH)
def test_a_collection_the_asker_may_not_read_is_told_nowhere(
    town: Collection, reader: FakeOpenAIServer, algorithm: str
) -> None:
    Collection.objects.filter(pk=town.pk).update(readers=Readers.STAFF)
    plain = collection("plain")
    document([OPEN], collection=plain, external_id="plain.txt", title="plain.txt")
    build_collection_graph(get_or_create_graph_index(plain))
    found = ask(algorithm)
    assert {passage.external_id for passage in found.passages} == {"plain.txt"}
    assert MARK not in told(found, reader)


def test_reports_chosen_from_the_root_downwards_are_held_back_alike(town: Collection, reader: FakeOpenAIServer) -> None:
    GraphIndex.objects.update(dynamic_selection=True)
    found = ask("graph-global", filters=Filters(document_types=("Bericht",)))
    assert {passage.external_id for passage in found.passages} == {"open.txt"}
    assert MARK not in told(found, reader)


def test_facts_of_the_documents_left_are_told_in_their_place(town: Collection, reader: FakeOpenAIServer) -> None:
    only = Filters(document_types=("Bericht",))
    notes = ask("graph-local", filters=only).notes
    assert "- Nordbrücke: " in notes
    assert "Nordbrücke - Tiefbauamt" in notes or "Tiefbauamt - Nordbrücke" in notes
    assert "(TRUE): Die Brücke steht (claim)." in notes
    ask("graph-global", filters=only)
    assert "saniert die Nordbrücke" in reader.chat_requests[-1].prompt


def test_without_anything_left_out_the_whole_is_told(town: Collection, reader: FakeOpenAIServer) -> None:
    assert f"{MARK} (description)" in ask("graph-local").notes
    ask("graph-global")
    assert f"{MARK} (explanation)" in reader.chat_requests[-1].prompt


def test_a_report_on_other_documents_is_told_as_it_is(town: Collection, reader: FakeOpenAIServer) -> None:
    document(
        ["Die Stadtbücherei öffnet im Kornhaus. Das Kornhaus gehört der Stadtbücherei."],
        collection=town, external_id="library.txt", document_type="Bericht",
    )  # fmt: skip
    run = build_collection_graph(get_or_create_graph_index(town))
    shown = Report.objects.filter(build=run, community__members__entity__name="Kornhaus").distinct()
    shown.update(summary="Unverändert.")
    assert "Unverändert." in told(ask("graph-global", Filters(document_types=("Bericht",))), reader)
