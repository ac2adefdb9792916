"""Mails alarms when model servers go down and when they are back, to ALARM_ADDRESSES. Runs in the worker."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone, translation

from apps.llm.models import ModelOutage
from apps.llm.outages.probe_servers import probe_server
from apps.llm.outages.record_outages import open_outages, record_outages
from config.monitoring.alarm_mail import send_alarm
from config.notifications.event_kinds import KINDS
from config.notifications.find_recent_events import outage_event

PATIENCE = timedelta(days=1)
"""What a mail server has refused for so long is old news."""
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)


def watch() -> None:
    """Every minute: finds outages, reports new ones, asks what is down whether it is back. Calls the network."""
    record_outages()
    now = timezone.now()
    due = ModelOutage.objects.filter(Q(mail_due_at=None) | Q(mail_due_at__lte=now))
    for outage in due.filter(ended_at=None, alarm_sent_at=None):
        send_alarm_once(outage, "alarm_sent_at")
    for outage in open_outages():
        probe_server(outage)
    record_outages()
    # Of what nobody was told nobody is told that it is over.
    told = due.filter(alarm_sent_at__isnull=False, all_clear_sent_at=None)
    for outage in told.filter(ended_at__gt=now - PATIENCE):
        send_alarm_once(outage, "all_clear_sent_at")


def send_alarm_once(outage: ModelOutage, column: str) -> None:
    """The row is marked before the mail goes: rather none than two. What the mail server refuses is tried again."""
    unsent = ModelOutage.objects.filter(pk=outage.pk, **{column: None})
    if not unsent.update(**{column: timezone.now()}):
        return
    event = outage_event(outage, is_back=outage.ended_at is not None)
    with translation.override(settings.LANGUAGE_CODE):
        kind = KINDS[event.kind]
        subject, text = kind.said(event.words), kind.details(event.words)
    level = logging.WARNING if outage.ended_at else logging.ERROR
    if not send_alarm(subject, f"{text}\n\n{settings.SITE_URL}{event.url}", level):
        ModelOutage.objects.filter(pk=outage.pk).update(**{column: None}, mail_due_at=next_attempt(outage))


def next_attempt(outage: ModelOutage) -> datetime:
    """After as long again as it has been news, so that the pauses double."""
    now = timezone.now()
    pause = now - (outage.ended_at or outage.began_at)
    return now + min(max(pause, SHORTEST_PAUSE), LONGEST_PAUSE)
