"""Gaps as staff may read them: named, found and described by questions and answers that are open to them alone."""

from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.text import smart_split

from apps.chat.admin.turns_staff_may_read import (
    closed_turn_condition,
    exclude_closed_turns,
    readable_turns,
    searched_questions,
)
from apps.chat.models import Turn
from apps.chat.models.knowledge_gaps import Gap
from apps.documents.admin.limit_rows_to_readable_collections import sees_all


def readable_gaps(request: HttpRequest, gaps: QuerySet[Gap]) -> QuerySet[Gap]:
    """Keeps gaps with a readable turn, named by their oldest one, and gaps without turns (topics of the board) that no
    question closed to this person made."""
    if sees_all(request):
        return gaps
    closed = closed_turn_condition(request)
    readable = exclude_closed_turns(closed)
    oldest = searched_questions(readable.filter(gap=OuterRef("pk")).order_by("created_at"))[:1]
    loaded: dict[str, Any] = {
        "wording": Coalesce(Subquery(oldest), F("question")),
        "has_readable_answer": Exists(readable.filter(pk=OuterRef("answer"))),
    }
    of_closed_topic = Q(question__in=searched_questions(Turn.objects.filter(closed)))
    is_of_topic = ~Exists(Turn.objects.filter(gap=OuterRef("pk"))) & ~of_closed_topic
    known = gaps.filter(is_of_topic | Exists(readable.filter(gap=OuterRef("pk"))))
    return known.annotate(**loaded)


def search_gaps(request: HttpRequest, gaps: QuerySet[Gap], words: str) -> QuerySet[Gap]:
    """Keeps those readable gaps that have each of the words in their name or in a readable question."""
    asked = readable_turns(request).filter(gap=OuterRef("pk"))
    for word in smart_split(words):
        bare = word.strip("\"'")
        gaps = gaps.filter(Q(wording__icontains=bare) | Exists(asked.filter(question__icontains=bare)))
    return gaps


def load_newest_turns(request: HttpRequest, gap: Gap, most: int) -> None:
    """Into `gap.turns`: the readable ones, newest first. Up to three queries."""
    newest = readable_turns(request).filter(gap=gap).order_by("-created_at").values("pk")[:most]
    shown = Turn.objects.filter(pk__in=newest).order_by("-created_at")
    prefetch_related_objects([gap], Prefetch("turns", queryset=shown))
