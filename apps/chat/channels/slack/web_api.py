"""Calls Slack's Web API: keeps its rate limits and maps its failures to the three errors of senders."""

import asyncio
from typing import TYPE_CHECKING, Any

from django.conf import settings

from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.slack.rate_limits import SlackLimits

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

TIMEOUT_SECONDS = 20
LONGEST_WAIT = 90.0
"""Seconds that a call waits for Slack's Retry-After before the whole delivery is put off."""
TEMPORARY = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout", "team_added_to_org"})
MAKES_A_MESSAGE = frozenset({"chat.postMessage", "chat.startStream", "chat.postEphemeral"})

LIMITS = SlackLimits()


class NotPossibleError(RefusedError):
    """Slack has answered with an error of its own; `code` is its word for it."""

    def __init__(self, method: str, code: str) -> None:
        super().__init__(f"{method}: {code}")
        self.code = code


def slack_client(token: str | None = None) -> "AsyncWebClient":
    """A client without retries of its own: our code knows whether a call may be repeated.

    Without a token it uses the bot's.
    """
    from slack_sdk.web.async_client import AsyncWebClient

    return AsyncWebClient(
        token=settings.SLACK_BOT_TOKEN if token is None else token,
        base_url=settings.SLACK_API_URL,
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[],
        trust_env_in_session=True,
    )


async def call_slack(method: str, values: dict[str, Any], *, channel: str = "") -> dict[str, Any]:
    """What Slack has answered. Waits for its limits. Raises NotPossibleError, UnavailableError, AmbiguousError."""
    waited = 0.0
    while True:
        await LIMITS.wait(method, channel)
        pause = await attempt_call(method, values)
        if isinstance(pause, dict):
            return pause
        waited += pause
        LIMITS.close(method, pause)
        if waited > LONGEST_WAIT:
            raise UnavailableError(f"{method}: over the limit", retry_after=pause)


async def attempt_call(method: str, values: dict[str, object]) -> dict[str, object] | float:
    """The answer, or after how many seconds Slack wants to be asked again."""
    from aiohttp import ClientConnectorError, ClientError
    from slack_sdk.errors import SlackApiError, SlackClientError

    try:
        # Reads go as forms: Slack takes JSON for what writes only.
        sent: dict[str, Any] = {"params": values} if is_read(method) else {"json": values}
        response = await slack_client().api_call(method, **sent)
    except SlackApiError as error:
        return seconds_to_wait(method, error)
    except ClientConnectorError as error:
        raise UnavailableError(f"{method}: {type(error).__name__}") from error
    except (ClientError, SlackClientError, TimeoutError, asyncio.IncompleteReadError) as error:
        raise connection_error(method, type(error).__name__) from error
    return dict(response.data) if isinstance(response.data, dict) else {}


def is_read(method: str) -> bool:
    return method in ("conversations.members", "conversations.replies", "conversations.history", "users.info")


def seconds_to_wait(method: str, error: Any) -> float:
    """Seconds to wait; everything else is raised."""
    response = error.response
    status = getattr(response, "status_code", 0)
    data = response.data if isinstance(getattr(response, "data", None), dict) else {}
    if status == 429 or data.get("error") in ("ratelimited", "rate_limited"):
        headers = {name.lower(): value for name, value in dict(response.headers).items()}
        seconds = str(headers.get("retry-after", ""))
        return float(seconds) if seconds.isdecimal() else 1.0
    code = str(data.get("error") or f"status {status}")
    if status >= 500 or code in TEMPORARY or not data:
        raise connection_error(method, code)
    raise NotPossibleError(method, code)


def connection_error(method: str, reason: str) -> Exception:
    """The call may have been carried out: for a new message that matters, anything else may be repeated."""
    error = AmbiguousError if method in MAKES_A_MESSAGE else UnavailableError
    return error(f"{method}: {reason}")
