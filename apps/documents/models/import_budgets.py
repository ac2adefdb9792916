"""The table of import budgets: what imports may spend on models in a day."""

from typing import Any

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class ImportBudget(models.Model):
    """One row for the installation. What is spent, goes on the next day; questions of people are not counted."""

    daily_cost = models.DecimalField(
        _("cost per day"),
        max_digits=12,
        decimal_places=4,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("In the currency of the prices; empty = no limit. Models without a price count nothing."),
    )
    daily_tokens = models.PositiveBigIntegerField(
        _("tokens per day"), null=True, blank=True, help_text=_("Read and written together; empty = no limit.")
    )

    class Meta:
        verbose_name = _("budget of imports")
        verbose_name_plural = _("budget of imports")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="import_budget_once")]

    def __str__(self) -> str:
        return str(_("Budget of imports"))

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.pk = 1
        super().save(*args, **kwargs)
