"""Attributes each model call to the document it was made for, through a context variable with the current attempt.

Many documents share one model object, and with it one ledger; the ledger asks here whose call it is.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils import timezone

from apps.database.bulk_copy import copy_rows
from apps.llm.call_ledger import MILLION, Ledger, prices_today, records_with_cost
from apps.llm.models import ModelCall
from apps.llm.types import CallRecord

NAMES = (
    "created_at", "purpose", "model", "endpoint", "prompt_version", "input_tokens", "output_tokens", "tokens_estimated",
    "seconds", "first_token_seconds", "attempts", "outcome", "cost", "reference",
)  # fmt: skip


@dataclass(slots=True)
class StepAttempt:
    """One attempt at a step while it runs: what people read meanwhile, its calls, its share of calls made together."""

    document_id: int | None = None
    status: str = ""
    pages_read: int = 0
    pages: int = 0
    """How many the file has; 0 while that is not known."""
    shown: tuple[str, int] | None = None
    """What people read already: the status and the pages read."""
    calls: list[CallRecord] = field(default_factory=list)
    shared_input_tokens: int = 0
    shared_cost: Decimal = Decimal(0)
    shared_model: str = ""
    """The name of the model that was called for several, when it is one that is paid for."""

    @property
    def reference(self) -> str:
        """What the ledger says the calls were for: a document, or several that shared them."""
        return f"document:{self.document_id}" if self.document_id else "documents"

    @property
    def news(self) -> tuple[str, int]:
        return self.status, self.pages_read

    @property
    def input_tokens(self) -> int:
        return self.shared_input_tokens + sum(call.usage.input_tokens for call in self.calls)

    @property
    def output_tokens(self) -> int:
        return sum(call.usage.output_tokens for call in self.calls)

    @property
    def cost(self) -> Decimal:
        return sum((call.cost for call in self.calls if call.cost), self.shared_cost)

    def take(self) -> "StepAttempt":
        """What has gathered so far, to be stored by the caller; this one starts empty again."""
        taken = StepAttempt(calls=self.calls)
        self.calls = []
        return taken


# A context variable, because hundreds of documents share one model with one ledger, and the model's interface says what
# is asked, not for whom; each task of the event loop has its own.
current_attempt: ContextVar[StepAttempt] = ContextVar("current_attempt")


class AttemptLedger(Ledger):
    """Hands each call to the attempt that made it; nothing is kept here."""

    def add(self, record: CallRecord) -> None:
        current_attempt.get().calls.append(record)


@dataclass(slots=True)
class CallTally:
    calls: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    tokens: int = 0
    cost: Decimal | None = Decimal(0)
    """None as soon as one call has no price."""

    def count(self, records: Iterable[CallRecord]) -> None:
        for record in records:
            self.calls[record.purpose] += 1
            self.seconds += record.seconds
            self.tokens += record.usage.input_tokens + record.usage.output_tokens
            self.cost = None if self.cost is None or record.cost is None else self.cost + record.cost


def price_calls(attempts: Sequence[StepAttempt]) -> list[CallRecord]:
    """Puts today's prices on the calls of the attempts. Two queries at most, none when nothing was called."""
    rates = prices_today({attempt.shared_model for attempt in attempts if attempt.shared_model})
    for attempt in attempts:
        if attempt.shared_model in rates:
            attempt.shared_cost = attempt.shared_input_tokens * rates[attempt.shared_model][0] / MILLION
    counts = [len(attempt.calls) for attempt in attempts]
    priced = records_with_cost([call for attempt in attempts for call in attempt.calls]) if any(counts) else []
    rest = iter(priced)
    for attempt, count in zip(attempts, counts, strict=True):
        attempt.calls = [next(rest) for _ in range(count)]
    return priced


def save_calls(attempts: Sequence[StepAttempt]) -> None:
    """Writes the priced calls to the ledger's table, each with the document it was for."""
    now = timezone.now()
    copy_rows(
        ModelCall, NAMES, (ledger_row(call, attempt.reference, now) for attempt in attempts for call in attempt.calls)
    )


def ledger_row(call: CallRecord, reference: str, now: object) -> tuple[object, ...]:
    return (
        now, call.purpose, call.model, call.endpoint, call.prompt_version, call.usage.input_tokens,
        call.usage.output_tokens, call.usage.estimated, call.seconds, call.first_token_seconds, call.attempts,
        call.outcome, call.cost, reference,
    )  # fmt: skip
