"""Plain language that keeps every condition."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SimplifyConfig(AppConfig):
    name = "apps.simplify"
    label = "simplify"
    verbose_name = _("Plain language")
