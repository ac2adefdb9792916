"""The queue of sentences that wait for a second reader: added with the turn, claimed by workers, dropped when old."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from itertools import islice

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from apps.chat.admission.daily_budgets import is_budget_spent
from apps.chat.models import ReadingState, SecondReading, Turn
from apps.chat.models.service_settings import load_service_rules
from apps.chat.proof.proof_levels import LeveledSentence
from apps.chat.second_reader.reading_language import reading_language
from apps.chat.second_reader.second_reader_models import is_second_reading_wanted
from apps.llm.daily_spend import UNLIMITED_CALLS, start_of_today
from apps.llm.models import ModelCall

MOST_OF_A_TURN = 12
"""Sentences of one answer; those that follow stay `quoted`."""
MOST_ATTEMPTS = 3
CLAIMED_FOR = timedelta(minutes=5)
"""Longer than any call: what a killed worker held is free again then."""
DROPPED_AFTER = timedelta(days=1)
REWRITES = "simplify:second-reader"
"""The reference of calls about sentences of plain language, which are in no row here."""


def build_waiting_readings(
    turn_id: uuid.UUID, sentences: Sequence[LeveledSentence], languages: Sequence[str]
) -> list[SecondReading]:
    """Rows of those sentences of a turn that a second reader of these languages is asked about; not stored yet."""
    told = ((place, one.claim, one.stated) for place, one in enumerate(sentences) if one.claim)
    rows = (
        SecondReading(turn_id=turn_id, place=place, claim=claim, quotes=stated)
        for place, claim, stated in told
        if reading_language(claim, stated) in languages
    )
    return list(islice(rows, MOST_OF_A_TURN))


def free_readings() -> QuerySet[SecondReading]:
    """Returns the readings that wait and that nobody holds."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=Now())
    young = Q(created_at__gt=timezone.now() - DROPPED_AFTER)
    return SecondReading.objects.filter(free & young, state=ReadingState.WAITING, attempts__lt=MOST_ATTEMPTS)


def count_waiting_readings(turn: Turn) -> int:
    """Sentences of the turn whose level may still change. One query."""
    return SecondReading.objects.filter(turn=turn, state=ReadingState.WAITING, attempts__lt=MOST_ATTEMPTS).count()


def count_readings_left_today() -> int:
    """How many sentences may still be read today, of answers and of rewrites in plain language. A few queries."""
    in_force = load_service_rules()
    if not is_second_reading_wanted() or is_budget_spent(in_force):
        return 0
    if not in_force.readings_per_day:
        return UNLIMITED_CALLS
    read = SecondReading.objects.filter(read_at__gte=start_of_today()).exclude(model="").count()
    elsewhere = ModelCall.objects.filter(created_at__gte=start_of_today(), reference=REWRITES).count()
    return max(0, in_force.readings_per_day - read - elsewhere)


@transaction.atomic
def claim_readings(most: int) -> list[SecondReading]:
    """Takes up to so many for this worker, the newest answers first: somebody may still be looking at them.

    The attempt is counted before it begins, because a worker that is killed counts nothing afterwards.
    """
    rows = list(free_readings().select_for_update(skip_locked=True).order_by("-created_at", "place")[:most])
    held = SecondReading.objects.filter(pk__in=[row.pk for row in rows])
    held.update(attempts=F("attempts") + 1, claimed_until=Now() + CLAIMED_FOR)
    return rows


def delete_old_readings() -> int:
    """Drops what nobody has read within a day; returns how many."""
    old = SecondReading.objects.filter(state=ReadingState.WAITING, created_at__lt=timezone.now() - DROPPED_AFTER)
    return old.delete()[0]
