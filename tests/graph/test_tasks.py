from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.models import OrmQ

from apps.documents.models import Collection
from apps.graph import tasks
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_lock import build_lock
from apps.graph.models import Build, BuildState, GraphIndex, MergeSuggestion, SuggestionState
from tests.factories import document
from tests.fakes.openai_server import FakeOpenAIServer


def scheduled(index: GraphIndex, *, hours_ago: float) -> GraphIndex:
    GraphIndex.objects.filter(pk=index.pk).update(rebuild_hours=2)
    Build.objects.filter(index=index).update(active_at=timezone.now() - timedelta(hours=hours_ago))
    index.refresh_from_db()
    return index


def test_a_graph_that_knows_everything_is_left_alone(index: GraphIndex) -> None:
    build_collection_graph(index)
    assert not tasks.is_due(scheduled(index, hours_ago=5))


def test_a_stale_graph_is_built_by_the_schedule_but_not_too_often(town: Collection, index: GraphIndex) -> None:
    build_collection_graph(index)
    document(["Die Sporthalle ist neu."], collection=town)
    assert not tasks.is_due(scheduled(index, hours_ago=1))
    assert tasks.is_due(scheduled(index, hours_ago=3))
    with build_lock(index.pk):
        assert not tasks.is_due(scheduled(index, hours_ago=3)), "somebody builds it at this moment"
    tasks.sweep()
    assert OrmQ.objects.count() == 1


def test_a_joined_name_makes_the_graph_due_until_it_is_joined_and_again_when_it_is_parted(index: GraphIndex) -> None:
    build_collection_graph(index)
    suggestion = MergeSuggestion.objects.create(
        index=index, key="a|", other_key="b|", name="a", other_name="b", reason="spelling"
    )
    assert not tasks.is_due(scheduled(index, hours_ago=5))
    MergeSuggestion.objects.update(state=SuggestionState.ACCEPTED)
    assert tasks.is_due(scheduled(index, hours_ago=5))
    build_collection_graph(index)
    assert not tasks.is_due(scheduled(index, hours_ago=5))
    suggestion.state = SuggestionState.REJECTED
    suggestion.save()
    assert tasks.is_due(scheduled(index, hours_ago=5))


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("method", "noun-phrases"),
        ("chunk_tokens", 700),
        ("chunk_overlap", 50),
        ("gleanings", 2),
        ("entity_types", ["Amt"]),
        ("claims", True),
        ("max_cluster_size", 5),
        ("report_tokens", 4_000),
    ],
)
def test_a_setting_changed_in_any_way_makes_the_graph_due(index: GraphIndex, setting: str, value: object) -> None:
    build_collection_graph(index)
    GraphIndex.objects.update(**{setting: value})
    assert tasks.is_due(scheduled(index, hours_ago=5))


def test_limits_and_settings_of_searches_change_nothing_in_the_graph(index: GraphIndex) -> None:
    build_collection_graph(index)
    GraphIndex.objects.update(budget_calls=7, budget_cost=3, search_level=1, dynamic_selection=True, asks_the_way=True)
    assert not tasks.is_due(scheduled(index, hours_ago=5))


def test_a_build_from_before_settings_were_kept_is_left_alone(index: GraphIndex) -> None:
    build_collection_graph(index)
    Build.objects.update(made_with={})
    GraphIndex.objects.update(claims=True)
    assert not tasks.is_due(scheduled(index, hours_ago=5))


def test_without_a_schedule_nothing_is_built(town: Collection, index: GraphIndex) -> None:
    tasks.sweep()
    assert OrmQ.objects.count() == 0


def test_a_graph_that_is_gone_is_no_error(db: None) -> None:
    tasks.work(4711)
    assert not Build.objects.exists()


def test_a_long_build_hands_over_to_a_new_task(
    index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(tasks, "WORK_SECONDS", -1.0)
        tasks.work(index.pk)
    assert OrmQ.objects.count() == 1
    assert model_server.chat_requests == []
    tasks.work(index.pk)
    assert Build.objects.get().state == BuildState.COMPLETE


def test_a_build_that_stopped_for_another_reason_is_not_begun_again(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    GraphIndex.objects.filter(pk=index.pk).update(budget_calls=1)
    tasks.work(index.pk)
    assert Build.objects.get().state == BuildState.INCOMPLETE
    assert OrmQ.objects.count() == 0
