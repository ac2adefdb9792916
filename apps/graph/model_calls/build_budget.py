"""The budget of a build: a call is reserved before it is made, so the limit is never passed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from apps.llm.types import Completion, LanguageModel, Message
from apps.text.estimate_tokens import estimate_tokens
from apps.text.strip_unstorable_characters import strip_unstorable

MILLION = Decimal(1_000_000)
TOKENS_OF_A_MESSAGE = 4


class BuildBudgetSpent(Exception):  # noqa: N818 - it is an answer to the person who set the limit
    """The next call would pass the limit."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """The most that a call for one purpose may cost, whichever of its models answers.

    `rates` are the prices of a million input and output tokens; `unpriced` names a model without a price.
    """

    rates: tuple[Decimal, Decimal] = (Decimal(0), Decimal(0))
    longest_reply: int = 2_048
    unpriced: str = ""

    def price(self, input_tokens: int, output_tokens: int) -> Decimal:
        return (input_tokens * self.rates[0] + output_tokens * self.rates[1]) / MILLION


@dataclass
class Budget:
    """`tariffs` by purpose; what has none costs nothing."""

    most_calls: int | None = None
    most_cost: Decimal | None = None
    tariffs: Mapping[str, Tariff] = field(default_factory=dict)
    calls: int = 0
    cost: Decimal = field(default_factory=Decimal)

    async def complete(
        self, purpose: str, model: LanguageModel, messages: Sequence[Message], schema: dict[str, Any] | None = None
    ) -> Completion:
        """One call within the limits. Raises ModelError, BuildBudgetSpent; what failed stays booked as reserved."""
        reserved = self.reserve(purpose, messages, schema)
        completion = await model.complete(messages, schema=schema)
        self.settle(purpose, reserved, completion.usage.input_tokens, completion.usage.output_tokens)
        return replace(completion, text=strip_unstorable(completion.text))

    def reserve(self, purpose: str, messages: Sequence[Message], schema: dict[str, object] | None = None) -> Decimal:
        """Books the most that one call may cost; pass the result to `settle` when the call is done.

        Raises BuildBudgetSpent.
        """
        if self.most_calls is not None and self.calls >= self.most_calls:
            raise BuildBudgetSpent(_("The limit of %(number)d calls is reached.") % {"number": self.most_calls})
        tariff = self.tariffs.get(purpose, Tariff())
        if self.most_cost is not None and tariff.unpriced:
            sentence = _("No limit in money can be kept while %(model)s has no price: enter one, or limit the calls.")
            raise BuildBudgetSpent(sentence % {"model": tariff.unpriced})
        asked = [message.text for message in messages] + ([json.dumps(schema)] if schema else [])
        tokens = sum(estimate_tokens(text) + TOKENS_OF_A_MESSAGE for text in asked)
        most = tariff.price(tokens, tariff.longest_reply)
        if self.most_cost is not None and self.cost + most > self.most_cost:
            raise BuildBudgetSpent(
                _("The limit of %(amount)s is reached.") % {"amount": f"{self.most_cost.normalize():f}"}
            )
        self.calls += 1
        self.cost += most
        return most

    def settle(self, purpose: str, reserved: Decimal, input_tokens: int, output_tokens: int) -> None:
        """What the call really cost instead of what was reserved."""
        self.cost += self.tariffs.get(purpose, Tariff()).price(input_tokens, output_tokens) - reserved
