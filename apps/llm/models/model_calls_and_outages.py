"""Tables of model calls (the ledger), and of the times in which a server did not answer."""

from typing import cast

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.llm.errors import ModelErrorCode, model_error


class ModelCall(models.Model):
    """The ledger: one row for each call to a model, failed ones included."""

    created_at = models.DateTimeField(_("time"), auto_now_add=True, db_index=True)
    purpose = models.CharField(_("purpose"), max_length=30)
    model = models.CharField(_("model"), max_length=200)
    endpoint = models.CharField(_("endpoint"), max_length=100, blank=True)
    prompt_version = models.CharField(_("prompt version"), max_length=60, blank=True)
    input_tokens = models.PositiveIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveIntegerField(_("output tokens"), default=0)
    tokens_estimated = models.BooleanField(_("tokens counted here"), default=False)
    seconds = models.FloatField(_("seconds"))
    first_token_seconds = models.FloatField(_("seconds to the first token"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=1)
    outcome = models.CharField(_("outcome"), max_length=30)
    cost = models.DecimalField(_("cost"), max_digits=14, decimal_places=6, null=True, blank=True)
    reference = models.CharField(
        _("used for"), max_length=80, blank=True, db_index=True, help_text=_("For example document:12 or turn:…")
    )

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.purpose} {self.model} {self.outcome}"


class ModelOutage(models.Model):
    """A time in which a model server did not answer, and whom that was told. Found by outages/record_outages.py."""

    endpoint = models.CharField(_("endpoint"), max_length=100)
    model = models.CharField(_("model"), max_length=200, blank=True, default="", db_default="")
    """Which of its models failed; empty where it is no longer one of them, so that any answer ends the outage."""
    reason = models.CharField(_("reason"), max_length=30)
    began_at = models.DateTimeField(_("noticed"), default=timezone.now)
    ended_at = models.DateTimeField(_("over"), null=True, blank=True)
    alarm_sent_at = models.DateTimeField(_("alarm sent"), null=True, blank=True)
    all_clear_sent_at = models.DateTimeField(_("all-clear sent"), null=True, blank=True)
    # Until then the mail server, which did not take the mail, is left alone.
    mail_due_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("outage of a model server")
        verbose_name_plural = _("outages of model servers")
        ordering = ["-began_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint"], condition=Q(ended_at=None), name="one_open_outage_per_endpoint"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.endpoint}: {self.reason}"

    @property
    def sentence(self) -> str:
        """What is wrong, in the language that is active."""
        return str(model_error(cast(ModelErrorCode, self.reason), self.endpoint))
