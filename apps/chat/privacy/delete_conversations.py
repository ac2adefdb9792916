"""Deletes conversations or single turns completely: answers, citations, feedback, what ledger and gap list know."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet

from apps.chat.models import Conversation, DeletedConversation, Gap, Turn
from apps.llm.models import ModelCall


def delete_conversations(conversations: QuerySet[Conversation]) -> int:
    """How many were deleted. One transaction. Citations, feedback and share links hang on them by their keys.

    The calls to models stay in the ledger, because money was spent, but no longer say for what. Numbers of the
    conversations are kept, so that they can be deleted again after a backup was restored.
    """
    with transaction.atomic():
        ids = list(conversations.values_list("pk", flat=True))
        turns = Turn.objects.filter(conversation__in_array=ids)
        # Held first: an answer that is being stored is waited for and deleted, and one that comes later finds no turn.
        held = list(turns.order_by("pk").select_for_update().values_list("pk", flat=True))
        gaps = list(turns.exclude(gap=None).values_list("gap", flat=True).distinct())
        detach_model_calls(held)
        Conversation.objects.filter(pk__in_array=ids).delete()
        DeletedConversation.objects.bulk_create(DeletedConversation(conversation_id=pk) for pk in ids)
        rename_or_delete_gaps(gaps)
    return len(ids)


def delete_turns(turns: QuerySet[Turn]) -> None:
    """Single questions with their answers, of conversations that stay. One transaction."""
    with transaction.atomic():
        held = list(turns.order_by("pk").select_for_update().values_list("pk", "gap"))
        detach_model_calls([pk for pk, _gap in held])
        Turn.objects.filter(pk__in_array=[pk for pk, _gap in held]).delete()
        rename_or_delete_gaps(list({gap for _pk, gap in held if gap}))


def detach_model_calls(turns: Sequence[object]) -> None:
    references = [f"turn:{turn}" for turn in turns]
    ModelCall.objects.filter(reference__in_array=references).update(reference="")


def rename_or_delete_gaps(ids: Sequence[int]) -> None:
    """A gap is named by one of its questions: by one that is left, and without any it is gone, its trial answer too."""
    oldest = Turn.objects.filter(gap__in_array=ids).order_by("gap_id", "created_at").distinct("gap_id")
    named = {turn.gap_id: turn.query or turn.question for turn in oldest.only("gap_id", "query", "question")}
    Gap.objects.bulk_update([Gap(pk=gap, question=question) for gap, question in named.items()], ["question"])
    without = Gap.objects.filter(pk__in_array=[gap for gap in ids if gap not in named])
    Conversation.objects.filter(turns__in=list(without.values_list("answer_id", flat=True))).delete()
    without.delete()
