from decimal import Decimal

import pytest
from django.utils import translation

from apps.graph.model_calls.build_budget import Budget, BuildBudgetSpent, Tariff
from apps.llm.types import Message

MESSAGES = [Message("user", "Wort " * 100)]
TARIFFS = {"extract": Tariff((Decimal(1), Decimal(2)), longest_reply=1_000)}


def test_the_number_of_calls_is_never_passed() -> None:
    budget = Budget(most_calls=2)
    budget.reserve("extract", MESSAGES)
    budget.reserve("extract", MESSAGES)
    with translation.override("en"), pytest.raises(BuildBudgetSpent, match="2 calls"):
        budget.reserve("extract", MESSAGES)


def test_a_call_that_might_pass_the_limit_in_money_is_not_made() -> None:
    budget = Budget(most_cost=Decimal("0.001"), tariffs=TARIFFS)
    with pytest.raises(BuildBudgetSpent, match=r"0\.001"):
        budget.reserve("extract", MESSAGES)
    assert budget.calls == 0


def test_what_a_call_really_cost_counts_afterwards() -> None:
    budget = Budget(most_cost=Decimal(1), tariffs=TARIFFS)
    reserved = budget.reserve("extract", MESSAGES)
    budget.settle("extract", reserved, input_tokens=100, output_tokens=50)
    assert budget.cost == Decimal("0.0002")


def test_money_cannot_be_limited_where_a_model_has_no_price() -> None:
    unpriced = Budget(most_cost=Decimal(1), tariffs={"extract": Tariff(unpriced="gemma")})
    with pytest.raises(BuildBudgetSpent, match="gemma"):
        unpriced.reserve("extract", MESSAGES)
    assert unpriced.calls == 0


def test_each_purpose_has_its_own_price() -> None:
    tariffs = TARIFFS | {"report": Tariff((Decimal(1_000), Decimal(2_000)), longest_reply=1_000)}
    budget = Budget(most_cost=Decimal(1), tariffs=tariffs)
    budget.reserve("extract", MESSAGES)
    with pytest.raises(BuildBudgetSpent):
        budget.reserve("report", MESSAGES)
