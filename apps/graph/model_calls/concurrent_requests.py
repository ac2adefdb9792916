"""Runs a round of requests concurrently, as many as allowed; each worker stores its reply before it asks again."""

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from apps.graph.model_calls.build_budget import BuildBudgetSpent
from apps.graph.model_calls.build_stopped_errors import BuildOutOfTime, BuildStopped
from apps.graph.model_calls.commit_batching import CommitBatches
from apps.graph.model_calls.reply_cache import CachedReply
from apps.graph.model_calls.task_group import run_concurrently
from apps.llm.errors import ModelError
from apps.llm.types import Completion

HOPELESS = frozenset({"content_filter", "context_too_long", "empty", "garbage"})
"""Errors about this one text: it is left out and named, the build goes on."""


class ModelReply(NamedTuple):
    """`data` is fit for JSON. `stand_in` names the model that wrote it where that is not the one that was chosen."""

    data: Any
    calls: int = 1
    stand_in: str = ""


def stand_in_model_name(*completions: Completion) -> str:
    """The model that wrote one of these in place of the chosen one, or nothing."""
    return next((each.model for each in completions if each.stand_in is not None), "")


def accept_everything(_data: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """`ask` calls the model. What an earlier build kept is taken when `accepts` does, otherwise it is asked again."""

    key: str
    purpose: str
    documents: Sequence[int]
    ask: Callable[[], Awaitable[ModelReply]]
    about: str = ""
    """Names the question to people when it fails."""
    accepts: Callable[[Any], bool] = accept_everything


class RequestRound:
    """`failed` are those that may succeed later, `hopeless` those that never will; `stopped` says why no more is asked.

    `stood_in` has the requests that another model answered: this build uses the reply, the next one asks again.
    `store` is sync and stores replies in one transaction; `on_stored` is called with what was stored. `until` is on the
    monotonic clock: after it no call is begun.
    """

    def __init__(
        self,
        questions: Sequence[ModelRequest],
        store: Callable[[Sequence[CachedReply]], None],
        on_stored: Callable[[Sequence[CachedReply]], None],
        until: float | None,
    ) -> None:
        self.waiting: Iterator[ModelRequest] = iter(questions)
        self.commits: CommitBatches[CachedReply] = CommitBatches(store)
        self.on_stored, self.until = on_stored, until
        self.failed: list[tuple[ModelRequest, ModelError]] = []
        self.hopeless: list[tuple[ModelRequest, ModelError]] = []
        self.stood_in: list[tuple[ModelRequest, str]] = []
        self.stopped: BuildStopped | None = None

    async def run(self, at_once: int) -> None:
        """Also when it is cancelled, what was answered is stored. Raises DatabaseError."""
        try:
            await run_concurrently(*(self.work() for _ in range(at_once)))
        finally:
            await self.keep()

    async def work(self) -> None:
        for question in self.waiting:
            if self.until is not None and time.monotonic() > self.until:
                self.stop(BuildOutOfTime())
            if self.stopped:
                return
            await self.ask(question)

    async def ask(self, question: ModelRequest) -> None:
        try:
            reply = await question.ask()
        except BuildBudgetSpent as spent:
            self.stop(BuildStopped(str(spent)))
        except ModelError as error:
            if error.code in HOPELESS:
                self.hopeless.append((question, error))
            elif error.temporary:
                self.failed.append((question, error))
            else:
                self.stop(BuildStopped(str(error)))
        else:
            await self.take(question, reply)

    async def take(self, question: ModelRequest, reply: ModelReply) -> None:
        if reply.stand_in:
            self.stood_in.append((question, reply.stand_in))
        # A killed process loses no more than the calls under way: none begins before this one is kept.
        await self.keep(
            CachedReply(
                question.key, question.purpose, question.documents, reply.data, reply.calls, stand_in=reply.stand_in
            )
        )

    def stop(self, reason: BuildStopped) -> None:
        """The first reason is the one that is told."""
        self.stopped = self.stopped or reason

    async def keep(self, *answered: CachedReply) -> None:
        if done := await self.commits.keep(*answered):
            self.on_stored(done)
