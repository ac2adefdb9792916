"""App configuration of conflicts: contradictions between the documents of a collection."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from apps.task_schedules import MINUTE, ScheduledTask, make_after_migrate

SCHEDULES = [ScheduledTask("apps.conflicts.tasks.sweep", "conflicts: sweep", MINUTE)]


class ConflictsConfig(AppConfig):
    name = "apps.conflicts"
    label = "conflicts"
    verbose_name = _("Contradictions")

    def ready(self) -> None:
        make_after_migrate("conflicts", *SCHEDULES)
