"""The table of slot claims: which process holds how many of a server's concurrent calls."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PlaceClaim(models.Model):
    """One event loop of one process, and what it wants of one server. Not in the log of the database: after a crash
    everybody claims anew."""

    endpoint = models.CharField(_("endpoint"), max_length=100)
    holder = models.UUIDField(_("process"))
    wants = models.JSONField(_("calls by rank"))
    people = models.PositiveSmallIntegerField(_("places for people"))
    background = models.PositiveSmallIntegerField(_("places in the background"))
    bears = models.PositiveSmallIntegerField(_("calls at once"))
    seen_at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("claim on places")
        verbose_name_plural = _("claims on places")
        constraints = [models.UniqueConstraint(fields=["endpoint", "holder"], name="one_claim_per_holder")]

    def __str__(self) -> str:
        return f"{self.endpoint} {self.holder}"
