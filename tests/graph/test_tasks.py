from datetime import timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.utils import timezone
from django_q.models import OrmQ

from apps.documents.models import Collection
from apps.graph import tasks
from apps.graph.building import build
from apps.graph.models import Build, GraphIndex, MergeSuggestion
from tests.factories import document
from tests.fakes.openai_server import FakeOpenAIServer


def scheduled(index: GraphIndex, *, hours_ago: float) -> GraphIndex:
    GraphIndex.objects.filter(pk=index.pk).update(rebuild_hours=2)
    Build.objects.filter(index=index).update(active_at=timezone.now() - timedelta(hours=hours_ago))
    index.refresh_from_db()
    return index


def test_a_graph_that_knows_everything_is_left_alone(index: GraphIndex) -> None:
    build(index)
    assert not tasks.is_due(scheduled(index, hours_ago=5))


def test_a_stale_graph_is_built_by_the_schedule_but_not_too_often(town: Collection, index: GraphIndex) -> None:
    build(index)
    document(["Die Sporthalle ist neu."], collection=town)
    assert not tasks.is_due(scheduled(index, hours_ago=1))
    assert tasks.is_due(scheduled(index, hours_ago=3))
    tasks.sweep()
    assert OrmQ.objects.count() == 1


def test_a_joined_name_or_a_changed_setting_makes_the_graph_due(index: GraphIndex, admin_user: User) -> None:
    build(index)
    suggestion = MergeSuggestion.objects.create(
        index=index, key="a|", other_key="b|", name="a", other_name="b", reason="spelling"
    )
    assert not tasks.is_due(scheduled(index, hours_ago=5))
    suggestion.state, suggestion.decided_at = MergeSuggestion.State.ACCEPTED, timezone.now()
    suggestion.save()
    assert tasks.is_due(scheduled(index, hours_ago=5))
    suggestion.delete()
    assert not tasks.is_due(index)
    LogEntry.objects.log_actions(admin_user.pk, [index], CHANGE, "[]", single_object=True)
    assert tasks.is_due(index)


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
    assert Build.objects.get().state == Build.State.COMPLETE
