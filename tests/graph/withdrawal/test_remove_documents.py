import json
from collections.abc import Sequence

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Group
from django.db.models import Q
from django_q.models import OrmQ

from apps.documents.lifecycle.restrict_document_access import set_readers
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.graph_status import graph_status
from apps.graph.model_calls.build_stopped_errors import BuildStopped
from apps.graph.model_calls.model_client import BuildModelClient
from apps.graph.models import (
    Build,
    BuildState,
    Entity,
    EntityVector,
    GraphIndex,
    MergeSuggestion,
    Method,
    Relationship,
    Report,
)
from apps.graph.storage import entity_vectors
from apps.graph.storage import switch_to_finished_build as storing
from apps.graph.tasks import embed_rewritten_entities
from apps.llm.errors import ModelError
from apps.llm.offline.spelling_embedder import OfflineEmbedder
from tests.factories import document
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.graph.conftest import BY_MODEL, scripted
from tests.graph.stored_graph import covered_once, names
from tests.tables import tables_with


def test_a_withdrawn_document_leaves_nothing_in_any_table(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    build_collection_graph(index, BY_MODEL)
    assert "graph_entity" in tables_with("Stadtbücherei")
    assert "graph_reply" in tables_with("Stadtbücherei")
    receipt = withdraw_documents([town.documents.get(external_id="library.txt").pk])
    assert tables_with("Stadtbücherei") == []
    assert tables_with("gehört der") == []
    assert receipt.tables["graph_unit"] == {"before": 1, "after": 0}
    assert receipt.tables["graph_entity"]["marked"] >= 1
    assert receipt.tables["graph_reply"]["marked"] >= 1
    assert "Kornhaus" in names(), "another document speaks of it too"
    assert graph_status(town)["state"] == "stale"
    assert graph_status(town)["stale_documents"] == 1
    index.refresh_from_db()
    assert covered_once(build_collection_graph(index, BY_MODEL))
    assert graph_status(town)["state"] == "complete"


@pytest.mark.parametrize(
    "record",
    [
        '("relationship"<|>Nordbrücke<|>Kornhaus<|>Ein Geheimgang verbindet beide.<|>9)',
        '("claim"<|>Nordbrücke<|>NONE<|>Streit<|>SUSPECTED<|>NONE<|>NONE<|>Ein Geheimgang liegt darunter.)',
    ],
    ids=["relationship", "claim"],
)
def test_what_a_withdrawn_text_said_of_things_it_has_no_record_of_leaves_too(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer, record: str
) -> None:
    secret = document(["Ein Geheimgang, sagt man."], collection=town, external_id="secret.txt", title="secret.txt")

    def reply(request: Request) -> str:
        if "Geheimgang, sagt man" in request.prompt:
            return "NO" if "YES" in request.prompt else record
        if "findings" in request.system and "Geheimgang" in request.prompt:
            finding = {"summary": "Geheimgang", "explanation": "Es gibt einen Geheimgang.", "references": ["E1"]}
            return json.dumps({"title": "Geheimgang", "summary": "Geheimgang", "rating": 5, "findings": [finding]})
        return scripted(request)

    model_server.default_reply = reply
    index.claims = True
    index.save()
    build_collection_graph(index, BY_MODEL)
    assert {"graph_reply", "graph_report"} <= set(tables_with("Geheimgang"))
    withdraw_documents([secret.pk])
    assert tables_with("Geheimgang") == []
    assert Report.objects.filter(is_stale=True).exists()


def test_what_a_build_could_not_deal_with_is_not_named_after_a_withdrawal(town: Collection, index: GraphIndex) -> None:
    problems = [{"what": "Stadtbücherei", "reason": "garbage"}]
    Build.objects.create(index=index, state=BuildState.INCOMPLETE, method=Method.MODEL, problems=problems)
    withdraw_documents([town.documents.get(external_id="library.txt").pk])
    assert tables_with("Stadtbücherei") == []


def test_a_document_withdrawn_while_the_model_answers_is_not_written_down(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    real = storing.store_graph
    gone = town.documents.get(external_id="library.txt")

    def store(*args: object) -> None:
        if gone.revisions.exists():
            withdraw_documents([gone.pk])
        real(*args)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storing, "store_graph", store)
        run = build_collection_graph(index, BY_MODEL)
    assert run.state == BuildState.COMPLETE
    assert run.documents == 2
    assert tables_with("Stadtbücherei") == []


def stop(*_args: object) -> None:
    raise BuildStopped("cut off")


def test_vectors_of_a_build_that_was_cut_off_leave_with_a_document(town: Collection, index: GraphIndex) -> None:
    build_collection_graph(index)
    index.refresh_from_db()
    secret = document(["Der Geheimgang führt zum Ratskeller."], collection=town, external_id="secret.txt")
    in_use = set(EntityVector.objects.values_list("text_hash", flat=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storing, "store_graph", stop)
        assert build_collection_graph(index).state == BuildState.INCOMPLETE
    assert in_use < set(EntityVector.objects.values_list("text_hash", flat=True))
    receipt = withdraw_documents([secret.pk])
    assert set(EntityVector.objects.values_list("text_hash", flat=True)) == in_use
    assert receipt.tables["graph_entityvector"]["marked"] >= 1


def lacking_vectors() -> set[str]:
    known = EntityVector.objects.values("text_hash")
    return set(Entity.objects.exclude(text_hash__in=known).values_list("name", flat=True))


def test_entities_are_found_after_a_withdrawal_as_before(town: Collection, index: GraphIndex) -> None:
    for number in range(14):
        document([f"Das Bürgeramt nimmt Anträge der Sorte {number} entgegen."], collection=town)
    build_collection_graph(index)
    assert lacking_vectors() == set()
    last = document(["Das Bürgeramt bleibt freitags geschlossen."], collection=town, external_id="last.txt")
    build_collection_graph(index)
    withdraw_documents([last.pk, town.documents.get(external_id="library.txt").pk])
    # What is said of it stays as it was, so that its vector does, too; the other one is described by fewer sentences.
    assert lacking_vectors() == {"Kornhaus"}
    [task] = [row.task for row in OrmQ.objects.all() if row.task["func"].endswith("embed_rewritten_entities")]
    embed_rewritten_entities(*task["args"])
    assert lacking_vectors() == set()


def test_a_model_that_is_away_leaves_rewritten_entities_to_the_next_build(
    town: Collection, index: GraphIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_collection_graph(index)
    withdraw_documents([town.documents.get(external_id="library.txt").pk])

    async def fail(*_args: object) -> list[list[float]]:
        raise ModelError("away", code="unreachable", temporary=True)

    with monkeypatch.context() as patch:
        patch.setattr(OfflineEmbedder, "embed", fail)
        embed_rewritten_entities(index.pk)
    assert lacking_vectors() == {"Kornhaus"}
    build_collection_graph(index)
    assert lacking_vectors() == set()
    embed_rewritten_entities(index.pk + 1)


def test_a_graph_that_is_deleted_while_its_entities_are_embedded_gets_no_vectors(
    town: Collection, index: GraphIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_collection_graph(index)
    withdraw_documents([town.documents.get(external_id="library.txt").pk])
    real = OfflineEmbedder.embed

    async def delete_meanwhile(embedder: OfflineEmbedder, texts: Sequence[str]) -> list[list[float]]:
        await sync_to_async(lambda: storing.delete_graph(GraphIndex.objects.get(pk=index.pk)))()
        return await real(embedder, texts)

    monkeypatch.setattr(OfflineEmbedder, "embed", delete_meanwhile)
    embed_rewritten_entities(index.pk)
    assert not EntityVector.objects.exists()


def test_a_build_under_way_stores_no_vectors_of_what_was_withdrawn(town: Collection, index: GraphIndex) -> None:
    gone = town.documents.get(external_id="library.txt")
    real = entity_vectors.store_vectors

    def store(client: BuildModelClient, rows: Sequence[entity_vectors.Vector]) -> None:
        if gone.revisions.exists():
            withdraw_documents([gone.pk])
        real(client, rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entity_vectors, "store_vectors", store)
        with pytest.MonkeyPatch.context() as cut:
            cut.setattr(storing, "store_graph", stop)
            build_collection_graph(index)
        assert not EntityVector.objects.exists()
        run = build_collection_graph(index)
    assert (run.state, run.documents, run.withdrawn) == (BuildState.COMPLETE, 2, 0)
    named = set(Entity.objects.values_list("text_hash", flat=True))
    assert named == set(EntityVector.objects.values_list("text_hash", flat=True))


def test_a_document_withdrawn_unread_makes_a_build_begin_again(town: Collection, index: GraphIndex) -> None:
    """Its vectors were refused, so that it may not be complete without them."""
    closed = document(["Vertraulich."], collection=town, external_id="closed.txt")
    set_readers([closed.pk], groups=[Group.objects.create(name="Prüfung").pk])
    real = entity_vectors.store_vectors

    def store(client: BuildModelClient, rows: Sequence[entity_vectors.Vector]) -> None:
        if closed.revisions.exists():
            withdraw_documents([closed.pk])
        real(client, rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entity_vectors, "store_vectors", store)
        assert build_collection_graph(index).state == BuildState.COMPLETE
    named = set(Entity.objects.values_list("text_hash", flat=True))
    assert named == set(EntityVector.objects.values_list("text_hash", flat=True))


def test_the_figures_of_the_status_leave_out_what_was_withdrawn(town: Collection, index: GraphIndex) -> None:
    build_collection_graph(index)
    before = graph_status(town)
    withdraw_documents([town.documents.get(external_id="library.txt").pk])
    after = graph_status(town)
    assert (after["documents"], after["chunks"]) == (2, 2)
    assert after["entities"] == Entity.objects.count() < before["entities"]
    assert {level["entities_covered"] for level in after["levels"]} == {after["entities"]}


def test_entities_that_stay_are_tied_to_as_many_others_as_stay(town: Collection, index: GraphIndex) -> None:
    build_collection_graph(index)
    before = Entity.objects.get(name="Kornhaus").degree
    withdraw_documents([town.documents.get(external_id="library.txt").pk])
    assert Entity.objects.get(name="Kornhaus").degree < before
    for entity in Entity.objects.all():
        assert entity.degree == Relationship.objects.filter(Q(source=entity) | Q(target=entity)).count()


def test_a_spelling_that_only_a_withdrawn_document_has_leaves_the_suggestions(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    loud = document(["Neues vom Bau."], collection=town, external_id="loud.txt", title="loud.txt")
    record = '("entity"<|>NORDBRÜCKE<|>Begriff<|>Sie wird gebaut.)<|COMPLETE|>'
    model_server.default_reply = lambda request: record if "Neues vom Bau" in request.prompt else scripted(request)
    build_collection_graph(index, BY_MODEL)
    MergeSuggestion.objects.create(
        index=index, key="nordbrücke|begriff", other_key="kornhaus|begriff", name="NORDBRÜCKE", other_name="Kornhaus",
        reason="spelling",
    )  # fmt: skip
    withdraw_documents([loud.pk])
    assert "Nordbrücke" in names()
    assert not MergeSuggestion.objects.filter(name="NORDBRÜCKE").exists()


def test_a_joined_name_that_only_a_withdrawn_document_bears_leaves_the_suggestions(
    town: Collection, index: GraphIndex
) -> None:
    build_collection_graph(index)
    first, second = Entity.objects.get(name="Nordbrücke"), Entity.objects.get(name="Stadtbücherei")
    MergeSuggestion.objects.create(
        index=index, key=first.key, other_key=second.key, name=first.name, other_name=second.name,
        reason="spelling", state="accepted",
    )  # fmt: skip
    build_collection_graph(index, BuildOptions(rebuild_communities=True))
    withdraw_documents([town.documents.get(external_id="library.txt").pk])
    assert tables_with("Stadtbücherei") == []
