"""Endpoints, models, prompts and the ledger of calls."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LlmConfig(AppConfig):
    name = "apps.llm"
    label = "llm"
    verbose_name = _("Language models")
