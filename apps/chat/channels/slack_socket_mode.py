"""Slack's Socket Mode: the same application as over HTTP, fed by a websocket that we open. Calls the network."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings

from apps.chat.channels import answer_abandoned_interactions
from apps.chat.channels.delivery import start_background_task
from apps.chat.channels.slack import web_api
from apps.chat.channels.slack.incoming.bolt_app import bolt_app
from apps.chat.channels.slack.incoming.validate_payload import (
    check_slack_envelope,
    is_valid_command,
    is_valid_interaction,
)
from apps.chat.channels.webhook.plain_text_responses import BadRequestError
from apps.chat.channels.webhook.request_body import strip_null_characters
from apps.text.strip_unstorable_characters import strip_unstorable

if TYPE_CHECKING:
    from slack_sdk.socket_mode.aiohttp import SocketModeClient
    from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
    from slack_sdk.socket_mode.request import SocketModeRequest

logger = logging.getLogger(__name__)

GRACE_SECONDS = 30.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
WRONG_FOR_GOOD = frozenset(
    {"invalid_auth", "not_authed", "not_allowed_token_type", "missing_scope", "token_revoked", "account_inactive"}
)
"""Slack's words for a token that will not do tomorrow either."""


async def serve_socket_mode(stop: asyncio.Event, say: Callable[[str], None]) -> None:
    """Answers until `stop` is set, then lets answers under way end. Connects again by itself."""
    client = create_socket_client()
    looking = asyncio.create_task(answer_abandoned_interactions.watch_in_event_loop())
    connecting, stopping = asyncio.create_task(connect_with_retries(client)), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([connecting, stopping], return_when=asyncio.FIRST_COMPLETED)
        if connecting.done():
            await connecting
            say("Connected to Slack by Socket Mode. Press Ctrl-C to stop.")
            await stopping
    finally:
        for task in (looking, connecting, stopping):
            task.cancel()
        await client.disconnect()  # type: ignore[no-untyped-call]
        await client.close()  # type: ignore[no-untyped-call]
        if start_background_task.TASKS:
            await asyncio.wait(start_background_task.TASKS, timeout=GRACE_SECONDS)


def create_socket_client() -> "SocketModeClient":
    from slack_sdk.socket_mode.aiohttp import SocketModeClient

    client = SocketModeClient(
        app_token=settings.SLACK_APP_TOKEN, web_client=web_api.slack_client(token=""), trace_enabled=False
    )
    client.socket_mode_request_listeners.append(handle_envelope)
    return client


async def connect_with_retries(client: "SocketModeClient") -> None:
    """Tries until it works: Slack may be away for a while when we start. What is wrong for good is raised.

    The address is asked for here, because the library tries again for ever whatever Slack says.
    """
    from aiohttp import ClientError
    from slack_sdk.errors import SlackApiError, SlackClientError

    pause = FIRST_PAUSE
    while client.wss_uri is None:
        try:
            client.wss_uri = await client.issue_new_wss_url()
        except SlackApiError as error:
            if error.response.get("error") in WRONG_FOR_GOOD:
                raise
            logger.warning("Slack cannot be reached: %s.", error.response.get("error"))
        except (ClientError, SlackClientError, TimeoutError, OSError) as error:
            logger.warning("Slack cannot be reached: %s.", type(error).__name__)
        if client.wss_uri is None:
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 2)
    await client.connect()  # type: ignore[no-untyped-call]


async def handle_envelope(client: "AsyncBaseSocketModeClient", request: "SocketModeRequest") -> None:
    """One envelope. It is acknowledged when its question is stored; otherwise Slack sends it again."""
    from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
    from slack_sdk.socket_mode.response import SocketModeResponse

    started = time.time()
    # By HTTP half characters are refused; here nobody could be told.
    request.payload = strip_unstorable({name: strip_null_characters(value) for name, value in request.payload.items()})
    if not has_agreed_shape(request.type, request.payload):
        logger.warning("An envelope of an unknown shape from Slack is left out.")
        await client.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))
        return
    response = await run_async_bolt_app(bolt_app(), request)
    await send_async_response(client, request, response, started)


def has_agreed_shape(kind: str, payload: dict[str, object]) -> bool:
    """The checks of the HTTP mode, but for those that the connection itself has passed."""
    if kind == "events_api":
        try:
            check_slack_envelope({"type": "event_callback", **payload})
        except BadRequestError:
            return False
        return True
    if kind == "interactive":
        return is_valid_interaction(payload)
    return kind == "slash_commands" and is_valid_command(payload)
