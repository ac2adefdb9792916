"""Turns that staff may read: none whose answer, or one before it, was made from documents that are closed to them."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Coalesce, NullIf
from django.http import HttpRequest

from apps.chat.models import Channel, Turn
from apps.documents.admin.limit_rows_to_readable_collections import rows_naming_unreadable_documents, sees_all

NO_QUERY = Value("", output_field=TextField())


def readable_turns(request: HttpRequest) -> QuerySet[Turn]:
    return Turn.objects.all() if sees_all(request) else exclude_closed_turns(closed_turn_condition(request))


def exclude_closed_turns(closed: Exists) -> QuerySet[Turn]:
    """Returns all turns but closed ones and those that ask a closed question anew, as the trial of a gap does."""
    asked_anew = Q(conversation__channel=Channel.REVIEW, question__in=searched_questions(Turn.objects.filter(closed)))
    return Turn.objects.exclude(closed).exclude(asked_anew)


def closed_turn_condition(request: HttpRequest) -> Exists:
    """Matches turns that name an unreadable document, cited or only found, and the turns after them: a question may be
    made to stand alone by what was told before, and an answer may repeat it. Two queries."""
    closed = Turn.objects.filter(
        pk__in=rows_naming_unreadable_documents(request, Turn, "passages", "nearest", "warnings")
    )
    return Exists(closed.filter(conversation=OuterRef("conversation"), number__lte=OuterRef("number")))


def searched_questions(turns: QuerySet[Turn]) -> QuerySet[Turn, str]:
    """The questions as they were searched for, by which gaps are named."""
    return turns.values_list(Coalesce(NullIf("query", NO_QUERY), "question", output_field=TextField()), flat=True)


def filter_readable_conversations(request: HttpRequest, conversations: QuerySet[Any]) -> QuerySet[Any]:
    """Conversations with turns of which one is readable, and those that have none."""
    if sees_all(request):
        return conversations
    every = Exists(Turn.objects.filter(conversation=OuterRef("pk")))
    return conversations.filter(~every | Exists(readable_turns(request).filter(conversation=OuterRef("pk"))))
