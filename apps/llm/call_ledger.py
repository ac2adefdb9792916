"""The ledger: every call to a model with its tokens, duration and cost."""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from typing import Any, TypedDict

from django.db import DatabaseError, connection
from django.utils import timezone

from apps.llm.question_and_call_observers import OBSERVERS
from apps.llm.types import CallRecord

MILLION = Decimal(1_000_000)
NOTHING = Decimal(0)
Rates = tuple[Decimal, Decimal]
"""For a million tokens read and a million written."""

PRICES = """
SELECT DISTINCT ON (model_name) model_name, input_per_million, output_per_million
FROM llm_price
WHERE model_name = ANY(%s) AND valid_from <= %s
ORDER BY model_name, valid_from DESC"""
# By hand: a turn waits for it, and the ORM takes several times as long. The cost as in `cost_of_call`.
INSERT = """
INSERT INTO llm_modelcall (created_at, reference, purpose, model, endpoint, prompt_version, input_tokens, output_tokens,
    tokens_estimated, seconds, first_token_seconds, attempts, outcome, cost)
SELECT now(), %s, call.*, CASE WHEN call.endpoint = '' THEN 0 ELSE
    (call.input_tokens * price.input_per_million + call.output_tokens * price.output_per_million) / 1000000 END
FROM jsonb_to_recordset(%s::jsonb) AS call(purpose text, model text, endpoint text, prompt_version text,
    input_tokens int, output_tokens int, tokens_estimated bool, seconds float8, first_token_seconds float8,
    attempts int2, outcome text)
LEFT JOIN LATERAL (
    SELECT input_per_million, output_per_million FROM llm_price
    WHERE model_name = call.model AND valid_from <= %s ORDER BY valid_from DESC LIMIT 1
) AS price ON true"""


class Totals(TypedDict):
    calls: int
    input_tokens: int
    output_tokens: int
    cost: Decimal


class Ledger:
    """Gathers the calls of one piece of work (a turn, a document) and stores them together. Safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._records: list[CallRecord] = []
        self._purposes: Counter[str] = Counter()
        self._input_tokens = 0
        self._output_tokens = 0
        self._cost = NOTHING

    def add(self, record: CallRecord) -> None:
        with self._lock:
            self._records.append(record)
            self._purposes[record.purpose] += 1
            self._input_tokens += record.usage.input_tokens
            self._output_tokens += record.usage.output_tokens
        for each in OBSERVERS:
            each.call_ended(record)

    @property
    def records(self) -> list[CallRecord]:
        """Calls that are not stored yet."""
        with self._lock:
            return list(self._records)

    def totals(self) -> Totals:
        """Over all calls of this ledger, stored or not. The cost is that of the stored ones: saving looks prices up."""
        with self._lock:
            return Totals(
                calls=self._purposes.total(),
                input_tokens=self._input_tokens,
                output_tokens=self._output_tokens,
                cost=self._cost,
            )

    def calls_by_purpose(self) -> dict[str, int]:
        """Number of calls for each purpose, stored or not."""
        with self._lock:
            return dict(self._purposes)

    def save(self, reference: str = "") -> None:
        """Stores the calls with their cost, in one statement. `reference` says what for, such as "document:12".

        Raises DatabaseError; the calls are then still in the ledger and may be saved again.
        """
        with self.handed_over() as records:
            cost = store_call_records(records, reference) if records else NOTHING
        with self._lock:
            self._cost += cost

    @contextmanager
    def handed_over(self) -> Iterator[list[CallRecord]]:
        """The calls that are not stored yet, for the block that stores them; after a DatabaseError they are back in the
        ledger."""
        with self._lock:
            records, self._records = self._records, []
        try:
            yield records
        except DatabaseError:
            with self._lock:
                self._records = records + self._records
            raise


def records_with_cost(records: Sequence[CallRecord]) -> list[CallRecord]:
    """The records with what they cost by today's prices. One query, none for built-in models alone."""
    prices = prices_today({record.model for record in records if record.endpoint})
    return [replace(record, cost=cost_of_call(record, prices.get(record.model))) for record in records]


def prices_today(models: set[str]) -> dict[str, Rates]:
    """The price in force today for each model that has one."""
    if not models:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(PRICES, [list(models), timezone.localdate()])
        return {name: (per_input, per_output) for name, per_input, per_output in cursor.fetchall()}


def cost_of_call(record: CallRecord, rates: Rates | None) -> Decimal | None:
    """Returns the cost; None (unknown, not zero) without a price. A built-in model (no endpoint) costs nothing."""
    if not record.endpoint:
        return NOTHING
    if rates is None:
        return None
    per_input, per_output = rates
    return (record.usage.input_tokens * per_input + record.usage.output_tokens * per_output) / MILLION


def store_call_records(records: Sequence[CallRecord], reference: str) -> Decimal:
    """What they cost together, as far as it is known."""
    with connection.cursor() as cursor:
        cursor.execute(f"{INSERT} RETURNING cost", insert_parameters(records, reference))
        return sum((cost for (cost,) in cursor.fetchall() if cost), NOTHING)


def insert_parameters(records: Sequence[CallRecord], reference: str) -> list[Any]:
    """What INSERT has places for."""
    return [reference, json.dumps([ledger_row(record) for record in records]), timezone.localdate()]


def ledger_row(record: CallRecord) -> dict[str, object]:
    return {
        "purpose": record.purpose,
        "model": record.model,
        "endpoint": record.endpoint,
        "prompt_version": record.prompt_version,
        "input_tokens": record.usage.input_tokens,
        "output_tokens": record.usage.output_tokens,
        "tokens_estimated": record.usage.estimated,
        "seconds": record.seconds,
        "first_token_seconds": record.first_token_seconds,
        "attempts": record.attempts,
        "outcome": record.outcome,
    }
