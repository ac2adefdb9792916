import json
from typing import Any

import pytest
from django.utils import translation

from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.graph_status import get_or_create_graph_index, graph_status
from apps.graph.models import (
    BuildState,
    Entity,
    GraphIndex,
    Mention,
    MergeSuggestion,
    Method,
    RelationFact,
    Report,
    ReportMethod,
)
from apps.graph.storage import switch_to_finished_build
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.graph.conftest import BY_MODEL, scripted
from tests.graph.stored_graph import covered_once, names


def test_without_a_model_the_graph_is_made_of_noun_phrases(index: GraphIndex) -> None:
    run = build_collection_graph(index)
    assert run.state == BuildState.COMPLETE
    assert run.method == Method.NOUN_PHRASES
    assert {"Nordbrücke", "Kornhaus", "Stadtrat"} <= names()
    assert covered_once(run)
    assert set(run.calls) <= {"embed"}


def test_every_fact_stands_on_a_page_and_says_what_the_page_says(index: GraphIndex) -> None:
    build_collection_graph(index)
    for mention in Mention.objects.select_related("unit__page"):
        assert mention.description in mention.unit.page.text
    for fact in RelationFact.objects.select_related("unit__page"):
        assert fact.description in fact.unit.page.text


def test_two_builds_of_the_same_documents_have_the_same_communities_and_reports(index: GraphIndex) -> None:
    first = build_collection_graph(index, BuildOptions(rebuild_communities=True))
    told = list(Report.objects.order_by("community__number").values_list("title", "summary"))
    second = build_collection_graph(index, BuildOptions(rebuild_communities=True))
    assert first.fingerprint == second.fingerprint
    assert told == list(Report.objects.order_by("community__number").values_list("title", "summary"))


def test_only_the_build_in_use_has_rows(index: GraphIndex) -> None:
    build_collection_graph(index)
    second = build_collection_graph(index)
    assert set(Entity.objects.values_list("build", flat=True)) == {second.pk}
    assert GraphIndex.objects.get().current == second


def test_a_collection_without_documents_gives_an_empty_graph(db: None) -> None:
    run = build_collection_graph(get_or_create_graph_index(collection("empty")))
    assert (run.state, run.entities, run.levels) == (BuildState.COMPLETE, 0, [])


def test_a_text_without_entities_is_covered_all_the_same(db: None) -> None:
    made = collection("plain")
    document(["und oder aber nicht."], collection=made)
    assert build_collection_graph(get_or_create_graph_index(made)).documents == 1
    assert graph_status(made)["state"] == "complete"


def test_a_model_extracts_and_reports(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert run.calls["extract"] == 6
    assert {"Nordbrücke", "Kornhaus"} <= names()
    report = Report.objects.filter(method=ReportMethod.MODEL).order_by("pk")[0]
    assert report.title.startswith("Bericht über")
    assert report.rating == 7.0
    assert report.findings[0]["units"]


def test_people_and_imports_get_the_places_at_the_model_server_before_a_build_does(
    index: GraphIndex, model_server: FakeOpenAIServer, ranks_of_calls: list[int]
) -> None:
    build_collection_graph(index, BY_MODEL)
    assert set(ranks_of_calls) == {LAST_RANK}


def test_names_that_people_joined_are_one_entity_in_the_next_build(index: GraphIndex) -> None:
    build_collection_graph(index)
    first, second = Entity.objects.get(name="Nordbrücke"), Entity.objects.get(name="Kornhaus")
    MergeSuggestion.objects.create(
        index=index, key=first.key, other_key=second.key, name=first.name, other_name=second.name,
        reason="spelling", state="accepted",
    )  # fmt: skip
    build_collection_graph(index, BuildOptions(rebuild_communities=True))
    assert second.key not in set(Entity.objects.values_list("key", flat=True))
    assert Entity.objects.get(key=first.key).mention_count >= 4


def test_signs_that_the_database_does_not_take_are_no_reason_to_pay_again(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    def reply(request: Request) -> str:
        if "findings" in request.system:
            return json.dumps(json.loads(scripted(request)) | {"title": "Brücke\0 und \ud800"})
        return scripted(request).replace("steht im Text", "steht\0 im Text")

    model_server.default_reply = reply
    assert build_collection_graph(index, BY_MODEL).state == BuildState.COMPLETE
    assert Report.objects.filter(title="Brücke und ?").exists()


def test_a_name_that_folding_makes_longer_than_its_column_is_stored(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    name, kind = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 299, "Behörde" * 20
    long = f'("entity"<|>{name}<|>{kind}<|>Ein langer Name.)<|COMPLETE|>'
    model_server.default_reply = lambda request: long if "entity" in request.system else scripted(request)
    assert build_collection_graph(index, BY_MODEL).state == BuildState.COMPLETE
    assert len(Entity.objects.get().key) <= 400


def test_what_a_build_cannot_deal_with_is_told_once_though_it_begins_again(
    index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = switch_to_finished_build.store_graph
    times: list[int] = []

    def changed_once(*arguments: Any) -> None:
        times.append(1)
        if len(times) == 1:
            raise switch_to_finished_build.DocumentsChanged
        usual(*arguments)

    monkeypatch.setattr(switch_to_finished_build, "store_graph", changed_once)
    model_server.default_reply = lambda request: "kein JSON" if "findings" in request.system else scripted(request)
    run = build_collection_graph(index, BY_MODEL)
    assert (run.state, len(times)) == (BuildState.COMPLETE, 2)
    told = [problem["what"] for problem in run.problems]
    assert told
    assert len(told) == len(set(told))


def test_a_build_under_which_documents_keep_changing_ends_with_a_sentence(
    index: GraphIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed_meanwhile(*_arguments: object) -> None:
        raise switch_to_finished_build.DocumentsChanged

    monkeypatch.setattr(switch_to_finished_build, "store_graph", changed_meanwhile)
    with translation.override("en"):
        run = build_collection_graph(index)
    assert run.state == BuildState.INCOMPLETE
    assert run.reason == "The documents keep changing; build again when the import has ended."
