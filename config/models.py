"""Rows that say which processes are alive, the tokens of the interface, what people and other programs were told."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from config.api.tokens.api_tokens import ApiToken as ApiToken
from config.directory.rows import GroupAssignment as GroupAssignment
from config.directory.rows import ProvisionedGroup as ProvisionedGroup
from config.directory.rows import ProvisionedPerson as ProvisionedPerson
from config.directory.rows import SignInSubject as SignInSubject
from config.notifications.rows import Notification as Notification
from config.notifications.rows import NotificationChoice as NotificationChoice
from config.oauth.people.programs import Program as Program
from config.webhooks.rows import Webhook as Webhook
from config.webhooks.rows import WebhookDelivery as WebhookDelivery


class Heartbeat(models.Model):
    """One row for each kind of process ("web", "worker"); the database clock writes `beat_at`."""

    name = models.CharField(_("process"), max_length=50, unique=True)
    beat_at = models.DateTimeField(_("last heartbeat"))
    pid = models.PositiveIntegerField(_("process id"), default=0)
    detail = models.JSONField(_("detail"), default=dict, blank=True)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name
