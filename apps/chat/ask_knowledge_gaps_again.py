"""Asks the questions of knowledge gaps again after new documents: one process at a time, with a daily limit.

A gap costs an answer only when its search finds something else than before; the search alone says that.
"""

import asyncio

from asgiref.sync import async_to_sync
from django.db.models import Max, Min, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.admission.daily_budgets import service_wide_withholding_reason
from apps.chat.answering.answer_question import answer_in_background
from apps.chat.models import Channel, TurnState
from apps.chat.models.conversations import have_read_in_house
from apps.chat.models.knowledge_gaps import Gap, GapState
from apps.chat.models.service_settings import load_service_rules
from apps.chat.turn_state.fallback_notices import was_unproved
from apps.chat.turn_state.turn_events import TurnDone
from apps.database.advisory_lock import advisory_lock
from apps.database.async_access import run_in_database, use_shared_threads
from apps.documents.models import PUBLISHED, Document
from apps.llm.call_ledger import Ledger
from apps.llm.prompts_and_models_in_use import NO_TRIAL
from apps.retrieval.search.search import search

LOCK = 7_203_115
MOST_LOOKED_AT = 10
"""Of one sweep, the gaps asked for most often first."""
MOST_ANSWERS_A_DAY = 50


def gaps_to_ask_again() -> QuerySet[Gap]:
    """Open gaps that were last looked at before documents came."""
    gaps = Gap.objects.filter(state=GapState.OPEN).annotate(looked=Coalesce("checked_at", "last_asked_at"))
    oldest = gaps.aggregate(oldest=Min("looked"))["oldest"]
    if oldest is None:
        return Gap.objects.none()
    newest = Document.objects.published_since(oldest).aggregate(newest=Max(PUBLISHED))["newest"]
    return gaps.filter(looked__lt=newest).order_by("-count")[:MOST_LOOKED_AT] if newest else Gap.objects.none()


def ask_due_gaps_again() -> int:
    """Asks the gaps again that new documents may answer; how many. Calls models; nothing while another process is at
    it, while language models are switched off, and once the day's budgets are spent."""
    asked = 0
    with advisory_lock(LOCK, 0) as is_ours:
        for gap in gaps_to_ask_again() if is_ours else ():
            if service_wide_withholding_reason(load_service_rules()) or count_gap_answers_today() >= MOST_ANSWERS_A_DAY:
                break
            if finds_same_passages(gap):
                Gap.objects.filter(pk=gap.pk).update(checked_at=timezone.now())
                continue
            ask_single_gap_again(gap.pk)
            asked += 1
    return asked


def count_gap_answers_today() -> int:
    """How many gaps have been answered anew since midnight."""
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return Gap.objects.filter(answer__created_at__gte=midnight).count()


def finds_same_passages(gap: Gap) -> bool:
    """Whether a search finds what the newest answer to the gap was made from. No language model; an embedding call."""
    turn = gap.answer or gap.turns.order_by("-created_at").first()
    before = [passage["chunk"] for passage in turn.passages] if turn else []
    request = public_question(gap).search_request(None, None, NO_TRIAL)
    found = async_to_sync(search)(gap.question, request, ledger=Ledger()).passages
    return {passage.chunk_id for passage in found[: max(1, len(before))]} == set(before)


def ask_single_gap_again(gap_id: int) -> bool:
    """Asks the question of a gap as the public would; true when it is answered now.

    What an editor makes of the gap meanwhile stands. Calls models, reads and writes the database. Raises
    Gap.DoesNotExist.
    """
    gap = Gap.objects.get(pk=gap_id)
    done = asyncio.run(answer_as_public(gap))
    is_answered = done is not None and (done.state == TurnState.DONE or was_unproved(done.warnings))
    turn = done.turn if done is not None else None
    Gap.objects.filter(pk=gap_id).update(checked_at=timezone.now(), answer_id=turn)
    if is_answered:
        Gap.objects.filter(pk=gap_id, state=gap.state).update(state=GapState.ANSWERED)
    return is_answered


async def answer_as_public(gap: Gap) -> TurnDone | None:
    with use_shared_threads():
        question = await run_in_database(public_question, gap)
    return await answer_in_background(question)


def public_question(gap: Gap) -> AskedQuestion:
    """Two queries. The public may read less than who was refused, but the words stay where theirs had to."""
    turns = gap.turns.order_by()
    in_house = turns.filter(conversation__stays_in_house=True).exists() or have_read_in_house(turns.only("passages"))
    return AskedQuestion(gap.question, channel=Channel.REVIEW, in_house=in_house)
