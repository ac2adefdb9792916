"""What model calls have cost since midnight, and when a limit is reached."""

from datetime import timedelta
from decimal import Decimal

import pytest

from apps.llm.daily_spend import UNLIMITED_CALLS, Spend, spend_today, start_of_today
from apps.llm.models import ModelCall


@pytest.mark.django_db
def test_only_calls_since_midnight_count_and_only_those_of_the_reference() -> None:
    for reference, before in (("turn:1", 0), ("document:1", 0), ("turn:2", 1)):
        call = ModelCall.objects.create(
            purpose="answer", model="m", outcome="ok", input_tokens=90, output_tokens=10, cost=1, seconds=1,
            reference=reference,
        )  # fmt: skip
        ModelCall.objects.filter(pk=call.pk).update(created_at=start_of_today() - timedelta(seconds=before))
    assert spend_today() == Spend(Decimal(2), 200, 2)
    assert spend_today("turn:") == Spend(Decimal(1), 100, 1)


@pytest.mark.parametrize(
    ("cost", "tokens", "reached"),
    [(None, None, False), (Decimal(3), None, False), (Decimal(2), None, True), (None, 201, False), (None, 200, True)],
)
def test_one_limit_that_is_reached_suffices(cost: Decimal | None, tokens: int | None, reached: bool) -> None:
    assert Spend(Decimal(2), 200, 4).reaches(cost, tokens) == reached


def test_as_many_calls_are_left_as_the_nearer_limit_pays() -> None:
    spent = Spend(Decimal(2), 200, 4)
    assert spent.calls_left(None, None) == UNLIMITED_CALLS
    # Half a unit and 50 tokens for each call: 6 calls until 5 units, 4 until 400 tokens.
    assert spent.calls_left(Decimal(5), None) == 6
    assert spent.calls_left(Decimal(5), 400) == 4
