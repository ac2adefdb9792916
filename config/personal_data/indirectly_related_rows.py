"""Reads rows that belong to a person indirectly: by their conversations, turns, interactions and subscriptions."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from apps.chat.models import (
    AnswerChange,
    Conversation,
    Delivery,
    DeliveryPurpose,
    ImprovementNote,
    InteractionKey,
    PlatformUser,
    SecondReading,
    ShareLink,
    Subscription,
    SubscriptionQuote,
    Turn,
)
from config.personal_data.directly_related_rows import exportable_columns


def indirectly_related_rows(
    conversations: Sequence[Conversation], turns: Sequence[Turn], asker: Sequence[PlatformUser], subscriptions: Q
) -> dict[str, list[dict[str, Any]]]:
    """Returns rows by table. `asker` is the person on platforms, `subscriptions` which are theirs. A query for each.

    What asks supervisors to approve an answer is left out: it names them.
    """
    theirs = Subscription.objects.filter(subscriptions).values("pk")
    sent = Delivery.objects.filter(interaction__asker__in=asker).exclude(purpose=DeliveryPurpose.REVIEW)
    tables = (
        ShareLink.objects.filter(conversation__in=conversations),
        SecondReading.objects.filter(turn__in=turns),
        ImprovementNote.objects.filter(turn__in=turns),
        InteractionKey.objects.filter(interaction__asker__in=asker),
        sent,
        Subscription.objects.filter(user=None, interaction__asker__in=asker),
        AnswerChange.objects.filter(subscription__in=theirs),
        SubscriptionQuote.objects.filter(subscription__in=theirs),
    )
    listed: dict[str, list[dict[str, Any]]] = {}
    for rows in tables:
        if found := [exportable_columns(row) for row in rows.order_by("pk")]:
            listed[rows.model._meta.label] = found
    return listed
