"""Tables of notifications: what each person was told, and what they want to be told."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Notification(models.Model):
    """One event for one person. `words` are put into the sentence of its kind in the reader's language."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=30)
    # The same event is told nobody twice.
    key = models.CharField(max_length=200)
    words = models.JSONField(default=dict)
    url = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    is_mail_due = models.BooleanField(default=False)
    mailed_at = models.DateTimeField(null=True)
    # Of the mail. Older releases, which may still run beside this one, insert rows without these columns.
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    next_attempt_at = models.DateTimeField(default=timezone.now, db_default=Now())
    error = models.CharField(max_length=200, default="", db_default="")

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["person", "kind", "key"], name="notification_once")]
        indexes = [
            models.Index(fields=["person"], condition=models.Q(read_at=None), name="notification_unread"),
            models.Index(fields=["kind", "key"], name="notification_by_event"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class NotificationChoice(models.Model):
    """A person's choice where to hear of one kind; without a row the kind's own choice holds."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=30)
    in_console = models.BooleanField(default=True)
    by_mail = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("choice of notifications")
        verbose_name_plural = _("choices of notifications")
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="one_choice_of_notifications")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind}"
