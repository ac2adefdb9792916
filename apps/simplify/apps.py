"""App configuration of simplify: plain language that keeps every condition."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from apps.schedules import make_after_migrate


class SimplifyConfig(AppConfig):
    name = "apps.simplify"
    label = "simplify"
    verbose_name = _("Plain language")

    def ready(self) -> None:
        make_after_migrate("simplify", "apps.simplify.tasks.ensure_schedule")
