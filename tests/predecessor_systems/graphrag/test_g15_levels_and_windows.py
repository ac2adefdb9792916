"""G15, G14: levels C0 to C3 and windows of 8k to 64k are conditions of a profile, so that one run compares them."""

import json

import pytest
from asgiref.sync import async_to_sync

from apps.documents.models import Collection
from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
from apps.evaluation.planning.question_files import RankedQuestion
from apps.graph.models import Build, Community, CommunityMember, Entity, GraphIndex, Report
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import SearchResult
from tests.fakes.openai_server import FakeOpenAIServer
from tests.town import town_with_graph

pytestmark = pytest.mark.django_db
QUESTION = "Welche Themen kommen immer wieder vor?"
TOKENS_OF_A_REPORT = 900


@pytest.fixture
def town(db: None) -> Collection:
    """A graph of four levels: one report on the root, two below it, then four, then thirty-two."""
    made = town_with_graph()
    build = Build.objects.get(pk=GraphIndex.objects.get(collection=made).current_id)
    Community.objects.filter(build=build).delete()
    levels = [reports_on(build, level, number) for level, number in enumerate((1, 2, 4, 32))]
    build.levels = [{"level": level, "report_tokens": tokens} for level, tokens in enumerate(levels)]
    build.save(update_fields=["levels"])
    return made


def reports_on(build: Build, level: int, wanted: int) -> int:
    entity = Entity.objects.filter(build=build).order_by("pk")[0]
    units = list(entity.mentions.values_list("unit", flat=True))
    for number in range(wanted):
        community = Community.objects.create(
            build=build, level=level, last_level=level, number=100 * level + number, size=1
        )
        CommunityMember.objects.create(community=community, entity=entity)
        Report.objects.create(
            build=build, community=community, title=f"Bericht {level}.{number}", summary="", rating=5,
            findings=[{"summary": "Fund", "explanation": "Es wird gebaut.", "units": units}], tokens=TOKENS_OF_A_REPORT,
        )  # fmt: skip
    return wanted * TOKENS_OF_A_REPORT


@pytest.fixture
def reader(openai_server: FakeOpenAIServer, db: None) -> FakeOpenAIServer:
    endpoint = Endpoint.objects.create(name="map-test", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=128_000, max_output_tokens=1_000)
    ModelOrder.objects.create(purpose=Purpose.MAP, model=model, position=1)
    point = {"description": "Es wird gebaut.", "score": 50, "references": ["1.1"]}
    openai_server.default_reply = json.dumps({"points": [point]})
    return openai_server


def condition(slug: str, level: int | None, tokens: int = 8_000, algorithm: str = "graph-global") -> Profile:
    made = shipped_profile(algorithm)
    made.slug, made.graph_level, made.graph_tokens = slug, level, tokens
    made.full_clean()
    made.save()
    return made


def ask(profile: Profile) -> SearchResult:
    return async_to_sync(search)(QUESTION, SearchRequest(profile=profile), ledger=Ledger())


def detail(found: SearchResult, name: str) -> dict[str, object]:
    return next(step.detail for step in found.steps if step.name == name)


@pytest.mark.parametrize(("level", "reports"), [(0, 1), (1, 2), (2, 4), (3, 32), (7, 32)])
def test_a_profile_reads_its_level(town: Collection, reader: FakeOpenAIServer, level: int, reports: int) -> None:
    found = ask(condition("c", level))
    read = "".join(request.prompt for request in reader.chat_requests)
    assert sum(f"Bericht {min(level, 3)}.{number}" in read for number in range(reports)) == reports
    assert detail(found, "reports")["levels"] == [min(level, 3)]


def test_the_level_of_the_profile_goes_before_what_is_set_for_the_graph(
    town: Collection, reader: FakeOpenAIServer
) -> None:
    GraphIndex.objects.update(search_level=1, dynamic_selection=True)
    assert detail(ask(condition("c", 2)), "reports")["levels"] == [2]


def test_without_a_level_the_graphs_own_counts(town: Collection, reader: FakeOpenAIServer) -> None:
    GraphIndex.objects.update(search_level=1)
    assert detail(ask(condition("c", None)), "reports")["levels"] == [1]


def test_a_larger_window_reads_the_same_reports_with_fewer_calls(town: Collection, reader: FakeOpenAIServer) -> None:
    calls = {}
    for tokens in (8_000, 16_000, 32_000, 64_000):
        found = ask(condition(f"w{tokens}", 3, tokens))
        calls[tokens] = detail(found, "map")["batches"]
        assert detail(found, "reports")["report_tokens"] == 32 * TOKENS_OF_A_REPORT
    assert calls == {8_000: 4, 16_000: 2, 32_000: 1, 64_000: 1}


def test_no_more_is_read_at_once_than_the_model_can(town: Collection, reader: FakeOpenAIServer) -> None:
    ChatModel.objects.filter(name="fake").update(context_window=16_000)
    found = ask(condition("w", 3, 64_000))
    assert (detail(found, "reports")["tokens_at_once"], detail(found, "map")["batches"]) == (12_000, 3)


@pytest.mark.parametrize("algorithm", ["graph-drift", "map-reduce"])
def test_the_window_holds_for_the_others_that_read_reports_or_everything(
    town: Collection, reader: FakeOpenAIServer, algorithm: str
) -> None:
    assert ask(condition("w", None, 2_000, algorithm)).passages
    assert max(len(request.prompt) for request in reader.chat_requests) < 2_000 * 5


@pytest.mark.django_db(transaction=True)
def test_one_run_compares_levels_and_windows(town: Collection) -> None:
    conditions = [condition(f"c{level}", level) for level in range(4)]
    conditions += [condition(f"w{tokens}", 3, tokens) for tokens in (16_000, 32_000, 64_000)]
    asked = [RankedQuestion("Was wird gebaut?", ("library.txt",))]
    measured = measure_hit_rates(asked, profiles=conditions, collections=[town.slug])
    assert list(measured.algorithms) == ["c0", "c1", "c2", "c3", "w16000", "w32000", "w64000"]
    assert {figures["hit_rate"]["3"] for figures in measured.algorithms.values()} == {1.0}
