"""The table of an organisation's own fixed answers, which replace shipped ones of the same name or add others."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.database.settings_cache import load_cached
from apps.documents.models.languages import language_display_name


class FixedAnswer(models.Model):
    """A card in one language. What it answers is not stored, and asks no model and no document."""

    name = models.SlugField(_("name"), max_length=40)
    language = models.CharField(_("language"), max_length=8, default=settings.LANGUAGE_CODE)
    is_on = models.BooleanField(
        _("is given"), default=True, help_text=_("Off: such messages are searched for, like any question.")
    )
    is_urgent = models.BooleanField(
        _("is urgent"), default=False, help_text=_("For emergencies: the browser does not keep the message either.")
    )
    triggers = models.TextField(
        _("trigger words"),
        blank=True,
        max_length=20_000,
        help_text=_(
            "In each line words that stand in a message in this order, such as: town hall closed. "
            "With town|city hall, one of both is enough; clos* is every word that begins so; with !holidays, this word "
            "must not occur; and = before a line means that the message says nothing else. "
            "The triggers that come with the service hold beside them."
        ),
    )
    heading = models.CharField(_("heading"), max_length=200)
    text = models.TextField(_("text"), max_length=2_000)
    telephones = models.TextField(_("telephone numbers"), blank=True, max_length=300, help_text=_("One in each line."))
    link = models.URLField(_("link"), blank=True, max_length=500)

    class Meta:
        verbose_name = _("fixed answer")
        verbose_name_plural = _("fixed answers")
        ordering = ["name", "language"]
        constraints = [models.UniqueConstraint(fields=["name", "language"], name="fixed_answer_once")]

    def __str__(self) -> str:
        return f"{self.heading} ({language_display_name(self.language)})"


def load_own_fixed_answers() -> list[FixedAnswer]:
    """Loads the fixed answers that somebody has written here. At most one query."""
    return load_cached("fixed-answers", lambda: list(FixedAnswer.objects.all()))
