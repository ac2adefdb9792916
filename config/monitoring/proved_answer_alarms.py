"""A mail a day while a model's share of proved answers has fallen, to the administrators. Runs in the worker."""

import logging

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django_q.models import Schedule

from config.monitoring.alarm_mail import tell_administrators
from config.monitoring.proved_answers import ProvedAnswers, proved_answers

WATCHER = "config.monitoring.proved_answer_alarms.watch"


def watch() -> None:
    """Once a day: the week before takes in what has fallen, so that the mails end. One query; may send one mail."""
    fallen = [row for row in proved_answers() if row.has_fallen]
    if not fallen:
        return
    with translation.override(settings.LANGUAGE_CODE):
        subject, text = letter(fallen)
    tell_administrators(subject, text, logging.WARNING)


def letter(fallen: list[ProvedAnswers]) -> tuple[str, str]:
    said = _(
        "%(model)s: %(proved)d of %(written)d answers proved in the last day, %(before)d of %(all)d in the week before."
    )
    lines = [
        said
        % {
            "model": row.model,
            "proved": row.proved,
            "written": row.written,
            "before": row.proved_before,
            "all": row.written_before,
        }
        for row in fallen
    ]
    advice = _("Look at the latest answers, and at what was changed: model, prompt, documents.")
    address = f"{settings.SITE_URL}/admin/chat/conversation/"
    return _("Fewer answers are proved than before"), "\n".join([*lines, "", advice, "", address])


def ensure_schedule(**signal: object) -> None:
    """Its row in the queue's own schedule. May run twice; called after every migrate."""
    Schedule.objects.get_or_create(
        func=WATCHER, defaults={"name": "share of proved answers", "schedule_type": Schedule.DAILY}
    )
