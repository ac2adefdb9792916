"""Pushes the progress of an upload's files to the page that shows them, until all of them are done."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from apps.chat.admission.open_websocket_limits import OPEN_SOCKETS, TooManySockets
from apps.chat.turn_state.conversation_ownership import user_of_session
from apps.database.async_access import run_in_database

Message = dict[str, Any]
EVERY, LONGEST = 1.0, 3600
"""Seconds between two looks, and looks until the page has to be reloaded."""
ENDED, NOT_ALLOWED, TRY_AGAIN = 1000, 4403, 1013


async def upload_socket(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    """The ASGI application of one connection. Staff who may see documents; others are refused before the handshake."""
    if (await receive())["type"] != "websocket.connect":
        return
    session = scope.get("cookies", {}).get(settings.SESSION_COOKIE_NAME, "")
    language = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME) or preferred_language(scope)
    ids = parse_qs(scope["query_string"].decode("latin-1")).get("ids", [""])[0]
    try:
        with OPEN_SOCKETS.place_for((scope.get("client") or [""])[0]):
            await push_progress(session, language, ids, receive, send)
    except TooManySockets:
        await send({"type": "websocket.close", "code": TRY_AGAIN})


async def push_progress(session: str, language: str, ids: str, receive: Any, send: Any) -> None:
    """What has changed, once a second. Asks again each time who is signed in: rights may end."""
    leaving = asyncio.ensure_future(receive())
    said: list[dict[str, object]] | None = None
    try:
        for look in range(LONGEST):
            rows = await run_in_database(load_progress_rows, session, language, ids)
            if rows is None:
                await send({"type": "websocket.close", "code": NOT_ALLOWED})
                return
            if not look:
                await send({"type": "websocket.accept"})
            if rows != said:
                await send({"type": "websocket.send", "text": json.dumps({"files": rows})})
                said = rows
            if all(row["has_ended"] for row in rows):
                break
            done, _waiting = await asyncio.wait({leaving}, timeout=EVERY)
            if done:
                return
        await send({"type": "websocket.close", "code": ENDED})
    finally:
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving


def load_progress_rows(session: str, language: str, ids: str) -> list[dict[str, object]] | None:
    """None for people who may not see documents. Database."""
    user = cast(User, user_of_session(session))
    if not (user.is_active and user.is_staff and user.has_perm("documents.view_document")):
        return None
    # The admin of documents, which takes a third of a second: on this thread, and for nobody but staff.
    from apps.documents.admin.upload.progress import progress_rows, upload_progress
    from apps.documents.admin.upload.upload_page import parse_document_ids

    with translation.override(language):
        return progress_rows(upload_progress(user, parse_document_ids(ids)))


def preferred_language(scope: Message) -> str:
    """What the browser asked for, as far as the console speaks it."""
    headers = dict(scope.get("headers", []))
    wanted = headers.get(b"accept-language", b"").decode("latin-1")
    for code, _quality in parse_accept_lang_header(wanted):
        with suppress(LookupError):
            return translation.get_supported_language_variant(code)
    return settings.LANGUAGE_CODE
