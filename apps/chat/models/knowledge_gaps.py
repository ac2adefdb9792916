"""The table of knowledge gaps: refusals about the same missing thing, with an owner who sees to it."""

from django.conf import settings
from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _


class GapState(models.TextChoices):
    OPEN = "open", _("open")
    ANSWERED = "answered", _("answered by now")
    OUT_OF_SCOPE = "out_of_scope", _("not ours to answer")


class Gap(models.Model):
    """Refused questions in other words (`turns`), and whether the documents answer them by now."""

    question = models.TextField(
        _("question"), help_text=_("The first one; it is asked again when documents have come.")
    )
    state = models.CharField(_("state"), max_length=20, choices=GapState, default=GapState.OPEN, db_index=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        limit_choices_to={"is_staff": True},
        verbose_name=_("owner"),
    )
    note = models.TextField(_("note"), blank=True)
    count = models.PositiveIntegerField(_("times asked"), default=0)
    last_asked_at = models.DateTimeField(_("last asked"), null=True)
    checked_at = models.DateTimeField(_("asked again"), null=True, blank=True, editable=False)
    answer = models.ForeignKey(
        "chat.Turn",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("answer when it was asked again"),
    )
    created_at = models.DateTimeField(_("first asked"), auto_now_add=True)

    wording = ""
    """Its name for who may not read its first question (loaded by apps/chat/admin/gaps_staff_may_read.py)."""
    has_readable_answer = True

    class Meta:
        verbose_name = _("gap")
        verbose_name_plural = _("gaps")
        ordering = ["state", "-count", "-last_asked_at"]

    def __str__(self) -> str:
        return Truncator(self.wording or self.question).chars(80)
