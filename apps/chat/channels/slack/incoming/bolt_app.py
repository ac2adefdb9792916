"""The Slack Bolt app for both modes, created on first use: Bolt loads slowly, and Slack may not be set up."""

import logging
import re
import threading
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DatabaseError

from apps.chat.channels.delivery import start_background_task
from apps.chat.channels.slack import web_api
from apps.chat.channels.slack.incoming import (
    app_home,
    handle_approval_buttons,
    handle_feedback_buttons,
    receive_events_and_commands,
)
from apps.chat.channels.slack.incoming.handle_app_uninstall import receive_workspace_event
from apps.chat.channels.slack.message_blocks import APPROVE_ACTION, FEEDBACK_ACTION, REJECT_ACTION

if TYPE_CHECKING:
    from slack_bolt.async_app import AsyncApp

logger = logging.getLogger(__name__)
# It warns of a token that it finds in the environment and does not need.
QUIET = logging.getLogger(f"{__name__}.bolt")
QUIET.setLevel(logging.ERROR)

EVERYTHING = re.compile(".*", re.DOTALL)
_loading = threading.Lock()


def load_bolt() -> None:
    """Loads the library, one thread at a time: two that meet in its circular imports break each other's."""
    with _loading:
        import slack_bolt.async_app  # noqa: F401


@cache
def bolt_app() -> "AsyncApp":
    """Calls no network. Listeners run before the acknowledgement, so that what is acknowledged is stored."""
    load_bolt()
    from slack_bolt.async_app import AsyncApp

    app = AsyncApp(
        name="auskunft",
        logger=QUIET,
        # Listeners make no calls with it; the token comes from authorize.
        client=web_api.slack_client(token=""),
        authorize=authorize,
        process_before_response=True,
        # Our own view has checked it (verify_signature.py); Socket Mode has no signatures.
        request_verification_enabled=False,
        # Our own rules are stricter and know no user of ours (parse_events_and_commands.py).
        ignoring_self_events_enabled=False,
        attaching_conversation_kwargs_enabled=False,
    )
    app.event(EVERYTHING)(on_event)
    app.command(EVERYTHING)(on_command)
    app.shortcut(EVERYTHING)(on_shortcut)
    app.action(EVERYTHING)(on_action)
    app.view(EVERYTHING)(on_view)
    app.error(on_error)
    return app


async def authorize(**_context: Any) -> Any:
    """The one workspace that the token belongs to. Without a call: an acknowledgement must not wait for Slack."""
    from slack_bolt.authorization import AuthorizeResult

    return AuthorizeResult(enterprise_id=None, team_id=None, bot_token=settings.SLACK_BOT_TOKEN)


async def on_event(body: dict[str, Any]) -> None:
    match body["event"].get("type"):
        case "message" | "app_mention":
            await receive_events_and_commands.receive_event(body)
        case "app_home_opened":
            start_background_task.start_task(app_home.handle_home_opened(body))
        case _:
            # By HTTP these never come here (views.py), by Socket Mode they do.
            await receive_workspace_event(body)


async def on_command(body: dict[str, Any], ack: Any) -> None:
    await receive_events_and_commands.receive_command(body)
    await ack()


async def on_shortcut(body: dict[str, Any], ack: Any) -> None:
    await receive_events_and_commands.receive_shortcut(body)
    await ack()


async def on_action(body: dict[str, Any], action: dict[str, Any], ack: Any) -> None:
    if action.get("action_id") == FEEDBACK_ACTION:
        await handle_feedback_buttons.handle_rating_button(body, action)
    elif action.get("action_id") in (APPROVE_ACTION, REJECT_ACTION):
        await handle_approval_buttons.handle_approval_button(body, action)
    await ack()


async def on_view(body: dict[str, Any], ack: Any) -> None:
    await handle_feedback_buttons.handle_reasons_form(body)
    await ack()


async def on_error(error: Exception, body: dict[str, Any]) -> Any:
    """503: Slack sends it again. Anything but the database is an error of ours and gets its traceback."""
    from slack_bolt.response import BoltResponse

    if isinstance(error, DatabaseError):
        logger.warning("A question from Slack was not stored: %s. Slack brings it again.", type(error).__name__)
    else:
        logger.error("A request from Slack failed.", exc_info=error)
    return BoltResponse(status=503, body="")
