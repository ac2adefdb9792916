"""Contradictions between the documents of a collection."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from apps.schedules import make_after_migrate


class ConflictsConfig(AppConfig):
    name = "apps.conflicts"
    label = "conflicts"
    verbose_name = _("Contradictions")

    def ready(self) -> None:
        make_after_migrate("conflicts", "apps.conflicts.tasks.ensure_schedule")
