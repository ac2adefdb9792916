from apps.documents.models import Collection
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.graph_status import graph_status
from apps.graph.models import BuildState, Entity, EntityVector, GraphIndex, Method, Reply
from tests.factories import add_revision, document
from tests.fakes.openai_server import FakeOpenAIServer
from tests.graph.conftest import BY_MODEL
from tests.graph.stored_graph import covered_once, names


def test_a_new_document_is_all_that_is_asked_about(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    for number in range(12):
        document(
            [f"Das Hafenamt{'abcdefghijkl'[number]} prüft die Lagerhalle{'abcdefghijkl'[number]}."], collection=town
        )
    build_collection_graph(index, BY_MODEL)
    model_server.requests.clear()
    document(["Der Kleingarten braucht Wasser."], collection=town, external_id="new.txt")
    assert graph_status(town)["stale_documents"] == 1
    index.refresh_from_db()
    run = build_collection_graph(index, BY_MODEL)
    extracted = [request for request in model_server.chat_requests if "entity" in request.system]
    reported = [request for request in model_server.chat_requests if "findings" in request.system]
    assert run.keeps_partition
    assert len(extracted) == 2
    assert len(reported) <= 2
    assert all("Kleingarten" in request.body["messages"][1]["content"] for request in [*extracted, *reported])
    assert covered_once(run)


def test_another_size_of_communities_divides_the_graph_anew(index: GraphIndex) -> None:
    build_collection_graph(index)
    index.max_cluster_size = 3
    index.save()
    run = build_collection_graph(index)
    assert not run.keeps_partition
    assert run.fingerprint == build_collection_graph(index, BuildOptions(rebuild_communities=True)).fingerprint


def test_a_graph_built_by_another_process_meanwhile_is_the_one_that_is_kept(index: GraphIndex) -> None:
    build_collection_graph(GraphIndex.objects.get())
    assert index.current is None
    assert build_collection_graph(index).keeps_partition


def test_a_changed_document_is_stale_until_the_next_build(town: Collection, index: GraphIndex) -> None:
    build_collection_graph(index)
    changed = town.documents.get(external_id="library.txt")
    add_revision(
        changed, ["Die Schwimmhalle ersetzt die Sporthalle. Die Sporthalle war alt, die Schwimmhalle ist neu."]
    )
    assert graph_status(town)["state"] == "stale"
    index.refresh_from_db()
    build_collection_graph(index, BuildOptions(rebuild_communities=True))
    assert graph_status(town)["state"] == "complete"
    assert "Schwimmhalle" in names()
    assert "Stadtbücherei" not in names()


def test_vectors_stay_of_the_entities_that_there_are(town: Collection, index: GraphIndex) -> None:
    build_collection_graph(index)
    add_revision(town.documents.get(external_id="library.txt"), ["Die Schwimmhalle ersetzt die Sporthalle."])
    index.refresh_from_db()
    build_collection_graph(index, BuildOptions(rebuild_communities=True))
    kept = set(EntityVector.objects.values_list("text_hash", flat=True))
    assert kept == set(Entity.objects.values_list("text_hash", flat=True)) != set()


def replies_that_name(word: str) -> int:
    return sum(word in str(reply.data) for reply in Reply.objects.all())


def test_nothing_is_kept_of_a_text_that_was_replaced_before_the_first_build_was_complete(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=4))
    assert replies_that_name("Stadtbücherei")
    add_revision(town.documents.get(external_id="library.txt"), ["Die Schwimmhalle ersetzt die Sporthalle."])
    assert build_collection_graph(index, BY_MODEL).state == BuildState.COMPLETE
    assert replies_that_name("Schwimmhalle")
    assert not replies_that_name("Stadtbücherei")


def test_nor_of_a_new_document_that_was_replaced_before_the_next_build_was_complete(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    done = build_collection_graph(index, BY_MODEL)
    new = document(["Das Hallenbad ersetzt die Schwimmhalle."], collection=town, external_id="new.txt")
    assert build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=1)).pk != done.pk
    assert replies_that_name("Hallenbad")
    add_revision(new, ["Der Kleingarten braucht Wasser."])
    assert build_collection_graph(index, BY_MODEL).state == BuildState.COMPLETE
    assert replies_that_name("Stadtbücherei")
    assert not replies_that_name("Hallenbad")


def test_a_build_without_a_model_leaves_what_was_paid_for_new_documents(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    build_collection_graph(index, BuildOptions(method=Method.MODEL, most_calls=4))
    paid = Reply.objects.count()
    assert build_collection_graph(index, BuildOptions(method=Method.NOUN_PHRASES)).state == BuildState.COMPLETE
    assert Reply.objects.count() == paid > 0
