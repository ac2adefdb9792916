"""By day: how many people asked, with and without success, how long they waited and what it cost."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.core.cache import cache
from django.db.models import Aggregate, Count, F, FloatField, Q, Sum
from django.db.models.functions import Extract, TruncDate
from django.utils import timezone

from apps.chat.models import Channel, Turn, TurnState
from apps.llm.models import ModelCall

DAYS = 30
CACHE_SECONDS = 60
"""Seconds: a month of a busy service is counted once a minute, not with every look at the page."""


@dataclass(frozen=True, slots=True)
class DayFigures:
    """The figures of a day; seconds are None where nothing was answered. `cost` is in the prices' currency."""

    day: date
    questions: int = 0
    in_vain: int = 0
    median_seconds: float | None = None
    slow_seconds: float | None = None
    cost: Decimal = Decimal(0)


class Percentile(Aggregate):
    """The value below which a fraction of the rows lies, between two of them where it has to."""

    function = "PERCENTILE_CONT"
    template = "%(function)s(%(fraction)s) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def cached_daily_figures() -> list[DayFigures]:
    """Returns figures a minute old at most. Two queries where they are not."""
    key = f"console-daily-figures:{timezone.get_current_timezone_name()}:{timezone.localdate()}"
    return cache.get_or_set(key, daily_figures, CACHE_SECONDS) or []


def daily_figures(days: int = DAYS) -> list[DayFigures]:
    """The last days, oldest first, today included; days without a question are there, too. Two queries."""
    first = timezone.localdate() - timedelta(days=days - 1)
    begin = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days - 1)
    asked = {row.pop("day"): row for row in turns_by_day(begin)}
    paid = ModelCall.objects.filter(created_at__gte=begin).annotate(day=TruncDate("created_at")).order_by()
    costs = dict(paid.values("day").annotate(paid=Sum("cost")).values_list("day", "paid"))
    every = (first + timedelta(days=number) for number in range(days))
    return [DayFigures(day, cost=costs.get(day) or Decimal(0), **asked.get(day, {})) for day in every]


def turns_by_day(begin: Any) -> Any:
    """Turns of visitors by day; what the staff asked again to see whether it is answered by now does not count."""
    turns = Turn.objects.filter(created_at__gte=begin).exclude(conversation__channel=Channel.REVIEW)
    seconds = Extract(F("finished_at") - F("created_at"), "epoch", output_field=FloatField())
    answered = Q(finished_at__isnull=False, state__in=[TurnState.DONE, TurnState.DONE_WITHOUT_LLM, TurnState.REFUSED])
    return (
        turns.annotate(day=TruncDate("created_at"))
        .order_by()
        .values("day")
        .annotate(
            questions=Count("pk"),
            in_vain=Count("pk", filter=Q(state=TurnState.REFUSED)),
            median_seconds=Percentile(seconds, fraction=0.5, filter=answered),
            slow_seconds=Percentile(seconds, fraction=0.95, filter=answered),
        )
    )
