"""Collects the project's models for Django: heartbeats, tokens, deleted rows, directory, notifications, webhooks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from config.api.tokens.api_tokens import ApiToken as ApiToken
from config.backup.deleted_rows import DeletedRow as DeletedRow
from config.notifications.models import Notification as Notification
from config.notifications.models import NotificationChoice as NotificationChoice
from config.oauth.user_pages.client_programs import Program as Program
from config.user_directory.models import GroupAssignment as GroupAssignment
from config.user_directory.models import ProvisionedGroup as ProvisionedGroup
from config.user_directory.models import ProvisionedPerson as ProvisionedPerson
from config.user_directory.models import SignInSubject as SignInSubject
from config.webhooks.models import Webhook as Webhook
from config.webhooks.models import WebhookDelivery as WebhookDelivery


class Heartbeat(models.Model):
    """One row for each kind of process ("web", "worker"), one for the workers of each host ("worker@alpha") and one for
    looks at the schedule ("clock").

    The database clock writes `beat_at`.
    """

    name = models.CharField(_("process"), max_length=100, unique=True)
    beat_at = models.DateTimeField(_("last heartbeat"))
    pid = models.PositiveIntegerField(_("process id"), default=0)
    detail = models.JSONField(_("detail"), default=dict, blank=True)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name
