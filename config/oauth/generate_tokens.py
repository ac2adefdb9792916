"""Generates access and refresh tokens: 256 random bits behind a prefix that says what they are."""

import secrets

from config.api.tokens.oauth_granted_tokens import ACCESS_PREFIX, REFRESH_PREFIX


def generate_access_token(request: object) -> str:
    return ACCESS_PREFIX + secrets.token_urlsafe(32)


def generate_refresh_token(request: object) -> str:
    return REFRESH_PREFIX + secrets.token_urlsafe(32)
