"""Warnings on the first page: what somebody has to put right and no figure shows; gone as soon as the cause is."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from apps.database.settings_cache import load_cached
from apps.documents.admin.upload.progress import stale_program_sentence
from apps.documents.models import Collection, SourceRun
from apps.llm.models import Endpoint
from config.monitoring.mails_not_taken import find_mails_not_taken
from config.notifications.event_kinds import KINDS

MOST_WARNINGS = 10


@dataclass(frozen=True, slots=True)
class OperatorWarning:
    """A sentence, and the page on which it is put right."""

    text: str
    url: str


def operator_warnings(request: HttpRequest) -> list[OperatorWarning]:
    """Warns of what this person may look at; outages of models stand on every page already.

    Three queries when the settings are in memory.
    """
    found = [
        *stale_program_warnings(request),
        *mail_server_warnings(request),
        *source_alarm_warnings(request),
        *unreadable_key_warnings(request),
    ]
    return found[:MOST_WARNINGS]


def stale_program_warnings(request: HttpRequest) -> Iterator[OperatorWarning]:
    """Warns who uploads documents: none is read until the service is started again."""
    if request.user.has_perm("documents.change_document") and (said := stale_program_sentence()):
        yield OperatorWarning(said, reverse("admin:documents_document_changelist"))


def mail_server_warnings(request: HttpRequest) -> Iterator[OperatorWarning]:
    """Warns who hears of outages: alarms and words of changed answers may be among what is not sent."""
    if not request.user.has_perm(KINDS["model_server"].right) or (found := find_mails_not_taken()) is None:
        return
    text = _(
        "The mail server takes no mails since %(time)s (%(error)s). They are kept and sent again for a day. See that "
        "it forwards mails of this service (EMAIL_HOST, DEFAULT_FROM_EMAIL)."
    )
    time = date_format(localtime(found.since), "SHORT_DATETIME_FORMAT")
    yield OperatorWarning(text % {"time": time, "error": found.error}, reverse("admin:notifications"))


def source_alarm_warnings(request: HttpRequest) -> Iterator[OperatorWarning]:
    """Warns by the newest ended run of each source that is on: a later one without alarm takes it back."""
    if not request.user.has_perm("documents.view_sourcerun"):
        return
    readable = Collection.objects.readable_by(request.user).values("pk")
    ended = SourceRun.objects.exclude(state__in=SourceRun.OPEN).filter(source__enabled=True)
    newest = ended.filter(source__collection__in=readable).order_by("source_id", "-pk").distinct("source_id")
    for run in newest.select_related("source"):
        if run.reason_code:
            text = _("Source '%(name)s': %(alarm)s") % {"name": run.source.name, "alarm": run.alarm}
            yield OperatorWarning(text, reverse("admin:documents_sourcerun_change", args=[run.pk]))


def unreadable_key_warnings(request: HttpRequest) -> Iterator[OperatorWarning]:
    """Warns of servers whose typed key can no longer be read: SECRET_KEY or their address is another one."""
    if not request.user.has_perm("llm.change_endpoint"):
        return
    sealed = Endpoint.objects.filter(is_active=True).exclude(sealed_key="")
    for endpoint in load_cached("sealed-keys", lambda: list(sealed)):
        if not endpoint.api_key():
            text = _("The key of the model server '%(name)s' can no longer be read: enter it again.")
            yield OperatorWarning(text % {"name": endpoint.name}, reverse("admin:llm_connect_model"))
