"""The model client of a build: cached replies are not asked for again, new ones are stored at once.

requests  ->  cached replies from the database  ->  the others, as many at once as the endpoint allows  ->  replies
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.database.enable_prepared_statements import use_prepared_statements
from apps.graph.model_calls import reply_cache
from apps.graph.model_calls.build_budget import Budget
from apps.graph.model_calls.build_stopped_errors import BuildStopped
from apps.graph.model_calls.concurrent_requests import ModelRequest, RequestRound
from apps.graph.model_calls.reply_cache import CachedReply
from apps.graph.models import Build
from apps.llm.call_ledger import Ledger

PAUSES = (1.0, 5.0, 30.0)
"""Seconds before what failed is asked again, after the gateway's own attempts."""


Progress = Callable[[str, int, int], None]


@dataclass
class BuildModelClient:
    """Sends the requests of one build to its models."""

    build: Build
    ledger: Ledger
    budget: Budget
    concurrency: int
    progress: Progress = lambda phase, done, total: None
    problems: list[dict[str, str]] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    """Why a request is left without a reply, by its key."""
    stand_ins: set[str] = field(default_factory=set)
    """Models that wrote something in place of the chosen one."""
    until: float | None = None
    """On the monotonic clock: after this no call is begun."""

    async def ask(self, phase: str, questions: Sequence[ModelRequest]) -> dict[str, Any]:
        """The reply for each key; a key is missing when its text could not be dealt with (see `problems`).

        Raises BuildStopped when the budget is spent or the models cannot be reached, BuildOutOfTime after `until`; all
        finished calls are stored.
        """
        asked = {question.key: question for question in questions}
        found = await self.known(asked)
        left = [question for key, question in asked.items() if key not in found]
        self.progress(phase, len(found), len(asked))

        def on_stored(done: Sequence[CachedReply]) -> None:
            found.update({each.key: each.data for each in done})
            self.progress(phase, len(found), len(asked))

        for pause in (0.0, *PAUSES):
            await asyncio.sleep(pause)
            once = RequestRound(left, self._store, on_stored, self.until)
            await once.run(min(self.concurrency, len(left)))
            for question, error in once.hopeless:
                self.lost[question.key] = error.code
                self.problem(question.about, error.code)
            for question, model in once.stood_in:
                self.note_stand_in(question, model)
            if once.stopped:
                raise once.stopped
            if not once.failed:
                return found
            left = [question for question, _error in once.failed]
        said = _("%(number)d calls failed again and again: %(error)s")
        raise BuildStopped(said % {"number": len(once.failed), "error": once.failed[0][1]})

    async def known(self, asked: Mapping[str, ModelRequest]) -> dict[str, Any]:
        """The replies that earlier builds, and earlier attempts at this one, have kept and these requests accept."""
        index = self.build.index_id
        known = await sync_to_async(reply_cache.load_cached_replies)(index, list(asked))
        found = {key: data for key, data in known.items() if asked[key].accepts(data)}
        others = await sync_to_async(reply_cache.load_stand_in_replies)(
            index, [key for key in asked if key not in found]
        )
        for key, (model, data) in others.items():
            if asked[key].accepts(data):
                found[key] = data
                self.note_stand_in(asked[key], model)
        return found

    def note_stand_in(self, question: ModelRequest, model: str) -> None:
        self.stand_ins.add(model)
        self.problem(question.about, f"stand_in: {model}")

    def problem(self, what: str, reason: str) -> None:
        """Records something that the build goes on without, for people to see."""
        self.problems.append({"what": what, "reason": reason})

    def _store(self, done: Sequence[CachedReply]) -> None:
        with use_prepared_statements(), transaction.atomic():
            reply_cache.save_replies(self.build.index_id, done)
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
            calls=add_call_counts(build.calls, self.ledger.calls_by_purpose()),
            input_tokens=build.input_tokens + totals["input_tokens"],
            output_tokens=build.output_tokens + totals["output_tokens"],
            cost=build.cost + totals["cost"],
        )


def add_call_counts(before: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """Calls by purpose, those of an earlier attempt at this build included."""
    return {purpose: before.get(purpose, 0) + now.get(purpose, 0) for purpose in sorted({*before, *now})}
