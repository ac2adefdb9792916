"""The project itself as a Django app: settings, supervisor, heartbeats, commands that run everything."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    label = "config"
    verbose_name = "Auskunft"
