"""One mail when a model server is down and one when it answers again, to the administrators. Runs in the worker."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django_q.models import Schedule

from apps.llm.models import ModelOutage
from apps.llm.outages.probe_servers import probe
from apps.llm.outages.record_outages import open_outages, record_outages
from config.monitoring.alarm_mail import tell_administrators

WATCHER = "config.monitoring.model_server_alarms.watch"
Letter = Callable[[ModelOutage], tuple[str, str]]
"""Subject and text of a mail, in the language that is active."""


def watch() -> None:
    """Every minute: finds outages, tells of new ones, asks what is down whether it is back. Calls the network."""
    record_outages()
    for outage in ModelOutage.objects.filter(ended_at=None, alarm_sent_at=None):
        send_once(outage, "alarm_sent_at", alarm)
    for outage in open_outages():
        probe(outage)
    record_outages()
    # Of what nobody was told nobody is told that it is over.
    over = ModelOutage.objects.filter(ended_at__isnull=False, alarm_sent_at__isnull=False, all_clear_sent_at=None)
    for outage in over:
        send_once(outage, "all_clear_sent_at", all_clear)


def send_once(outage: ModelOutage, column: str, letter: Letter) -> None:
    """The row is marked before the mail goes: rather none than two. What the mail server refuses is tried again."""
    unsent = ModelOutage.objects.filter(pk=outage.pk, **{column: None})
    if not unsent.update(**{column: timezone.now()}):
        return
    with translation.override(settings.LANGUAGE_CODE):
        subject, text = letter(outage)
    level = logging.WARNING if outage.ended_at else logging.ERROR
    if not tell_administrators(subject, text, level):
        ModelOutage.objects.filter(pk=outage.pk).update(**{column: None})


def alarm(outage: ModelOutage) -> tuple[str, str]:
    said = _(
        "%(problem)s\n\nUntil it is back the next model in the order answers, or the built-in one, and every such "
        "answer says so. The server is asked once a minute whether it is back; you get one more mail then.\n\n"
        "%(address)s"
    )
    address = f"{settings.SITE_URL}/admin/llm/modeloutage/"
    subject = _("The model server '%(endpoint)s' is down") % {"endpoint": outage.endpoint}
    return subject, said % {"problem": outage.sentence, "address": address}


def all_clear(outage: ModelOutage) -> tuple[str, str]:
    subject = _("The model server '%(endpoint)s' is back") % {"endpoint": outage.endpoint}
    said = _("It was down from %(begun)s to %(ended)s.")
    times = {"begun": outage.began_at, "ended": outage.ended_at or timezone.now()}
    shown = {name: date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT") for name, at in times.items()}
    return subject, said % shown


def ensure_schedule(**signal: object) -> None:
    """Its row in the queue's own schedule. May run twice; called after every migrate."""
    Schedule.objects.get_or_create(
        func=WATCHER, defaults={"name": "outages of model servers", "schedule_type": Schedule.MINUTES, "minutes": 1}
    )
