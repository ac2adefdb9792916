"""Validates requests to the OAuth endpoints beyond what the toolkit asks."""

from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator

from config.oauth.redirect_uris import is_safe


class RequestValidator(OAuth2Validator):
    def validate_redirect_uri(self, client_id: str, redirect_uri: str, request: Any, *args: Any, **values: Any) -> bool:
        # First: of an address that no browser understands the toolkit knows no better than to fail.
        if not is_safe(redirect_uri):
            return False
        return bool(super().validate_redirect_uri(client_id, redirect_uri, request, *args, **values))

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any, **values: Any) -> bool:
        """Of a person whose account has been closed meanwhile no code counts."""
        return bool(super().validate_code(client_id, code, client, request, *args, **values)) and is_open(request)

    def validate_refresh_token(self, token: str, client: Any, request: Any, *args: Any, **values: Any) -> bool:
        return bool(super().validate_refresh_token(token, client, request, *args, **values)) and is_open(request)


def is_open(request: Any) -> bool:
    return bool(request.user and request.user.is_active)
