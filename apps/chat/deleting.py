"""Deleting conversations, completely: answers, citations, feedback, and what the ledger and the queue know of them."""

from collections.abc import Collection as Some

from django.db import transaction
from django.db.models import QuerySet

from apps.chat.models import Conversation, Turn
from apps.llm.models import ModelCall


def delete(conversations: QuerySet[Conversation]) -> int:
    """How many were deleted. Sync, one transaction. Citations, feedback and share links hang on them by their keys.

    The calls to models stay in the ledger, because money was spent, but no longer say for what.
    """
    with transaction.atomic():
        ids = list(conversations.values_list("pk", flat=True))
        forget_calls(Turn.objects.filter(conversation__in=ids).values_list("pk", flat=True))
        Conversation.objects.filter(pk__in=ids).delete()
    return len(ids)


def forget_calls(turns: Some[object]) -> None:
    references = [f"turn:{turn}" for turn in turns]
    ModelCall.objects.filter(reference__in=references).update(reference="")
