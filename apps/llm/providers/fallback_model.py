"""Several models as one: when a call to the first fails, the next one is tried."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Protocol

from apps.llm.errors import ModelError
from apps.llm.transport.priority_semaphore import PERSON, call_rank
from apps.llm.types import Completion, LanguageModel, Message, StandIn

SHARE = 2 / 3
"""Of the time that is left, the share that a model may use while another one can still take over."""

logger = logging.getLogger(__name__)


class TimedLanguageModel(LanguageModel, Protocol):
    """A language model that can be told when its call must be over, and when a stream must have begun (time of the
    loop)."""

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 0.0,
        schema: dict[str, object] | None = None,
        until: float | None = None,
    ) -> Completion: ...

    def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 0.0,
        until: float | None = None,
        first_token_by: float | None = None,
    ) -> AsyncGenerator[str | Completion, None]: ...


@dataclass(frozen=True, slots=True)
class FallbackLanguageModel:
    """`deadline` in seconds is for all models together. The last error is raised when none can answer."""

    models: Sequence[TimedLanguageModel]
    deadline: float

    @property
    def name(self) -> str:
        """The first choice; the Completion names the model that answered."""
        return self.models[0].name

    @property
    def context_window(self) -> int:
        """The smallest, so that what is made for one fits them all."""
        return min(model.context_window for model in self.models)

    async def complete(
        self, messages: Sequence[Message], *, temperature: float = 0.0, schema: dict[str, object] | None = None
    ) -> Completion:
        end, failed = self._end(), None
        for model in self.models[:-1]:
            try:
                until = partial_deadline(end) if end else None
                reply = await model.complete(messages, temperature=temperature, schema=schema, until=until)
                return replace(reply, stand_in=failed)
            except ModelError as error:
                failed = failed or log_failure(model, error)
        reply = await self.models[-1].complete(messages, temperature=temperature, schema=schema, until=end)
        return replace(reply, stand_in=failed)

    async def stream(
        self, messages: Sequence[Message], *, temperature: float = 0.0
    ) -> AsyncGenerator[str | Completion, None]:
        """Tries another model only as long as nothing was yielded: no other model can continue half an answer."""
        end, failed = self._end(), None
        for model in self.models:
            handed_out = False
            begins_by = end if model is self.models[-1] or end is None else partial_deadline(end)
            stream = model.stream(messages, temperature=temperature, until=end, first_token_by=begins_by)
            try:
                async with aclosing(stream) as items:
                    async for item in items:
                        handed_out = True
                        yield replace(item, stand_in=failed) if isinstance(item, Completion) else item
                return
            except ModelError as error:
                if handed_out or model is self.models[-1]:
                    raise
                failed = failed or log_failure(model, error)

    def _end(self) -> float | None:
        """Time of the loop. In the background each model has its own time: it begins when a place is free."""
        return asyncio.get_running_loop().time() + self.deadline if call_rank.get() == PERSON else None


def partial_deadline(end: float) -> float:
    now = asyncio.get_running_loop().time()
    return now + max(0.0, end - now) * SHARE


def log_failure(model: LanguageModel, error: ModelError) -> StandIn:
    """Logged here; the reply of the next model carries it."""
    logger.warning("Model %s failed (%s), the next one is asked.", model.name, error.code)
    return StandIn(model.name, error.code)
