"""Asks questions of subscribers again where their pages changed: after everybody else's, and a limited number a day."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial

from django.db.models import F
from django.utils import timezone

from apps.chat.admission.daily_budgets import is_budget_spent
from apps.chat.answering.answer_question import answer_in_background
from apps.chat.models import Conversation, Subscription, Turn, TurnState
from apps.chat.models.service_settings import load_service_rules
from apps.chat.privacy.delete_conversations import delete_conversations
from apps.chat.subscriptions.find_changed_pages import active_subscriptions
from apps.chat.subscriptions.record_owed_notifications import record_and_watch_again
from apps.chat.subscriptions.search_questions_again import subscription_question
from apps.chat.turn_state.fallback_notices import was_unproved
from apps.chat.turn_state.turn_events import TurnDone
from apps.database.async_access import run_in_database, use_shared_threads
from apps.llm.types import LanguageModel
from apps.retrieval.algorithms import UnknownAlgorithm
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.task_schedules import run_each

logger = logging.getLogger(__name__)

MOST_ASKED = 20
"""Questions in a look; a look is a minute."""
MOST_SECONDS = 180.0
"""After which a look begins no further question: the queue ends a task after ten minutes."""
MOST_FAILURES = 10
"""In a row; then the question is asked again after the next change of its pages."""
RETRIED_AFTER = timedelta(minutes=15)
COMPARABLE = (TurnState.DONE, TurnState.REFUSED)


def ask_due_questions(model: LanguageModel | None = None) -> int:
    """Asks the questions that are due, those of one account or of none once; how many. Calls models.

    Nothing while language models are switched off or the day's budgets are spent. One process at a time.
    """
    in_force = load_service_rules()
    if not in_force.answers_are_on or is_budget_spent(in_force):
        return 0
    left = MOST_ASKED
    if most := in_force.subscription_questions_per_day:
        left = min(left, most - count_asked_today())
    groups = due_groups()[: max(0, left)]
    asked: list[int] = []
    until = time.monotonic() + MOST_SECONDS
    run_each(*(partial(ask_group_in_time, group, model, until, asked) for group in groups))
    return len(asked)


def ask_group_in_time(
    group: Sequence[Subscription], model: LanguageModel | None, until: float, asked: list[int]
) -> None:
    """Notes the group in `asked` and asks its question, unless it is `until` already."""
    if time.monotonic() < until:
        asked.append(group[0].pk)
        ask_group_again(group, model)


def count_asked_today() -> int:
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return sum(1 for _group in group_by_answer_inputs(Subscription.objects.filter(asked_at__gte=midnight)))


def due_groups() -> list[list[Subscription]]:
    """Subscriptions that one answer serves, the longest waiting first: those never asked again before all others."""
    rested = timezone.now() - RETRIED_AFTER
    due = active_subscriptions().filter(is_due=True).exclude(failures__gt=0, asked_at__gt=rested)
    return group_by_answer_inputs(
        due.select_related("user", "turn__conversation").order_by(F("asked_at").asc(nulls_first=True), "pk")
    )


def group_by_answer_inputs(subscriptions: Iterable[Subscription]) -> list[list[Subscription]]:
    """By all that makes the answer: question, language, reader, collections, filters."""
    groups: dict[str, list[Subscription]] = defaultdict(list)
    for one in subscriptions:
        groups[repr((one.question, one.language, one.user_id, one.collections, one.filters))].append(one)
    return list(groups.values())


def ask_group_again(group: Sequence[Subscription], model: LanguageModel | None = None) -> None:
    """Answers once for all of the group, and owes notifications where the proved answer changed. Calls models.

    Whatever is raised on the way is a failure of the group: it is asked again later, and not before all others.
    """
    is_done = False
    try:
        ask_and_compare_group(group, model)
        is_done = True
    finally:
        if not is_done:
            postpone_group(group)


def ask_and_compare_group(group: Sequence[Subscription], model: LanguageModel | None) -> None:
    """The answer itself is deleted: it was nobody's conversation."""
    try:
        strictest = next((one for one in group if one.turn.stays_in_house()), group[0])
        done = asyncio.run(answer_subscription_again(strictest, model))
    except (UnknownCollection, UnknownAlgorithm):
        # A right or a collection is gone: what they may read by now cannot be told.
        done = None
    turn = Turn.objects.filter(pk=done.turn).first() if done else None
    try:
        if turn is None or not is_comparable(turn):
            postpone_group(group)
            return
        for subscription in group:
            record_and_watch_again(subscription, turn)
    finally:
        if turn is not None:
            delete_conversations(Conversation.objects.filter(pk=turn.conversation_id))


async def answer_subscription_again(subscription: Subscription, model: LanguageModel | None) -> TurnDone | None:
    with use_shared_threads():
        question = await run_in_database(subscription_question, subscription)
    return await answer_in_background(question, model)


def is_comparable(turn: Turn) -> bool:
    """Not one that somebody else than the usual model wrote: what it did not find may stand there."""
    return turn.state in COMPARABLE and (was_unproved(turn.warnings) or not has_fallback_warning(turn))


def has_fallback_warning(turn: Turn) -> bool:
    return any(one["kind"] in ("stand_in", "words_only") for one in turn.warnings)


def postpone_group(group: Sequence[Subscription]) -> None:
    """Later, but not for ever."""
    now = timezone.now()
    for one in group:
        is_last = one.failures + 1 >= MOST_FAILURES
        if is_last:
            logger.warning("The question of subscription %d could not be asked again.", one.pk)
        # Whose row is gone has left meanwhile.
        failures = 0 if is_last else one.failures + 1
        Subscription.objects.filter(pk=one.pk).update(failures=failures, asked_at=now, is_due=not is_last)
