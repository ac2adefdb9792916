"""What a build may still spend. A call is reserved before it is made, so the limit is never passed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from apps.llm.tokens import estimate_tokens
from apps.llm.types import Message

MILLION = Decimal(1_000_000)


class BudgetSpent(Exception):  # noqa: N818 - it is an answer to the person who set the limit
    """The next call would pass the limit."""


@dataclass
class Budget:
    """`rates` are the prices of a million input and output tokens; None is unknown, and counts nothing."""

    most_calls: int | None = None
    most_cost: Decimal | None = None
    rates: tuple[Decimal, Decimal] | None = None
    longest_reply: int = 2_048
    calls: int = 0
    cost: Decimal = field(default_factory=Decimal)

    def reserve(self, messages: Sequence[Message]) -> Decimal:
        """Books one call at most it may cost; give it to `settle` when it is done. Raises BudgetSpent."""
        if self.most_calls is not None and self.calls >= self.most_calls:
            raise BudgetSpent(f"The limit of {self.most_calls} calls is reached.")
        most = self.price(messages)
        if self.most_cost is not None and self.cost + most > self.most_cost:
            raise BudgetSpent(f"The limit of {self.most_cost.normalize():f} is reached.")
        self.calls += 1
        self.cost += most
        return most

    def settle(self, reserved: Decimal, input_tokens: int, output_tokens: int) -> None:
        """What the call really cost instead of what was reserved."""
        if self.rates is not None:
            self.cost += (input_tokens * self.rates[0] + output_tokens * self.rates[1]) / MILLION - reserved

    def price(self, messages: Sequence[Message]) -> Decimal:
        if self.rates is None or self.most_cost is None:
            return Decimal(0)
        tokens = sum(estimate_tokens(message.text) + 4 for message in messages)
        return (tokens * self.rates[0] + self.longest_reply * self.rates[1]) / MILLION
