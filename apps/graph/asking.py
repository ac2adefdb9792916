"""Many questions to a model: what was answered before is not asked again, what is answered is stored at once.

questions  ->  known replies from the database  ->  the others, as many at once as the endpoint allows  ->  replies
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone

from apps.graph import replies
from apps.graph.budget import Budget, BudgetSpent
from apps.graph.committing import Commits
from apps.graph.models import Build
from apps.graph.replies import Answered
from apps.llm.errors import ModelError
from apps.llm.ledger import Ledger

PAUSES = (1.0, 5.0, 30.0)
"""Seconds before what failed is asked again, after the gateway's own attempts."""
HOPELESS = frozenset({"content_filter", "context_too_long", "empty", "garbage"})
"""Errors about this one text: it is left out and named, the build goes on."""
OUT_OF_TIME = "goes on in a moment"
KEYS_TOGETHER = 5_000


class BuildStopped(Exception):  # noqa: N818 - a state people can act on
    """The build cannot go on now; what is done is kept. The message says why."""


@dataclass(frozen=True, slots=True)
class Question:
    """`ask` calls the model and gives what is stored, fit for JSON, with the number of calls it took."""

    key: str
    purpose: str
    documents: Sequence[int]
    ask: Callable[[], Awaitable[tuple[Any, int]]]
    about: str = ""
    """Names the question to people when it fails."""


Progress = Callable[[str, int, int], None]


@dataclass
class Asker:
    """One build's way to its models."""

    build: Build
    ledger: Ledger
    budget: Budget
    concurrency: int
    progress: Progress = lambda phase, done, total: None
    problems: list[dict[str, str]] = field(default_factory=list)
    until: float | None = None
    """On the monotonic clock: after this no call is begun."""

    async def ask(self, phase: str, questions: Sequence[Question]) -> dict[str, Any]:
        """The reply for each key; a key is missing when its text could not be dealt with (see `problems`).

        Raises BuildStopped when the budget is spent or the models cannot be reached; all finished calls are stored.
        """
        asked = {question.key: question for question in questions}
        found = await sync_to_async(self._known)(list(asked))
        left = [question for key, question in asked.items() if key not in found]
        self.progress(phase, len(asked) - len(left), len(asked))
        for pause in (*PAUSES, None):
            failed = await self._round(phase, left, found, len(asked))
            if not failed:
                return found
            if pause is None:
                error = failed[0][1]
                raise BuildStopped(f"{len(failed)} calls failed again and again: {error}")
            left = [question for question, _ in failed]
            await asyncio.sleep(pause)
        return found

    def problem(self, what: str, reason: str) -> None:
        """Something the build goes on without, for people to see."""
        self.problems.append({"what": what, "reason": reason})

    def _known(self, keys: Sequence[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for start in range(0, len(keys), KEYS_TOGETHER):
            found |= replies.known(self.build.index_id, keys[start : start + KEYS_TOGETHER])
        return found

    async def _round(
        self, phase: str, questions: Sequence[Question], found: dict[str, Any], total: int
    ) -> list[tuple[Question, ModelError]]:
        """Asks each once; gives those that failed and may succeed later."""
        waiting = iter(questions)
        commits = Commits(self._store)
        failed: list[tuple[Question, ModelError]] = []
        stopped: list[str] = []

        async def work() -> None:
            for question in waiting:
                if self.until is not None and time.monotonic() > self.until:
                    stopped.append(OUT_OF_TIME)
                if stopped:
                    return
                try:
                    data, calls = await question.ask()
                except BudgetSpent as spent:
                    stopped.append(str(spent))
                except ModelError as error:
                    if error.code in HOPELESS:
                        self.problem(question.about, error.code)
                    elif error.temporary:
                        failed.append((question, error))
                    else:
                        stopped.append(str(error))
                else:
                    # A killed process loses no more than the calls under way: none begins before this one is kept.
                    await keep(Answered(question.key, question.purpose, question.documents, data, calls))

        async def keep(*answered: Answered) -> None:
            done = await commits.keep(*answered)
            found.update({each.key: each.data for each in done})
            if done:
                self.progress(phase, len(found), total)

        workers = [asyncio.ensure_future(work()) for _ in range(min(self.concurrency, len(questions)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            await keep()
        if stopped:
            raise BuildStopped(stopped[0])
        return failed

    def _store(self, done: Sequence[Answered]) -> None:
        with transaction.atomic():
            replies.save(self.build.index_id, done)
            self.save_costs()

    def save_costs(self) -> None:
        """Ledger and totals of the build together."""
        self.ledger.save(f"graph:{self.build.pk}")
        totals = self.ledger.totals()
        build = self.build
        Build.objects.filter(pk=build.pk).update(
            phase=build.phase,
            done=build.done,
            total=build.total,
            active_at=timezone.now(),
            calls=together(build.calls, self.ledger.calls_by_purpose()),
            input_tokens=build.input_tokens + totals["input_tokens"],
            output_tokens=build.output_tokens + totals["output_tokens"],
            cost=build.cost + totals["cost"],
        )


def together(before: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """Calls by purpose, those of an earlier attempt at this build included."""
    return {purpose: before.get(purpose, 0) + now.get(purpose, 0) for purpose in sorted({*before, *now})}
