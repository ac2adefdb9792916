"""Deploy check (`manage.py check --deploy`): warns where others can reach a service that does not use HTTPS."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning

LOCAL = frozenset({"localhost", "127.0.0.1", "::1", "[::1]", "testserver"})
SENTENCE = (
    "HTTPS is off, but others reach this installation as '%s': cookies are not marked secure, nothing leads to https."
)


def check_https(app_configs: Sequence[AppConfig] | None = None, **options: object) -> list[CheckMessage]:
    """Reads settings only."""
    names = [urlsplit(settings.SITE_URL).hostname or "", *settings.ALLOWED_HOSTS]
    foreign = [name for name in names if name not in LOCAL]
    if settings.HTTPS or not foreign:
        return []
    return [Warning(SENTENCE % foreign[0], hint="Serve by https and set HTTPS=True.", id="config.W001")]
