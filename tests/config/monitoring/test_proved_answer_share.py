"""How many answers of each model were proved, and when that is an alarm."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.core import mail
from django.utils import timezone
from django_q.models import Schedule
from pytest_django import Settings

from apps.chat.models import Channel, Conversation, Turn
from config.console.home.installation_status import proved_answers_facts
from config.monitoring import proved_answer_alarms
from config.monitoring.proved_answer_alarms import watch
from config.monitoring.proved_answer_share import proved_answers
from config.notifications.notify_people import send_mails

pytestmark = pytest.mark.django_db
UNPROVED = [{"kind": "stand_in", "model": "offline-extractive", "instead_of": "large", "reason": "unproved"}]


def turns(proved: int, unproved: int, *, days_ago: int = 0, channel: Channel = Channel.WEB) -> None:
    conversation = Conversation.objects.create(channel=channel)
    rows = [("large", "done", [])] * proved + [("offline-extractive", "done_without_llm", UNPROVED)] * unproved
    made = [
        Turn.objects.create(conversation=conversation, number=n, question="?", model=model, state=state, warnings=told)
        for n, (model, state, told) in enumerate(rows, start=1)
    ]
    at = timezone.now() - timedelta(days=days_ago, minutes=1)
    Turn.objects.filter(pk__in=[turn.pk for turn in made]).update(created_at=at)


def test_an_unproved_answer_counts_for_the_model_that_wrote_it() -> None:
    turns(3, 2)
    turns(9, 9, channel=Channel.REVIEW)
    asked = Conversation.objects.create()
    Turn.objects.create(conversation=asked, number=1, question="?", model="large", state="refused")
    [row] = proved_answers()
    assert (row.model, row.proved, row.written) == ("large", 3, 5)
    [fact] = proved_answers_facts()
    assert "large: 3" in fact.text
    assert fact.alarming is False


def test_a_share_that_has_fallen_is_an_alarm() -> None:
    turns(38, 2, days_ago=3)
    turns(19, 1)
    assert proved_answers_facts()[0].alarming is False
    turns(0, 10)
    assert proved_answers_facts()[0].alarming is True


def test_without_answers_there_is_no_line() -> None:
    assert proved_answers_facts() == []


def test_a_share_that_has_fallen_is_told_by_mail(settings: Settings) -> None:
    settings.EMAIL_HOST, settings.ALARM_ADDRESSES = "mail.example", ["anna@city.example"]
    turns(38, 2, days_ago=3)
    turns(19, 1)
    watch()
    assert mail.outbox == []
    turns(0, 10)
    watch()
    [letter] = mail.outbox
    assert letter.to == ["anna@city.example"]
    assert "large: 19 von 30" in letter.body


def test_who_reads_conversations_is_told_once_a_day_that_the_share_has_fallen(settings: Settings) -> None:
    settings.EMAIL_HOST, settings.ALARM_ADDRESSES = "mail.example", []
    for name in ("editor", "evaluator"):
        person = User.objects.create_user(name, f"{name}@city.example", is_staff=True)
        person.groups.add(Group.objects.get(name=name))
    turns(38, 2, days_ago=3)
    turns(19, 11)
    for _ in range(2):
        watch()
        send_mails()
    [letter] = mail.outbox
    assert letter.to == ["evaluator@city.example"]
    assert "large: 19 von 30" in letter.body


@pytest.mark.parametrize(("was_sent", "hours"), [(False, 1), (True, 20)])
def test_a_mail_that_could_not_be_sent_is_tried_again_in_an_hour(
    monkeypatch: pytest.MonkeyPatch, was_sent: bool, hours: int
) -> None:
    monkeypatch.setattr(proved_answer_alarms, "send_alarm", lambda *_: was_sent)
    daily = Schedule.objects.filter(func="config.monitoring.proved_answer_alarms.watch")
    daily.all().delete()
    Schedule.objects.create(
        func="config.monitoring.proved_answer_alarms.watch",
        schedule_type=Schedule.DAILY,
        next_run=timezone.now() + timedelta(hours=20),
    )
    turns(38, 2, days_ago=3)
    turns(19, 11)
    watch()
    left = daily.get().next_run - timezone.now()
    assert abs(left - timedelta(hours=hours)) < timedelta(minutes=10)
