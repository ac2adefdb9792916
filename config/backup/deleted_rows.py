"""The table of deleted people and collections: restoring an older backup would bring them back."""

from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

RECORDED = (
    "auth.User",
    "chat.PlatformUser",
    "documents.Collection",
    "config.ApiToken",
    "config.Program",
    "oauth2_provider.Application",
)
"""Tables whose deletions a restore repeats. The admin's log is not enough: it goes with the account that wrote it, and
neither commands nor the directory write one."""
NUMBERS_KEPT = timedelta(days=400)
"""Longer than anybody should keep a backup."""


class DeletedRow(models.Model):
    """A tombstone: table and number of a row, and nothing of what it held."""

    table = models.CharField(max_length=100)
    number = models.BigIntegerField()
    deleted_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("deleted row")
        verbose_name_plural = _("deleted rows")

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


def record_deletion(instance: models.Model, **signal: Any) -> None:
    """Within the transaction of the deletion. Two statements: tombstones that are too old go."""
    DeletedRow.objects.filter(deleted_at__lt=Now() - NUMBERS_KEPT).delete()
    DeletedRow.objects.create(table=table_name(type(instance)), number=instance.pk)


def table_name(model: type[models.Model]) -> str:
    """The same for a proxy and what it stands for."""
    return (model._meta.concrete_model or model)._meta.label
