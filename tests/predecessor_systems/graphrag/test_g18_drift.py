"""G18: DRIFT search: reports first, then rounds of local searches for follow-up questions, one answer: 67 calls.

The figures are those of GraphRAG's software: one made-up report, five folds of up to 20 reports, three rounds of up to
20 local searches, one answer.
"""

import json
from itertools import count

import pytest
from asgiref.sync import async_to_sync

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.models import Collection
from apps.graph.models import Community, CommunityMember, Entity, GraphIndex, Report
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import SearchResult
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.town import town_with_graph

pytestmark = pytest.mark.django_db
QUESTION = "Was hat die Stadt mit der Nordbrücke vor?"


@pytest.fixture
def town(db: None) -> Collection:
    return town_with_graph()


@pytest.fixture
def reader(openai_server: FakeOpenAIServer, db: None) -> FakeOpenAIServer:
    endpoint = Endpoint.objects.create(name="drift", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=32_000, max_output_tokens=1_000)
    ModelOrder.objects.create(purpose=Purpose.MAP, model=model, position=1)
    return openai_server


def ask(algorithm: str = "graph-drift") -> SearchResult:
    return async_to_sync(search)(QUESTION, SearchRequest(algorithm=algorithm), ledger=Ledger())


def is_reading(request: Request) -> bool:
    return '"follow_ups"' in request.system


def reply(points: list[tuple[str, int]], follow_ups: list[str]) -> str:
    told = [{"description": text, "score": score, "references": ["1.1"]} for text, score in points]
    return json.dumps({"points": told, "follow_ups": follow_ups})


def step(found: SearchResult, name: str) -> list[tuple[int, dict[str, object]]]:
    return [(each.found, each.detail) for each in found.steps if each.name == name]


def test_reports_are_read_first_then_pages_for_each_follow_up(town: Collection, reader: FakeOpenAIServer) -> None:
    asked = iter(["Wem gehört das Kornhaus?"])

    def write(request: Request) -> str:
        if not is_reading(request):
            return "Das Tiefbauamt saniert die Nordbrücke."
        return reply([("Die Nordbrücke wird saniert.", 80)], list(asked))

    reader.default_reply = write
    found = ask()
    hypothesis, primer, *rounds = reader.chat_requests
    assert not is_reading(hypothesis)
    assert is_reading(primer)
    assert "Seite 1" not in primer.prompt, "reports are no pages"
    assert all("Seite 1" in request.prompt for request in rounds), "pages, with their titles"
    assert QUESTION in rounds[0].prompt
    assert "Wem gehört das Kornhaus?" in "".join(request.prompt for request in rounds)
    assert found.passages
    assert all(passage.page is not None for passage in found.passages)


def test_a_made_up_report_leads_to_the_reports_that_are_near_to_it(town: Collection, reader: FakeOpenAIServer) -> None:
    reader.default_reply = lambda request: reply([], []) if is_reading(request) else "Die Stadtbücherei im Kornhaus."
    ask()
    primer = next(request for request in reader.chat_requests if is_reading(request))
    first = primer.prompt.partition("[1]")[2].partition("[2]")[0]
    assert "Kornhaus" in first or "Stadtbücherei" in first


def many_communities(town: Collection, wanted: int) -> None:
    """So many reports that all folds are filled."""
    build_id = GraphIndex.objects.get(collection=town).current_id
    entities = list(Entity.objects.filter(build=build_id))
    for number in range(wanted):
        made = Community.objects.create(build_id=build_id, level=0, last_level=9, number=900 + number, size=1)
        CommunityMember.objects.create(community=made, entity=entities[number % len(entities)])
        units = list(entities[0].mentions.values_list("unit", flat=True))
        findings = [{"summary": f"Fund {number}", "explanation": "Es wird gebaut.", "units": units}]
        Report.objects.create(
            build_id=build_id, community=made, title=f"Bericht {number}", summary="", rating=5, findings=findings,
            tokens=20,
        )  # fmt: skip


def test_however_much_is_asked_there_are_67_calls_at_most(town: Collection, reader: FakeOpenAIServer) -> None:
    many_communities(town, 30)
    number = count()

    def write(request: Request) -> str:
        if not is_reading(request):
            return "Die Nordbrücke wird saniert."
        return reply([("Es wird gebaut.", 70)], [f"Was geschieht im Jahr {next(number)}?" for _ in range(9)])

    reader.default_reply = write
    found = ask()
    [(reports, primer)] = step(found, "primer")
    assert (reports, primer) == (20, {"batches": 5, "lost": 0})
    assert [found for found, _detail in step(found, "follow_ups")] == [20, 20, 20]
    assert len(reader.chat_requests) == 66, "the answer is the last one"


def test_no_question_is_followed_twice(town: Collection, reader: FakeOpenAIServer) -> None:
    again = ["Was kostet die Nordbrücke?", "was kostet die nordbrücke", QUESTION]
    reader.default_reply = lambda request: (
        reply([("Es wird gebaut.", 70)], again) if is_reading(request) else "Die Nordbrücke."
    )
    found = ask()
    assert sum(read for read, _detail in step(found, "follow_ups")) == 2


def test_questions_of_what_contributes_more_come_first(
    town: Collection, reader: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_communities(town, 20)
    monkeypatch.setattr("apps.retrieval.algorithms.graph_drift.FOLLOW_UPS", 2)
    monkeypatch.setattr("apps.retrieval.algorithms.graph_drift.ROUNDS", 1)
    scores = iter([10, 90, 20, 30, 40])

    def write(request: Request) -> str:
        if not is_reading(request):
            return "Die Nordbrücke."
        score = next(scores, 5)
        return reply([("Es wird gebaut.", score)], [f"Was bringt Punkt {score}?"])

    reader.default_reply = write
    ask()
    local = [request.prompt for request in reader.chat_requests[-2:]]
    assert all(QUESTION in prompt for prompt in local)
    assert sum("Punkt 90?" in prompt for prompt in local) == 1


def test_what_fails_on_the_way_is_counted_and_the_rest_is_used(town: Collection, reader: FakeOpenAIServer) -> None:
    follow_ups = ["Wem gehört das Kornhaus?", "Was kostet die Nordbrücke?"]
    reader.reply("Die Nordbrücke.", reply([("Es wird gebaut.", 70)], follow_ups))
    reader.fault("400", message="context_length")
    reader.default_reply = reply([("Es wird saniert.", 60)], [])
    found = ask()
    assert step(found, "follow_ups") == [(2, {"batches": 3, "lost": 1})]
    assert found.passages


def test_without_a_language_model_the_built_in_one_reads_reports_and_pages(town: Collection) -> None:
    found = ask()
    assert "bridge.txt" in {passage.external_id for passage in found.passages}
    assert len(step(found, "follow_ups")) == 1


def test_the_answer_is_cited_and_proved_as_any_other(town: Collection) -> None:
    async def last() -> object:
        found = None
        async for event in stream_turn_events(AskedQuestion(QUESTION, algorithm="graph-drift")):
            found = event
        return found

    done = async_to_sync(last)()
    assert isinstance(done, TurnDone)
    assert (done.algorithm, done.prompt_version) == ("graph-drift", "graph-reduce/1")
    assert done.citations
    assert all(citation.verified and citation.page == 1 for citation in done.citations)


def test_what_is_late_begins_no_further_round(
    town: Collection, reader: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.retrieval.algorithms.graph_drift.TIME_SHARE", 0.0)
    reader.default_reply = lambda request: reply([("Es wird gebaut.", 70)], ["Was kostet es?"])
    assert step(ask(), "follow_ups") == []
