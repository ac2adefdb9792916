"""Each of some questions once, as many at the same time as allowed; every reply is stored before the next is asked."""

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.graph.model_calls.budget import BudgetSpent
from apps.graph.model_calls.commit_batching import Commits
from apps.graph.model_calls.reply_cache import Answered
from apps.graph.model_calls.task_group import side_by_side
from apps.llm.errors import ModelError

HOPELESS = frozenset({"content_filter", "context_too_long", "empty", "garbage"})
"""Errors about this one text: it is left out and named, the build goes on."""
OUT_OF_TIME = _("goes on in a moment")


@dataclass(frozen=True, slots=True)
class Question:
    """`ask` calls the model and gives what is stored, fit for JSON, with the number of calls it took."""

    key: str
    purpose: str
    documents: Sequence[int]
    ask: Callable[[], Awaitable[tuple[Any, int]]]
    about: str = ""
    """Names the question to people when it fails."""


class Round:
    """`failed` are those that may succeed later, `hopeless` those that never will; `stopped` says why no more is asked.

    `store` is sync and stores replies in one transaction; `told` is called with what was stored. `until` is on the
    monotonic clock: after it no call is begun.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        store: Callable[[Sequence[Answered]], None],
        told: Callable[[Sequence[Answered]], None],
        until: float | None,
    ) -> None:
        self.waiting: Iterator[Question] = iter(questions)
        self.commits: Commits[Answered] = Commits(store)
        self.told, self.until = told, until
        self.failed: list[tuple[Question, ModelError]] = []
        self.hopeless: list[tuple[Question, ModelError]] = []
        self.stopped = ""

    async def run(self, at_once: int) -> None:
        """Also when it is cancelled, what was answered is stored. Raises DatabaseError."""
        try:
            await side_by_side(*(self.work() for _ in range(at_once)))
        finally:
            await self.keep()

    async def work(self) -> None:
        for question in self.waiting:
            if self.until is not None and time.monotonic() > self.until:
                self.stop(str(OUT_OF_TIME))
            if self.stopped:
                return
            await self.ask(question)

    async def ask(self, question: Question) -> None:
        try:
            data, calls = await question.ask()
        except BudgetSpent as spent:
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
            await self.keep(Answered(question.key, question.purpose, question.documents, data, calls))

    def stop(self, reason: str) -> None:
        """The first reason is the one that is told."""
        self.stopped = self.stopped or reason

    async def keep(self, *answered: Answered) -> None:
        if done := await self.commits.keep(*answered):
            self.told(done)
