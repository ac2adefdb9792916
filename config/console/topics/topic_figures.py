"""The topics of the last month that a person of the staff may know of, with their trend and where they lead."""

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from apps.chat.admin.turns_staff_may_read import readable_turns
from apps.chat.models import Channel
from apps.chat.privacy.detect_personal_data import mask_personal_data
from config.console.topics.cluster_questions import SearchedQuestion, Topic, cluster_into_topics

DAYS = 30
MOST_QUESTIONS = 3_000
MOST_TOPICS = 50
CACHE_SECONDS = 600
"""Seconds: a month of questions takes a second or two to compare."""
WEEK = timedelta(days=7)
NOT_VISITORS = (Channel.REVIEW, Channel.COMMAND)


@dataclass(frozen=True, slots=True)
class TopicRow:
    """A topic as a line of the board; an address is empty where the person may not go there."""

    name: str
    example: str
    count: int
    this_week: int
    week_before: int
    refused_percent: int
    gap_url: str
    case_url: str
    fixed_answer_url: str

    @property
    def is_rising(self) -> bool:
        return self.this_week > self.week_before


def topic_rows(request: HttpRequest) -> list[TopicRow]:
    """The most asked first. Two queries, and a second of work where nobody has looked for ten minutes."""
    found = cache.get_or_set(
        f"console-topics:{request.user.pk}", lambda: cluster_into_topics(asked_questions(request)), CACHE_SECONDS
    )
    return [topic_row(request, topic) for topic in (found or [])[:MOST_TOPICS]]


def asked_questions(request: HttpRequest) -> list[SearchedQuestion]:
    """Returns visitors' questions, oldest first, not those of staff and tests. Personal data is masked."""
    turns = readable_turns(request).exclude(conversation__channel__in=NOT_VISITORS)
    recent = turns.filter(created_at__gte=timezone.now() - timedelta(days=DAYS)).order_by("-created_at")
    columns = ("query", "question", "created_at", "conversation_id", "state", "gap_id")
    rows = list(recent.values_list(*columns)[:MOST_QUESTIONS])
    return [
        SearchedQuestion(mask_personal_data(query or question), at, conversation, state == "refused", gap)
        for query, question, at, conversation, state, gap in reversed(rows)
    ]


def topic_row(request: HttpRequest, topic: Topic) -> TopicRow:
    now = timezone.now()
    return TopicRow(
        name=", ".join(topic.words),
        example=topic.example,
        count=len(topic.asked),
        this_week=topic.count_between(now - WEEK, now),
        week_before=topic.count_between(now - 2 * WEEK, now - WEEK),
        refused_percent=topic.refused_percent,
        gap_url=reverse("admin:chat_gap_change", args=[topic.gap]) if topic.gap else "",
        case_url=form_url(request, "evaluation.add_case", "evaluation_case_add", question=topic.example),
        fixed_answer_url=form_url(
            request, "chat.add_fixedanswer", "chat_fixedanswer_add", triggers=" ".join(topic.words[:1])
        ),
    )


def form_url(request: HttpRequest, right: str, name: str, **values: str) -> str:
    return f"{reverse(f'admin:{name}')}?{urlencode(values)}" if request.user.has_perm(right) else ""
