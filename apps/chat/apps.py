"""From passages to an answer whose citations are proved."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "apps.chat"
    label = "chat"
    verbose_name = _("Conversations")
