"""Handles withdrawn documents: subscriptions to answers made from them are asked again and note the missing source."""

from collections.abc import Sequence

from django.db.models import Count, F, Q

from apps.chat.models import Subscription


def mark_subscriptions_due(document_ids: Sequence[int]) -> dict[str, int]:
    """How many, for the receipt. Quotes and what was known of the pages go with the documents by their keys.

    Runs inside the transaction of the withdrawal.
    """
    quoting = Subscription.objects.filter(quotes__change=None, quotes__document__in=document_ids).annotate(
        gone=Count("quotes", filter=Q(quotes__change=None, quotes__document__in=document_ids))
    )
    for subscription in quoting:
        Subscription.objects.filter(pk=subscription.pk).update(
            withdrawn_quotes=F("withdrawn_quotes") + subscription.gone
        )
    concerned = Subscription.objects.filter(Q(pages__document__in=document_ids) | Q(quotes__document__in=document_ids))
    ids = set(concerned.values_list("pk", flat=True))
    return {"chat_subscription": Subscription.objects.filter(pk__in=ids).update(is_due=True)}
