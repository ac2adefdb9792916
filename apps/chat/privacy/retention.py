"""Enforces retention every night: conversations older than promised are deleted, and visitors' salts with them."""

import logging
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.chat.models import Channel, Conversation, DeletedConversation
from apps.chat.models.rate_allowances import delete_full_allowances
from apps.chat.models.service_settings import ServiceRules, load_service_rules
from apps.chat.models.visitor_fingerprints import DailySalt, VisitorDay
from apps.chat.privacy import delete_conversations

logger = logging.getLogger(__name__)

STAFF = Q(user__isnull=False) | Q(channel__in=[Channel.SLACK, Channel.TEAMS])
"""Conversations of people with an account, and those on the platforms that only staff use."""
AT_ONCE = 500
NUMBERS_KEPT = timedelta(days=400)
"""Of deleted conversations: longer than anybody should keep a backup."""


def delete_expired_conversations() -> dict[str, int]:
    """How many conversations of each kind were deleted. Many short transactions; may run twice."""
    counts = {
        name: delete_in_portions(conversations)
        for name, conversations in expired_conversations(load_service_rules()).items()
    }
    delete_visitor_records()
    DeletedConversation.objects.filter(deleted_at__lt=timezone.now() - NUMBERS_KEPT).delete()
    logger.info("Deleted by age: %(visitors)d conversations of visitors, %(staff)d of staff.", counts)
    return counts


def expired_conversations(in_force: ServiceRules) -> dict[str, QuerySet[Conversation]]:
    """Finds them by the last turn: who goes on with a conversation wants it kept."""
    now = timezone.now()
    visitors = now - timedelta(days=in_force.keep_days)
    staff = now - timedelta(days=in_force.keep_staff_days)
    return {
        "visitors": Conversation.objects.filter(~STAFF, updated_at__lt=visitors),
        "staff": Conversation.objects.filter(STAFF, updated_at__lt=staff),
    }


def delete_in_portions(conversations: QuerySet[Conversation]) -> int:
    """In portions, so that no transaction locks the table for long."""
    deleted = 0
    while ids := list(conversations.values_list("pk", flat=True)[:AT_ONCE]):
        deleted += delete_conversations.delete_conversations(Conversation.objects.filter(pk__in=ids))
    return deleted


def delete_visitor_records() -> None:
    """Deletes salts and counts of days gone by: a fingerprint without its salt leads to nobody."""
    today = timezone.localdate()
    DailySalt.objects.filter(day__lt=today).delete()
    VisitorDay.objects.filter(day__lt=today).delete()
    delete_full_allowances()
