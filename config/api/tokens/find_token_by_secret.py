"""Finds the token, made here or granted by OAuth, whose secret stands in the request's header."""

from django.http import HttpRequest

from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.oauth_granted_tokens import ACCESS_PREFIX, GrantedToken, find_granted_token

Token = ApiToken | GrantedToken


def find_token_by_secret(secret: str, request: HttpRequest) -> Token | None:
    """None for one that is unknown, revoked, expired or meant for another resource. One query."""
    if secret.startswith(ACCESS_PREFIX):
        return find_granted_token(secret, request)
    return ApiToken.objects.of_secret(secret)
