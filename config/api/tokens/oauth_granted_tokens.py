"""Access tokens that a person granted to a program by OAuth, usable like API tokens.

django-oauth-toolkit keeps them (as fingerprints); what they open is decided here, as for all other tokens.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from oauth2_provider.models import AccessToken

from config.api.tokens.api_tokens import hash_secret

ACCESS_PREFIX = "auska_"
REFRESH_PREFIX = "auskr_"
"""Let scanners for leaked secrets know what they have found. None is the beginning of an API token."""


@dataclass(frozen=True, slots=True)
class GrantedToken:
    """`pk` names person and program: a program does not get a new allowance with each new token."""

    pk: str
    user: User
    scopes: frozenset[str]
    program: int

    def allows(self, scope: str) -> bool:
        return scope in self.scopes

    def note_use(self) -> None:
        """Nothing to note: it ends within minutes."""


def find_granted_token(secret: str, request: HttpRequest) -> GrantedToken | None:
    """The token of this secret, if valid, granted for this resource and of a person who may sign in. One query."""
    row = (
        AccessToken.objects.select_related("user")
        .filter(token_checksum=hash_secret(secret), expires__gt=timezone.now(), user__is_active=True)
        .exclude(application=None)
        .first()
    )
    # One that names no resource was granted for the whole service: other services' tokens are never issued here.
    if row is None or not row.allows_audience(request.build_absolute_uri(request.path)):
        return None
    return GrantedToken(
        f"{row.user_id}@{row.application_id}", row.user, frozenset(row.scope.split()), row.application_id
    )
