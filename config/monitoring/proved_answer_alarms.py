"""Alarms once a day while a model's share of proved answers has fallen. Runs in the worker."""

import logging

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from config.monitoring.alarm_mail import send_alarm
from config.monitoring.proved_answer_share import ProvedAnswers, proved_answers
from config.notifications.event_kinds import KINDS
from config.notifications.find_recent_events import Event
from config.notifications.notify_people import notify_staff


def watch() -> None:
    """Once a day: the week before takes in what has fallen, so that the notices end. May send one mail."""
    fallen = [row for row in proved_answers() if row.has_fallen]
    if not fallen:
        return
    event = fallen_share_event(fallen)
    with translation.override(settings.LANGUAGE_CODE):
        kind = KINDS[event.kind]
        subject, text = kind.said(event.words), kind.details(event.words)
    send_alarm(subject, f"{text}\n\n{settings.SITE_URL}{event.url}", logging.WARNING)
    notify_staff(event)


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
