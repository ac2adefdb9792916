"""Deletes expired tokens and codes every night, and registered programs that were never used."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from oauth2_provider.models import Application, clear_expired

UNUSED_AFTER = timedelta(days=1)


def forget_expired() -> None:
    """Revoked refresh tokens are kept until they would have expired: by them a stolen one is noticed."""
    clear_expired()
    dynamic = Q(registration_source=Application.RegistrationSource.DCR, created__lt=timezone.now() - UNUSED_AFTER)
    Application.objects.filter(dynamic, refreshtoken=None, grant=None).delete()
