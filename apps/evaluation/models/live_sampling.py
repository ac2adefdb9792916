"""The settings row of live sampling: whether a share of real answers is scored every night."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Sampling(models.Model):
    """One row. Off until somebody switches it on."""

    is_on = models.BooleanField(
        _("score a sample of real answers every night"),
        default=False,
        help_text=_("Personal data is masked before the judge sees anything. Name it in your privacy notice."),
    )
    share = models.FloatField(
        _("share of the answers"), default=0.05, validators=[MinValueValidator(0.001), MaxValueValidator(1.0)]
    )
    most = models.PositiveIntegerField(_("most answers a night"), default=50, validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("live sampling")
        verbose_name_plural = _("live sampling")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_sampling_row")]

    def __str__(self) -> str:
        return str(_("live sampling"))

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.pk = 1
        super().save(*args, **kwargs)

    @classmethod
    def current(cls) -> "Sampling":
        """The row, or how it is as long as nobody has saved one."""
        return cls.objects.filter(pk=1).first() or cls()
