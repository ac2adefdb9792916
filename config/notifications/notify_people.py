"""Notifies people of events: a row for each who may know and wants to, a mail where they chose one."""

import logging
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from apps.chat.models import Gap
from apps.deliveries.deliver_owed import Ends, NotDeliveredError, deliver_owed
from apps.deliveries.mail_connection import MailConnection
from config.notifications.event_kinds import KINDS, NotificationKind
from config.notifications.find_recent_events import Event, find_recent_events
from config.notifications.models import Notification
from config.notifications.preferences import load_choices_of_kind

logger = logging.getLogger(__name__)

RIGHTS_BACKEND = "django.contrib.auth.backends.ModelBackend"
"""Also where people sign in by a provider: their rights are those of their groups here."""
KEPT = timedelta(days=90)
MAIL_PATIENCE = timedelta(days=1)
"""What a mail server has refused for so long is old news."""
ENDS = Ends(delivered={}, given_up={"is_mail_due": False})
"""`send_mail_once` marks what was sent."""

SUBJECT = 120
"""Characters of the sentence that stand in the subject."""


def watch() -> None:
    """Every minute. May send mails."""
    Notification.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    for event in find_recent_events():
        if not Notification.objects.filter(kind=event.kind, key=event.key).exists():
            notify_staff(event)
    send_mails()


def notify_staff(event: Event) -> None:
    create_notifications(event, User.objects.filter(is_active=True, is_staff=True).order_by("pk"))


def create_notifications(event: Event, people: QuerySet[User]) -> None:
    """Notifies those whom it concerns, with the right to know. Nobody is told twice.

    As many queries for many people as for a few, beside those of the event.
    """
    kind = KINDS[event.kind]
    entitled = User.objects.with_perm(kind.right, backend=RIGHTS_BACKEND).values("pk")
    concerned = [person for person in people.filter(pk__in=entitled) if event.concerns(person)]
    if not concerned:
        return
    words, choices = event.words | event.late_words(), load_choices_of_kind(event.kind, concerned)
    rows = [
        Notification(
            person=person,
            kind=event.kind,
            key=event.key,
            words=words,
            url=event.url,
            # People who want only mails have nothing to read here.
            read_at=None if choices[person.pk].in_console else timezone.now(),
            is_mail_due=choices[person.pk].by_mail and is_mailed_here(kind, person.email),
        )
        for person in concerned
    ]
    Notification.objects.bulk_create(rows, ignore_conflicts=True)


def is_mailed_here(kind: NotificationKind, address: str) -> bool:
    return bool(address) and not (kind.goes_to_alarm_addresses and address in settings.ALARM_ADDRESSES)


def notify_new_owner(sender: object, instance: Gap, **_signal: object) -> None:
    """Before a gap is saved: its owner hears of it where she was not it before. One query, and three where she was."""
    if instance.owner_id is None or instance.pk is None:
        return
    if Gap.objects.filter(pk=instance.pk, owner_id=instance.owner_id).exists():
        return
    url = reverse("admin:chat_gap_change", args=[instance.pk])
    event = Event("gap_assigned", f"{instance.pk}:{timezone.now():%Y-%m-%dT%H:%M:%S}", url)
    create_notifications(event, User.objects.filter(pk=instance.owner_id, is_active=True))


def send_mails() -> None:
    """Sends the mails due to people who may still sign in; none where no mail server is set. Calls the network."""
    if not settings.EMAIL_HOST:
        return
    now = timezone.now()
    recent = Notification.objects.filter(created_at__gte=now - MAIL_PATIENCE, person__is_active=True)
    due = recent.filter(is_mail_due=True, mailed_at=None, next_attempt_at__lte=now).select_related("person")
    with MailConnection() as mails:
        deliver_owed(due, partial(send_mail_once, mails), ENDS, receiver=lambda row: "the mail server")


def send_mail_once(mails: MailConnection, row: Notification) -> None:
    """The row is marked before the mail goes: rather none than two, whatever process sends it. Raises
    NotDeliveredError."""
    unsent = Notification.objects.filter(pk=row.pk, mailed_at=None)
    if not unsent.update(mailed_at=timezone.now()):
        return
    is_sent = False
    try:
        with translation.override(settings.LANGUAGE_CODE):
            mail = build_mail(row)
        mails.send(mail)
        is_sent = True
    except NotDeliveredError as error:
        logger.error("The mail could not be sent: %s.", error)
        raise
    finally:
        # Whatever went wrong, the mail is still owed.
        if not is_sent:
            Notification.objects.filter(pk=row.pk).update(mailed_at=None)


def build_mail(row: Notification) -> EmailMessage:
    kind = KINDS[row.kind]
    where = _("Which of these mails you get you choose here: %(address)s")
    choices = where % {"address": f"{settings.SITE_URL}{reverse('admin:notifications')}"}
    said = kind.said(row.words)
    parts = [said, kind.details(row.words), f"{settings.SITE_URL}{row.url}", choices]
    text = "\n\n".join(filter(None, parts))
    return EmailMessage(f"[{settings.SITE_NAME}] {' '.join(said.split())[:SUBJECT]}", text, to=[row.person.email])
