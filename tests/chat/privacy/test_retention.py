"""Conversations leave when they are as old as promised: those of visitors earlier than those of staff."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from django_q.models import Schedule

from apps.chat import tasks
from apps.chat.models import Channel, Conversation, Gap, Turn
from apps.chat.models.service_settings import ServiceRules
from apps.chat.models.visitor_fingerprints import DailySalt, VisitorDay
from apps.chat.privacy import delete_conversations
from apps.chat.privacy.retention import delete_expired_conversations
from apps.llm.models import ModelCall

pytestmark = pytest.mark.django_db


def conversation(days: float, **values: object) -> Conversation:
    made = Conversation.objects.create(**values)
    Turn.objects.create(conversation=made, number=1, question="Wie hoch?")
    Conversation.objects.filter(pk=made.pk).update(updated_at=timezone.now() - timedelta(days=days))
    return made


def test_each_kind_is_kept_as_long_as_the_rules_say(caplog: pytest.LogCaptureFixture) -> None:
    ServiceRules.objects.create(pk=1, keep_days=30, keep_staff_days=90)
    person = User.objects.create_user("person")
    kept = [conversation(29), conversation(60, user=person), conversation(60, channel=Channel.SLACK)]
    conversation(31)
    conversation(31, channel=Channel.API)
    conversation(91, user=person)
    conversation(91, channel=Channel.TEAMS)
    with caplog.at_level("INFO"):
        assert delete_expired_conversations() == {"visitors": 2, "staff": 2}
    assert set(Conversation.objects.all()) == set(kept)
    assert Turn.objects.count() == 3
    assert "2 conversations of visitors, 2 of staff" in caplog.text
    assert delete_expired_conversations() == {"visitors": 0, "staff": 0}


def test_nothing_is_kept_over_night_when_the_rules_say_0() -> None:
    ServiceRules.objects.create(pk=1, keep_days=0)
    conversation(0.01)
    assert delete_expired_conversations()["visitors"] == 1


def test_the_ledger_keeps_the_cost_and_forgets_what_it_was_for() -> None:
    old = conversation(31)
    turn = old.turns.get()
    ModelCall.objects.create(purpose="answer", model="m", outcome="ok", seconds=1, reference=f"turn:{turn.pk}")
    delete_expired_conversations()
    assert ModelCall.objects.get().reference == ""


def test_salts_and_counts_of_other_days_leave_with_them() -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    DailySalt.objects.create(day=yesterday)
    VisitorDay.objects.create(visitor="abc", day=yesterday, questions=3)
    delete_expired_conversations()
    assert not DailySalt.objects.filter(day=yesterday).exists()
    assert not VisitorDay.objects.exists()


def test_after_midnight_nothing_is_left_of_the_day_that_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    DailySalt.objects.create(day=date(2026, 7, 1))
    delete_expired_conversations()
    assert not DailySalt.objects.exists()


def test_the_queue_calls_it_every_night() -> None:
    [row] = Schedule.objects.filter(func="apps.chat.tasks.nightly")
    assert row.schedule_type == Schedule.DAILY
    assert timezone.now() < row.next_run <= timezone.now() + timedelta(days=1, hours=1)


def test_the_queue_finds_what_it_is_to_call() -> None:
    conversation(31)
    tasks.nightly()
    assert not Conversation.objects.exists()


def test_a_gap_is_forgotten_with_the_last_question_that_named_it() -> None:
    gap = Gap.objects.create(question="Was ist ein Zyklotron?")
    first, second = conversation(31), conversation(1)
    Turn.objects.filter(conversation=first).update(gap=gap, question="Was ist ein Zyklotron?")
    Turn.objects.filter(conversation=second).update(gap=gap, question="Zyklotronverordnung?")
    trial = conversation(1, channel=Channel.REVIEW)
    Gap.objects.update(answer=trial.turns.get())
    delete_expired_conversations()
    assert Gap.objects.get().question == "Zyklotronverordnung?"
    delete_conversations.delete_conversations(Conversation.objects.filter(pk=second.pk))
    assert not Gap.objects.exists()
    assert not Conversation.objects.exists()


@pytest.mark.parametrize("gaps", [2, 12])
def test_many_gaps_cost_no_more_queries_than_two(gaps: int, django_assert_max_num_queries: Any) -> None:
    kept = Conversation.objects.create()
    for number in range(gaps):
        gap = Gap.objects.create(question=f"Frage {number}", count=2)
        other = kept if number % 2 else conversation(0)
        gap.turns.add(Turn.objects.create(conversation=other, number=number + 2, question=f"Andere {number}"))
        forgotten = conversation(0, channel=Channel.API)
        gap.turns.add(*forgotten.turns.all())
    with django_assert_max_num_queries(30):
        delete_conversations.delete_conversations(Conversation.objects.exclude(pk=kept.pk))
    named = set(Gap.objects.values_list("question", flat=True))
    assert named == {f"Andere {number}" for number in range(gaps) if number % 2}
