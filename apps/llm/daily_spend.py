"""The cost of model calls since midnight in the installation's time zone."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from math import ceil
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils import timezone

from apps.llm.models import ModelCall

UNLIMITED_CALLS = 1_000_000
"""As good as no limit."""


@dataclass(frozen=True, slots=True)
class Spend:
    """`cost` is in the currency of the prices."""

    cost: Decimal
    tokens: int
    calls: int = 0
    """Those that cost something."""

    def reaches(self, cost: Decimal | None, tokens: int | None) -> bool:
        """One of the limits; None is no limit."""
        return (cost is not None and self.cost >= cost) or (tokens is not None and self.tokens >= tokens)

    def calls_left(self, cost: Decimal | None, tokens: int | None) -> int:
        """How many more calls reach one of the limits, if they cost what earlier ones did."""
        both = ((self.cost, cost), (Decimal(self.tokens), tokens))
        fit = [ceil((limit - spent) * self.calls / spent) for spent, limit in both if spent and limit]
        return min(fit, default=UNLIMITED_CALLS)


def spend_today(reference: str = "") -> Spend:
    """Sums today's calls whose reference begins so. One query."""
    return sum_spend(ModelCall.objects.filter(created_at__gte=start_of_today(), reference__startswith=reference))


def sum_spend(rows: QuerySet[Any]) -> Spend:
    """Sums rows with the columns `cost`, `input_tokens` and `output_tokens`. One query."""
    totals = rows.aggregate(
        cost=Sum("cost"),
        tokens=Sum(F("input_tokens") + F("output_tokens")),
        calls=Count("pk", filter=Q(input_tokens__gt=0)),
    )
    return Spend(totals["cost"] or Decimal(0), totals["tokens"] or 0, totals["calls"])


def start_of_today() -> datetime:
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
