"""Questions, refusals, waiting time and cost of each day, in the time zone of the installation."""

from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.llm.models import ModelCall
from config.console.home.daily_figures import daily_figures

pytestmark = pytest.mark.django_db


def ask(moment: datetime, *, seconds: float = 1, state: TurnState = TurnState.DONE, channel: str = Channel.WEB) -> None:
    conversation = Conversation.objects.create(channel=channel)
    turn = Turn.objects.create(conversation=conversation, number=1, question="Wann?", state=state)
    Turn.objects.filter(pk=turn.pk).update(created_at=moment, finished_at=moment + timedelta(seconds=seconds))


def noon(days_ago: int) -> datetime:
    return timezone.localtime().replace(hour=12) - timedelta(days=days_ago)


def test_days_without_a_question_are_there_too() -> None:
    ask(noon(2))
    assert [day.questions for day in daily_figures(4)] == [0, 1, 0, 0]


def test_a_day_begins_at_midnight_of_the_installation() -> None:
    begin = noon(1).replace(hour=0, minute=0, second=1)
    ask(begin)
    ask(begin - timedelta(seconds=2))
    assert [day.questions for day in daily_figures(3)] == [1, 1, 0]


def test_median_and_slow_end_are_of_answered_questions_only() -> None:
    for seconds in (1, 2, 3):
        ask(noon(0), seconds=seconds)
    ask(noon(0), seconds=900, state=TurnState.FAILED)
    today = daily_figures(1)[0]
    assert today.questions == 4
    assert today.median_seconds == pytest.approx(2)
    assert today.slow_seconds == pytest.approx(2.9)


def test_refusals_are_counted_and_what_the_staff_asked_again_is_not() -> None:
    ask(noon(0), state=TurnState.REFUSED)
    ask(noon(0), state=TurnState.REFUSED, channel=Channel.REVIEW)
    today = daily_figures(1)[0]
    assert (today.questions, today.in_vain) == (1, 1)


def test_the_cost_of_a_day_is_the_sum_of_its_calls() -> None:
    for cost in ("0.25", "0.5", None):
        ModelCall.objects.create(purpose="answer", model="m", seconds=1, outcome="ok", cost=cost)
    assert daily_figures(1)[0].cost == Decimal("0.75")
