"""Tables of webhooks and their deliveries. A delivery names a row and copies nothing of it."""

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.documents.fetching.post_signed_webhook import may_be_posted_to, new_signing_secret
from apps.llm.endpoints.encrypted_api_keys import open_seal, seal


class WebhookEvent(models.TextChoices):
    IMPORT_FINISHED = "import.finished", _("a run of a source has ended")
    DOCUMENT_FINISHED = "document.finished", _("a document that no source brings was read, or could not be read")
    GAP_OPENED = "gap.opened", _("people asked what the documents do not answer")
    GAP_ANSWERED = "gap.answered", _("the documents answer such a question by now")
    FEEDBACK_GIVEN = "feedback.given", _("somebody rated an answer")
    GATE_DECIDED = "gate.decided", _("a draft was published, held back or rolled back")


TEST_EVENT = "test"
"""The event of a delivery that somebody sends by hand."""


class WebhookDeliveryState(models.TextChoices):
    OWED = "owed", _("to be sent")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")


def check_address(url: str) -> None:
    """Raises ValidationError for what the operator has not listed."""
    if not may_be_posted_to(url):
        raise ValidationError(_("This host is not among those of WEBHOOK_HOSTS, or needs https."))


class Webhook(models.Model):
    """An address that hears of events from the moment it is made."""

    name = models.CharField(_("name"), max_length=100)
    url = models.CharField(_("address"), max_length=500, validators=[check_address])
    events = ArrayField(models.CharField(max_length=30), verbose_name=_("events"))
    is_on = models.BooleanField(_("switched on"), default=True)
    sealed_secret = models.TextField(default="", editable=False)
    # Events are looked for from here on.
    looked_until = models.DateTimeField(default=timezone.now, editable=False)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def issue_secret(self) -> str:
        """A new one, which is shown once and stored sealed for host and port of the address. Does not save."""
        secret = new_signing_secret()
        self.sealed_secret = seal(secret, self.url)
        return secret

    def secret(self) -> str:
        """Empty when none can be read: never issued, issued for another host, or under another SECRET_KEY."""
        return open_seal(self.sealed_secret, self.url) if self.sealed_secret else ""


class WebhookDelivery(models.Model):
    """An event that one webhook is owed once, however often it is looked for."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", verbose_name=_("webhook"))
    event = models.CharField(_("event"), max_length=30)
    row = models.BigIntegerField(_("number"))
    happened_at = models.DateTimeField(_("time"))
    state = models.CharField(_("state"), max_length=10, choices=WebhookDeliveryState, default=WebhookDeliveryState.OWED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    error = models.CharField(_("error"), max_length=200, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery to a webhook")
        verbose_name_plural = _("deliveries to webhooks")
        ordering = ["-happened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "event", "row", "happened_at"], name="webhook_event_once")
        ]
        indexes = [
            models.Index(fields=["next_attempt_at"], name="webhook_owed", condition=models.Q(state="owed")),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.row}"

    @property
    def message_id(self) -> str:
        """Returns one id for every attempt, so that a receiver can tell a second one."""
        return f"delivery_{self.pk}"
