"""The minute sweep: a turn whose process died reaches an end."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.models import Schedule

from apps.chat.models import Conversation, Turn, TurnState
from apps.chat.tasks import sweep

pytestmark = pytest.mark.django_db


def turn_of_age(minutes: int) -> Turn:
    turn = Turn.objects.create(
        conversation=Conversation.objects.create(), number=1, question="?", state=TurnState.RUNNING
    )
    Turn.objects.filter(pk=turn.pk).update(created_at=timezone.now() - timedelta(minutes=minutes))
    return turn


def test_an_old_open_turn_is_ended_and_a_young_one_goes_on() -> None:
    old, young = turn_of_age(10), turn_of_age(1)
    sweep()
    old.refresh_from_db()
    young.refresh_from_db()
    assert (old.state, old.error) == (TurnState.INTERRUPTED, "abandoned")
    assert young.state == TurnState.RUNNING


def test_migrating_makes_the_schedule_once() -> None:
    assert Schedule.objects.filter(func="apps.chat.tasks.sweep").count() == 1
