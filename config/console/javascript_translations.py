"""Translations for the console's scripts: the texts of Django's admin, and in German what its catalogue lacks."""

from django.conf import settings
from django.views.i18n import JavaScriptCatalog


class ScriptTexts(JavaScriptCatalog):
    """Django's texts for scripts, with our catalogue of others' texts added."""

    def get_paths(self, packages: list[str]) -> list[str]:
        return [*super().get_paths(packages), str(settings.THIRD_PARTY_LOCALE)]
