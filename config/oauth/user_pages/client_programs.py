"""Client programs of OAuth: the proxy model, which of them a person has connected, and how a connection ends."""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken


class Program(Application):
    """The toolkit's row of a program, as the console shows it."""

    class Meta:
        proxy = True
        app_label = "config"
        verbose_name = _("connected program")
        verbose_name_plural = _("connected programs")


def connected_programs(person: Any) -> QuerySet[Program]:
    """Returns the programs that can get a new token for this person, by name."""
    held = RefreshToken.objects.filter(user=person, revoked=None).values("application_id")
    programs: QuerySet[Program] = Program.objects.filter(pk__in=held).order_by("name", "pk")
    return programs


def end_connections(whose: Q) -> int:
    """Ends every token, refresh token and code of these rows at once. Returns how many connections ended."""
    with transaction.atomic():
        living = RefreshToken.objects.filter(whose, revoked=None)
        ended: int = living.values("user_id", "application_id").distinct().count()
        for token in living:
            token.revoke()
        AccessToken.objects.filter(whose).delete()
        Grant.objects.filter(whose).delete()
    return ended
