from decimal import Decimal

import pytest

from apps.graph.budget import Budget, BudgetSpent
from apps.llm.types import Message

MESSAGES = [Message("user", "Wort " * 100)]
RATES = (Decimal(1), Decimal(2))


def test_the_number_of_calls_is_never_passed() -> None:
    budget = Budget(most_calls=2)
    budget.reserve(MESSAGES)
    budget.reserve(MESSAGES)
    with pytest.raises(BudgetSpent, match="2 calls"):
        budget.reserve(MESSAGES)


def test_a_call_that_might_pass_the_limit_in_money_is_not_made() -> None:
    budget = Budget(most_cost=Decimal("0.001"), rates=RATES, longest_reply=1_000)
    with pytest.raises(BudgetSpent, match=r"0\.001"):
        budget.reserve(MESSAGES)
    assert budget.calls == 0


def test_what_a_call_really_cost_counts_afterwards() -> None:
    budget = Budget(most_cost=Decimal(1), rates=RATES, longest_reply=1_000)
    reserved = budget.reserve(MESSAGES)
    budget.settle(reserved, input_tokens=100, output_tokens=50)
    assert budget.cost == Decimal("0.0002")


def test_without_a_price_only_calls_are_counted() -> None:
    budget = Budget(most_cost=Decimal(1))
    budget.settle(budget.reserve(MESSAGES), 100, 100)
    assert (budget.calls, budget.cost) == (1, Decimal(0))
