"""One round of requests, as many at once as allowed; each worker stores its reply before it asks again."""

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.graph.model_calls.budget import BuildBudgetSpent
from apps.graph.model_calls.commit_batching import CommitBatches
from apps.graph.model_calls.reply_cache import CachedReply
from apps.graph.model_calls.task_group import run_concurrently
from apps.llm.errors import ModelError

HOPELESS = frozenset({"content_filter", "context_too_long", "empty", "garbage"})
"""Errors about this one text: it is left out and named, the build goes on."""
OUT_OF_TIME = _("goes on in a moment")


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """`ask` calls the model and gives what is stored, fit for JSON, with the number of calls it took."""

    key: str
    purpose: str
    documents: Sequence[int]
    ask: Callable[[], Awaitable[tuple[Any, int]]]
    about: str = ""
    """Names the question to people when it fails."""


class RequestRound:
    """`failed` are those that may succeed later, `hopeless` those that never will; `stopped` says why no more is asked.

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
        self.stopped = ""

    async def run(self, at_once: int) -> None:
        """Also when it is cancelled, what was answered is stored. Raises DatabaseError."""
        try:
            await run_concurrently(*(self.work() for _ in range(at_once)))
        finally:
            await self.keep()

    async def work(self) -> None:
        for question in self.waiting:
            if self.until is not None and time.monotonic() > self.until:
                self.stop(str(OUT_OF_TIME))
            if self.stopped:
                return
            await self.ask(question)

    async def ask(self, question: ModelRequest) -> None:
        try:
            data, calls = await question.ask()
        except BuildBudgetSpent as spent:
            self.stop(str(spent))
        except ModelError as error:
            if error.code in HOPELESS:
                self.hopeless.append((question, error))
            elif error.temporary:
                self.failed.append((question, error))
            else:
                self.stop(str(error))
        else:
            # A killed process loses no more than the calls under way: none begins before this one is kept.
            await self.keep(CachedReply(question.key, question.purpose, question.documents, data, calls))

    def stop(self, reason: str) -> None:
        """The first reason is the one that is told."""
        self.stopped = self.stopped or reason

    async def keep(self, *answered: CachedReply) -> None:
        if done := await self.commits.keep(*answered):
            self.on_stored(done)
