"""Endpoints, models, prompts and the ledger of calls."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class LlmConfig(AppConfig):
    name = "apps.llm"
    label = "llm"
    verbose_name = _("Language models")

    def ready(self) -> None:
        from apps.llm.create_initial_models import create_first_rows

        post_migrate.connect(create_first_rows, sender=self, dispatch_uid="apps.llm.create_initial_models")
