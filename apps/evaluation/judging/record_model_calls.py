"""Records every finished model call as soon as it ends: a run resumed after a crash pays for none of them twice.

Calls that were under way are lost. A recorder wraps a model; a call that was made before in the same place is
answered from the table.
"""

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from asgiref.sync import sync_to_async

from apps.database import single_round_trip_writes
from apps.evaluation.models import Call, Comparison, Dialogue
from apps.llm.call_ledger import Ledger, Rates, cost_of_call, prices_today
from apps.llm.offline.language_model import NAME as OFFLINE
from apps.llm.providers.parse_json_output import UnreadableJsonError, parse_json_reply
from apps.llm.types import CallRecord, Completion, LanguageModel, Message, Usage, messages_worded_for_model
from apps.text.strip_unstorable_characters import strip_unstorable

CALLS_AT_ONCE = 16


@dataclass
class CallMeter:
    """What all calls of a run share: the semaphore, the ledger, the prices, and a callback for what was paid."""

    ledger: Ledger
    paid: Callable[[Decimal], None] = lambda cost: None
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(CALLS_AT_ONCE))
    prices: dict[str, Rates | None] = field(default_factory=dict)

    def cost(self, call: Call) -> Decimal | None:
        """By the price of the day the model was first heard of; None where there is none. One query a model."""
        if call.model == OFFLINE:
            return Decimal(0)
        if call.model not in self.prices:
            self.prices[call.model] = prices_today({call.model}).get(call.model)
        usage = Usage(call.input_tokens, call.output_tokens)
        record = CallRecord(call.purpose, call.model, "endpoint", "ok", call.seconds, usage=usage)
        return cost_of_call(record, self.prices[call.model])


@dataclass
class RecordedCalls:
    """Finished calls of one dialogue or one comparison."""

    owner: Dialogue | Comparison
    meter: CallMeter
    known: dict[tuple[str, str, int], Call] = field(default_factory=dict)

    def load(self) -> None:
        """Loads the finished calls. One query."""
        self.known = {(call.purpose, call.digest, call.repetition): call for call in self.owner.calls.all()}

    def store(self, call: Call) -> None:
        """Writes the call together with the lines of the ledger that have accumulated."""
        if isinstance(self.owner, Dialogue):
            call.dialogue = self.owner
        else:
            call.comparison = self.owner
        call.cost = self.meter.cost(call)
        single_round_trip_writes.execute_together([single_round_trip_writes.insert([call])])
        self.meter.paid(call.cost or Decimal(0))
        self.meter.ledger.save(f"run:{self.owner.run_id}")


@dataclass
class CallPlace:
    """The place of calls, such as a turn. The same asked twice in one place is two calls."""

    calls: RecordedCalls
    name: str
    turn: int | None = None
    """Of a dialogue, whose cost it adds to."""
    asked: "Counter[tuple[str, str]]" = field(default_factory=Counter)

    def wrap(self, purpose: str, model: LanguageModel) -> "RecordedModel":
        return RecordedModel(model, purpose, self)

    def key(self, purpose: str, messages: Sequence[Message], temperature: float) -> tuple[str, str, int]:
        asked = [self.name, temperature, *((message.role, message.text) for message in messages)]
        digest = hashlib.sha256(json.dumps(asked, ensure_ascii=False).encode()).hexdigest()
        repetition = self.asked[purpose, digest]
        self.asked[purpose, digest] += 1
        return purpose, digest, repetition


@dataclass(frozen=True)
class RecordedModel:
    """A language model that answers from finished calls where it can. Raises ModelError as the model does."""

    inner: LanguageModel
    purpose: str
    place: CallPlace

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def context_window(self) -> int:
        return self.inner.context_window

    async def complete(
        self, messages: Sequence[Message], *, temperature: float = 0.0, schema: dict[str, Any] | None = None
    ) -> Completion:
        key = self.place.key(self.purpose, messages_worded_for_model(messages, self.name), temperature)
        if found := self.place.calls.known.get(key):
            return replay_call(found, schema)
        async with self.place.calls.meter.slots:
            started = time.perf_counter()
            completion = await self.inner.complete(messages, temperature=temperature, schema=schema)
        await self.keep(key, completion, time.perf_counter() - started)
        return completion

    async def stream(
        self, messages: Sequence[Message], *, temperature: float = 0.0
    ) -> AsyncGenerator[str | Completion, None]:
        key = self.place.key(self.purpose, messages_worded_for_model(messages, self.name), temperature)
        if found := self.place.calls.known.get(key):
            yield found.text
            yield replay_call(found, None)
            return
        completion = None
        async with self.place.calls.meter.slots:
            started = time.perf_counter()
            async for piece in self.inner.stream(messages, temperature=temperature):
                if isinstance(piece, Completion):
                    completion = piece
                else:
                    yield piece
        if completion is not None:
            # Kept before it is handed on: whatever happens then, it is paid for and here.
            await self.keep(key, completion, time.perf_counter() - started)
            yield completion

    async def keep(self, key: tuple[str, str, int], completion: Completion, seconds: float) -> None:
        purpose, digest, repetition = key
        call = Call(
            turn=self.place.turn,
            purpose=purpose,
            digest=digest,
            repetition=repetition,
            text=strip_unstorable(completion.text),
            model=completion.model,
            finish_reason=completion.finish_reason,
            input_tokens=completion.usage.input_tokens,
            output_tokens=completion.usage.output_tokens,
            seconds=round(seconds, 4),
        )
        await asyncio.shield(sync_to_async(self.place.calls.store)(call))


def replay_call(call: Call, schema: dict[str, object] | None) -> Completion:
    data = None
    if schema is not None:
        try:
            data = parse_json_reply(call.text, schema)
        except UnreadableJsonError:
            data = None
    usage = Usage(call.input_tokens, call.output_tokens)
    return Completion(call.text, call.model, call.finish_reason, usage, data)  # type: ignore[arg-type]


def is_stand_in(model: LanguageModel, completion: Completion) -> bool:
    """The built-in model answered for one that failed: that is no judgement of the model that was asked."""
    return completion.model == OFFLINE and model.name != OFFLINE
