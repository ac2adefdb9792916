"""Estimates the calls and the cost of a run, before it is started."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Avg

from apps.evaluation.models import Call, Suite
from apps.evaluation.statistics.majority_vote import odd_number
from apps.llm.call_ledger import MILLION, prices_today
from apps.llm.model_registry import models_in_order
from apps.llm.models import Purpose

NEWEST_CALLS = 2_000
"""Calls whose tokens are averaged: enough to be steady, few enough to be of prompts like today's."""
CLAIM_CALLS = 5
"""Of the measures by statements, for a turn of the usual length."""


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """`cost` is None where a model has no price, or where no run has shown yet how long its calls are."""

    calls: int
    cost: Decimal | None
    """At most: a dialogue may end before its last turn."""


def estimate_dialogues(suite: Suite) -> CostEstimate:
    """Every dialogue as long as it may be."""
    cases, turns = suite.active_cases().count(), suite.turns
    judged = suite.judge_repeats + (CLAIM_CALLS if suite.judges_claims else 0)
    voted = len(suite.aspects) * odd_number(suite.aspect_votes)
    return estimate_calls(
        {
            Purpose.ANSWER: cases * turns,
            Purpose.REPHRASE: cases * (turns - 1),
            Purpose.PERSONA: cases * (turns - 1),
            Purpose.JUDGE: cases * (turns * judged + voted),
        }
    )


def estimate_comparison(suite: Suite, repeats: int) -> CostEstimate:
    cases = suite.active_cases().count()
    return estimate_calls({Purpose.ANSWER: 2 * cases, Purpose.COMPARE: repeats * cases})


def estimate_calls(calls: Mapping[str, int]) -> CostEstimate:
    asked = {purpose: number for purpose, number in calls.items() if number}
    costs = [estimate_purpose_cost(purpose, number) for purpose, number in asked.items()]
    known = [cost for cost in costs if cost is not None]
    return CostEstimate(sum(asked.values()), sum(known, Decimal(0)) if len(known) == len(costs) else None)


def estimate_purpose_cost(purpose: str, number: int) -> Decimal | None:
    """By the first model of the purpose and the length of its newest calls in earlier runs; a built-in one is free."""
    models = models_in_order(purpose)
    if not models or models[0].endpoint is None:
        return Decimal(0)
    prices = prices_today({models[0].name})
    newest = Call.objects.filter(purpose=purpose, model=models[0].name).order_by("-pk")[:NEWEST_CALLS]
    usual = newest.aggregate(read=Avg("input_tokens"), written=Avg("output_tokens"))
    if not prices or usual["read"] is None:
        return None
    per_input, per_output = prices[models[0].name]
    return number * (Decimal(usual["read"]) * per_input + Decimal(usual["written"]) * per_output) / MILLION
