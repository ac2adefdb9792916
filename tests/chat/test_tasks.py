"""The minute sweep: a turn whose process died reaches an end."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.models import Schedule

from apps.chat.group_refusals_into_gaps import group_refusals
from apps.chat.models import Conversation, PublishedUntil, Turn, TurnState
from apps.chat.subscriptions.find_changed_pages import ensure_last_look
from apps.chat.tasks import sweep
from apps.chat.turn_state.answering_process_liveness import name_of_this_process
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from tests import factories

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


def test_a_turn_of_a_process_that_is_gone_is_ended_at_once() -> None:
    gone, here = turn_of_age(0), turn_of_age(0)
    Turn.objects.filter(pk=gone.pk).update(process=f"{name_of_this_process()}0")
    Turn.objects.filter(pk=here.pk).update(process=name_of_this_process())
    sweep()
    gone.refresh_from_db()
    here.refresh_from_db()
    assert (gone.state, gone.error) == (TurnState.INTERRUPTED, "abandoned")
    assert here.state == TurnState.RUNNING


def test_a_part_that_fails_is_told_and_holds_up_no_other() -> None:
    Profile.objects.all().delete()
    conversation = Conversation.objects.create()
    Turn.objects.create(
        conversation=conversation, number=1, question="Was kostet ein Jagdschein?", state=TurnState.REFUSED
    )
    group_refusals()
    factories.document(["Ein Jagdschein kostet 75 Euro."])
    # Left by subscriptions that have ended: the last part of the sweep clears it away.
    ensure_last_look()
    with pytest.raises(NoActiveProfile):
        sweep()
    assert not PublishedUntil.objects.exists()


def test_migrating_makes_the_schedule_once() -> None:
    assert Schedule.objects.filter(func="apps.chat.tasks.sweep").count() == 1
