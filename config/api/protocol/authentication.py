"""Authenticates callers of the interface by `Authorization: Bearer …`, and by nothing else."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from config.api.tokens.find_token_by_secret import Token, find_token_by_secret
from config.api.tokens.protected_resources import www_authenticate_header

KIND = "bearer"


class BearerAuthentication(BaseAuthentication):
    """No cookie counts here: a page of somebody else can make a browser send cookies, but not this header."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, Token] | None:
        """Owner and token; None without the header. One query. Raises AuthenticationFailed."""
        header = get_authorization_header(request).decode("latin-1")
        if not header:
            return None
        kind, _space, secret = header.partition(" ")
        if kind.lower() != KIND:
            raise AuthenticationFailed(_("Use the header 'Authorization: Bearer TOKEN'."))
        token = find_token_by_secret(secret.strip(), request)
        if token is None:
            # The same answer for unknown, revoked and expired tokens and for those of another interface.
            raise AuthenticationFailed(_("This token is not valid."))
        token.note_use()
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        # RFC 6750, section 3: a request without a token gets no error code.
        return www_authenticate_header(
            request, **({"error": "invalid_token"} if get_authorization_header(request) else {})
        )
