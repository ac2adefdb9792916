"""The blind review queue: which turn a person marks next, and how the marks are stored."""

import re
from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER_PATTERN
from apps.evaluation.models import DialogueTurn, Review, RunKind, RunState, SentenceMark
from apps.text.quotable_units import quotable_units

MARKED = re.compile(rf"(?:(?<!\s)\s++)?+{MARKER_PATTERN}", re.IGNORECASE)
"""A number with the blank before it: without it "fertiggestellt [1]." would end in " ."."""
REVIEWERS = 2
"""So many people mark the same turn, so that their agreement is known, too."""
User = AbstractBaseUser | AnonymousUser


def turns_to_review(user: User) -> QuerySet[DialogueTurn]:
    """Replies this person has not marked and fewer than two people have; those with one mark first, newest runs next.

    The order says nothing about scores.
    """
    turns = DialogueTurn.objects.filter(
        dialogue__run__kind__in=[RunKind.DIALOGUES, RunKind.SAMPLE], dialogue__run__state=RunState.FINISHED
    ).exclude(reply="")
    counted = turns.annotate(marked=Count("reviews"), own=Count("reviews", filter=Q(reviews__reviewer_id=user.pk)))
    waiting = counted.filter(own=0, marked__lt=REVIEWERS)
    return waiting.order_by("-marked", "-dialogue__run", "dialogue__number", "number")


def markable_pieces(turn: DialogueTurn) -> list[str]:
    """The reply in pieces that can be marked."""
    found = [unit.shown for unit in quotable_units(MARKED.sub("", turn.reply))]
    return found or [turn.reply]


@transaction.atomic
def store_review(
    turn: DialogueTurn, user: User, marks: Mapping[str, object], told: Mapping[int, tuple[str, str]]
) -> Review:
    """`told`: number of a sentence (from 1) -> mark and comment. Marking again replaces one's own marks."""
    review, _created = Review.objects.update_or_create(turn=turn, reviewer_id=user.pk, defaults=dict(marks))
    review.sentences.all().delete()
    texts = markable_pieces(turn)
    SentenceMark.objects.bulk_create(
        SentenceMark(review=review, number=number, text=texts[number - 1], mark=mark, comment=comment[:500])
        for number, (mark, comment) in told.items()
        if 1 <= number <= len(texts) and mark in SentenceMark.Mark.values
    )
    return review
