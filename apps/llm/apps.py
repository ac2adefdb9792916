"""Endpoints, models, prompts and the ledger of calls."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class LlmConfig(AppConfig):
    name = "apps.llm"
    label = "llm"
    verbose_name = _("Language models")

    def ready(self) -> None:
        post_migrate.connect(create_initial_models, sender=self, dispatch_uid="apps.llm.create_initial_models")


def create_initial_models(**signal: object) -> None:
    """Loads the built-in models, 140 modules, after a migration only."""
    from apps.llm.create_initial_models import create_first_rows

    create_first_rows(**signal)
