"""App configuration of simplify: plain language that keeps every condition."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from apps.task_schedules import DAY, ScheduledTask, make_after_migrate

SCHEDULES = [ScheduledTask("apps.simplify.tasks.sweep", "simplify: forget old rewrites", DAY)]


class SimplifyConfig(AppConfig):
    name = "apps.simplify"
    label = "simplify"
    verbose_name = _("Plain language")

    def ready(self) -> None:
        make_after_migrate("simplify", *SCHEDULES)
