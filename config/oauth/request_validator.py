"""Validates requests to the OAuth endpoints beyond what the toolkit asks."""

import uuid
from typing import Any

from oauth2_provider.models import Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from config.oauth.redirect_uris import is_safe_redirect_uri


class RequestValidator(OAuth2Validator):
    def validate_redirect_uri(self, client_id: str, redirect_uri: str, request: Any, *args: Any, **values: Any) -> bool:
        # First: of an address that no browser understands the toolkit knows no better than to fail.
        if not is_safe_redirect_uri(redirect_uri):
            return False
        return bool(super().validate_redirect_uri(client_id, redirect_uri, request, *args, **values))

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any, **values: Any) -> bool:
        """Refuses codes of a person whose account has been closed meanwhile; a used code ends what it gave."""
        if not Grant.objects.filter(code=code).exists():
            revoke_tokens_of_code(code, client)
        return bool(super().validate_code(client_id, code, client, request, *args, **values)) and has_active_user(
            request
        )

    def invalidate_authorization_code(self, client_id: str, code: str, request: Any, *args: Any, **values: Any) -> None:
        """Raises InvalidGrantError when somebody else has used the code meanwhile; then nobody keeps its tokens."""
        try:
            super().invalidate_authorization_code(client_id, code, request, *args, **values)
        except InvalidGrantError:
            revoke_tokens_of_code(code, request.client)
            raise

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: Any, previous_refresh_token: RefreshToken | None
    ) -> RefreshToken:
        """The tokens of a code are of the family that is named by it; those that follow them stay in it."""
        made: RefreshToken = super()._create_refresh_token(
            request, refresh_token_code, access_token, previous_refresh_token
        )
        if previous_refresh_token is None and request.code:
            made.token_family = token_family_of_code(request.code)
            made.save(update_fields=["token_family"])
        return made

    def validate_refresh_token(self, token: str, client: Any, request: Any, *args: Any, **values: Any) -> bool:
        return bool(super().validate_refresh_token(token, client, request, *args, **values)) and has_active_user(
            request
        )


def revoke_tokens_of_code(code: str, client: Any) -> None:
    """RFC 6749, 4.1.2: whoever uses a code again, or whoever used it first, has stolen it. Queries the database."""
    if RefreshToken.objects.filter(token_family=token_family_of_code(code), application=client).exists():
        RefreshToken.revoke_family(token_family_of_code(code))


def token_family_of_code(code: str) -> uuid.UUID:
    """The name of all tokens that go back to the code; the code, which is random, cannot be told from it."""
    return uuid.uuid5(uuid.NAMESPACE_OID, code)


def has_active_user(request: Any) -> bool:
    return bool(request.user and request.user.is_active)
