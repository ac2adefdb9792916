"""Finds out whether the mail server takes our mails at all, by what is owed and what was sent."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from apps.chat.models import AnswerChange, NotificationState, SubscriptionWay
from config.notifications.models import Notification
from config.notifications.notify_people import MAIL_PATIENCE


@dataclass(frozen=True, slots=True)
class MailsNotTaken:
    """The first mail that the server did not take since it took one, and what it said of the newest."""

    since: datetime
    error: str


def find_mails_not_taken() -> MailsNotTaken | None:
    """None while every mail was taken, or a later one was: a single address may be wrong. One query, or three."""
    failed = failed_mails()
    taken = last_taken() if failed else None
    later = [row for row in failed if taken is None or row[0] > taken]
    return MailsNotTaken(min(later)[0], max(later)[1]) if later else None


def failed_mails() -> list[tuple[datetime, str]]:
    """When notifications and words of changed answers were made, and why the last attempt to send them failed."""
    recent = timezone.now() - MAIL_PATIENCE  # what is older is not sent again
    notifications = Notification.objects.filter(is_mail_due=True, mailed_at=None, created_at__gte=recent)
    changes = AnswerChange.objects.filter(state=NotificationState.OWED, subscription__way=SubscriptionWay.MAIL)
    first, second = (
        rows.exclude(error="").order_by().values_list("created_at", "error") for rows in (notifications, changes)
    )
    return list(first.union(second, all=True))


def last_taken() -> datetime | None:
    by_mail = AnswerChange.objects.filter(subscription__way=SubscriptionWay.MAIL)
    moments = (
        Notification.objects.aggregate(last=Max("mailed_at"))["last"],
        by_mail.aggregate(last=Max("sent_at"))["last"],
    )
    return max((moment for moment in moments if moment is not None), default=None)
