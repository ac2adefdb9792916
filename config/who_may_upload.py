"""Tells before a large body is read whether its sender may upload: a view refuses it only once it is on the disk."""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError

from apps.chat.turn_state.conversation_ownership import user_of_session
from apps.database.async_access import run_in_database
from config.api.tokens.find_token_by_secret import find_token_by_secret
from config.api.tokens.scopes import Scope

WITH_TOKEN, WITH_SESSION = "/api/v1/documents", ("/admin/", "/simplify/")


async def may_upload(scope: dict[str, Any]) -> bool:
    """One query, where the address takes files. What the sender may do there is up to the view."""
    if not scope["path"].startswith((WITH_TOKEN, *WITH_SESSION)):
        return False
    try:
        return await run_in_database(has_upload_credentials, ASGIRequest(scope, BytesIO()))
    except (DatabaseError, ValueError):  # a session with a NUL, say
        return False


def has_upload_credentials(request: ASGIRequest) -> bool:
    """Whether a token that may write documents, or the session of somebody who is signed in, comes with the headers."""
    if not request.path.startswith(WITH_TOKEN):
        return user_of_session(request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")).is_authenticated
    _kind, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    token = find_token_by_secret(secret.strip(), request)
    return token is not None and token.allows(Scope.DOCUMENTS_WRITE)
