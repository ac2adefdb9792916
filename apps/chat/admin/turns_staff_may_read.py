"""Turns that staff may read: none whose answer, or one before it, was made from documents that are closed to them."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from apps.chat.models import Turn
from apps.chat.models.knowledge_gaps import Gap
from apps.documents.admin.limit_rows_to_readable_collections import made_of_closed, sees_all


def readable_turns(request: HttpRequest) -> QuerySet[Turn]:
    """As for shared answers: what was found counts, cited or not, and so does what was told before: a question may be
    made to stand alone by it, and an answer repeat it."""
    if sees_all(request):
        return Turn.objects.all()
    closed = Turn.objects.filter(pk__in=made_of_closed(request, Turn, "passages", "nearest", "warnings"))
    so_far = closed.filter(conversation=OuterRef("conversation"), number__lte=OuterRef("number"))
    return Turn.objects.exclude(Exists(so_far))


def with_readable_turns(request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows with turns of which one is readable, and those that have none."""
    if sees_all(request):
        return rows
    name = "gap" if rows.model is Gap else "conversation"
    every = Exists(Turn.objects.filter(**{name: OuterRef("pk")}))
    return rows.filter(~every | Exists(readable_turns(request).filter(**{name: OuterRef("pk")})))
