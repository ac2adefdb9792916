"""Alarms once a day while a model's share of proved answers has fallen. Runs in the worker."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone, translation
from django_q.models import Schedule

from config.monitoring.alarm_mail import send_alarm
from config.monitoring.proved_answer_share import ProvedAnswers, proved_answers
from config.notifications.event_kinds import KINDS
from config.notifications.find_recent_events import Event
from config.notifications.notify_people import notify_staff

WATCH = "config.monitoring.proved_answer_alarms.watch"
RETRY = timedelta(hours=1)


def watch() -> None:
    """Once a day: the week before takes in what has fallen, so that the notices end. May send one mail, and comes
    again in an hour where the mail server is away: a day later the alarm may be over, and nobody was told."""
    fallen = [row for row in proved_answers() if row.has_fallen]
    if not fallen:
        return
    event = fallen_share_event(fallen)
    with translation.override(settings.LANGUAGE_CODE):
        kind = KINDS[event.kind]
        subject, text = kind.said(event.words), kind.details(event.words)
    # People first: nobody is notified twice of one day, and an error of the mail keeps nobody uninformed.
    notify_staff(event)
    if not send_alarm(subject, f"{text}\n\n{settings.SITE_URL}{event.url}", logging.WARNING):
        Schedule.objects.filter(func=WATCH).update(next_run=Now() + RETRY)


def fallen_share_event(fallen: list[ProvedAnswers]) -> Event:
    models = [
        {
            "model": row.model,
            "proved": row.proved,
            "written": row.written,
            "before": row.proved_before,
            "all": row.written_before,
        }
        for row in fallen
    ]
    url = reverse("admin:chat_conversation_changelist")
    return Event("proved_answers", timezone.localdate().isoformat(), url, {"models": models})
