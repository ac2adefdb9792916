"""The connector to Teams: sends messages by Microsoft's SDK, which is heavy and loads with first use."""

import asyncio
import importlib.util
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings

from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.teams.conversation_reference import is_allowed_service_url
from apps.chat.channels.teams.render_answer_activity import Activity

if TYPE_CHECKING:
    from microsoft_teams.api.clients import ApiClient

SCOPE = "https://api.botframework.com/.default"
TIMEOUT_SECONDS = 20.0
EARLY_SECONDS = 300.0
NOT_INSTALLED_MESSAGE = "The package microsoft-teams-apps is missing: install what requirements.lock names."


class StreamOverError(RefusedError):
    """Teams takes no more of this stream: two minutes are over, somebody pressed Stop, or it has ended."""


def is_installed() -> bool:
    return importlib.util.find_spec("microsoft_teams") is not None


@dataclass
class BotToken:
    """The token that we show to the connector, until shortly before it ends."""

    value: str = ""
    good_until: float = 0.0

    async def get(self, scope: str | list[str], tenant: str | None) -> str:
        """The SDK asks for it before each call. Raises UnavailableError, RefusedError."""
        if time.monotonic() < self.good_until:
            return self.value
        self.value, lives = await self.fetch()
        self.good_until = time.monotonic() + max(lives - EARLY_SECONDS, lives / 2)
        return self.value

    async def fetch(self) -> tuple[str, float]:
        """A new token, and for how many seconds it is good. Raises UnavailableError, RefusedError."""
        import httpx

        tenant = settings.TEAMS_TENANT_ID or "botframework.com"
        form = {
            "grant_type": "client_credentials",
            "client_id": settings.TEAMS_APP_ID,
            "client_secret": settings.TEAMS_APP_SECRET,
            "scope": SCOPE,
        }
        try:
            # The client's limit holds for each part of an answer, this one for the whole.
            async with asyncio.timeout(TIMEOUT_SECONDS), httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as client:
                answered = await client.post(f"{settings.TEAMS_LOGIN_URL}/{tenant}/oauth2/v2.0/token", data=form)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            raise UnavailableError(f"login: {type(error).__name__}") from error
        if answered.status_code >= 500 or answered.status_code == 429:
            raise UnavailableError(f"login: status {answered.status_code}")
        if answered.status_code != 200:
            raise RefusedError(f"login: status {answered.status_code}")
        try:
            said = answered.json()
            return str(said["access_token"]), float(said.get("expires_in") or 3600)
        except (ValueError, TypeError, KeyError) as error:
            # Such as the page of a proxy that wants people to sign in.
            raise UnavailableError("login: no token") from error


TOKEN = BotToken()
PARTS_OF_AN_ANSWER = 3
"""Times the limit of each part: then a call has ended, however slowly its answer comes."""


class NoHttpServer:
    """The SDK wants to serve HTTP itself; our own view has checked the request and answers it (views.py)."""

    def register_route(self, method: str, path: str, handler: object) -> None:
        """Nothing is served by the SDK."""

    def serve_static(self, path: str, directory: str) -> None:
        """No files either."""

    async def start(self, port: int) -> None:
        """Never called."""

    async def stop(self) -> None:
        """Never called."""


_apis: "dict[asyncio.AbstractEventLoop, ApiClient]" = {}


def teams_api() -> "ApiClient":
    """The client of this event loop: connections belong to the loop that has opened them. Raises RefusedError."""
    for ended in [loop for loop in list(_apis) if loop.is_closed()]:
        _apis.pop(ended, None)
    loop = asyncio.get_running_loop()
    if loop not in _apis:
        _apis[loop] = create_api_client()
    return _apis[loop]


def create_api_client() -> "ApiClient":
    """Raises RefusedError when the package is missing."""
    if not is_installed():
        raise RefusedError(NOT_INSTALLED_MESSAGE)
    from microsoft_teams.apps import App
    from microsoft_teams.common import ClientOptions

    app = App(
        client_id=settings.TEAMS_APP_ID,
        tenant_id=settings.TEAMS_TENANT_ID or None,
        token=TOKEN.get,
        client=ClientOptions(timeout=TIMEOUT_SECONDS),
        http_server_adapter=NoHttpServer(),
    )
    return app.api


async def create_activity(place: dict[str, Any], activity: Activity) -> str:
    """Creates an activity and returns its id. Raises RefusedError, UnavailableError, AmbiguousError."""
    sent = await call_api(
        place,
        lambda api: api.conversations.create_activity(
            place["conversation"], sdk_activity(place, activity), service_url=place["service_url"]
        ),
        makes=True,
    )
    return str(sent.id)


async def update_activity(place: dict[str, object], activity_id: str, activity: Activity) -> None:
    """The activity as it shall be from now on; may be repeated."""
    whole = sdk_activity(place, activity | {"id": activity_id})
    await call_api(
        place,
        lambda api: api.conversations.update_activity(
            place["conversation"], activity_id, whole, service_url=place["service_url"]
        ),
    )


async def fetch_conversation_members(place: dict[str, Any]) -> list[dict[str, Any]]:
    """Everybody in the conversation. For a thread, of its channel."""
    conversation = place["conversation"].split(";messageid=")[0]

    async def get(api: "ApiClient") -> Any:
        return await api.from_service_url(place["service_url"]).conversations.get_members(conversation)

    return [member.model_dump(by_alias=True, exclude_none=True) for member in await call_api(place, get)]


async def open_private_conversation(place: dict[str, Any], user: str) -> str:
    """The id of the one-to-one conversation with somebody; made when there is none."""
    from microsoft_teams.api.clients.conversation.params import CreateConversationParams
    from microsoft_teams.api.models import Account

    params = CreateConversationParams(
        members=[Account(id=user)], tenant_id=place["tenant"], channel_data={"tenant": {"id": place["tenant"]}}
    )

    async def make(api: "ApiClient") -> Any:
        return await api.from_service_url(place["service_url"]).conversations.create(params)

    return str((await call_api(place, make)).id)


def sdk_activity(place: dict[str, object], activity: Activity) -> object:
    """The SDK's own object, which knows how Teams wants it spelled."""
    from microsoft_teams.api.activities import MessageActivityInput, TypingActivityInput

    kind = TypingActivityInput if activity["type"] == "typing" else MessageActivityInput
    addressed = activity | {"from": {"id": place["bot"]}, "conversation": {"id": place["conversation"]}}
    return kind.model_validate(addressed)


async def call_api(place: dict[str, Any], send: Any, *, makes: bool = False) -> Any:
    """The call, its errors as ours. Our token goes to known hosts only, whatever is stored."""
    import httpx

    if not is_allowed_service_url(place.get("service_url", "")):
        raise RefusedError(f"The host {urlsplit(place.get('service_url', '')).hostname} is not in TEAMS_SERVICE_HOSTS.")
    try:
        async with asyncio.timeout(PARTS_OF_AN_ANSWER * TIMEOUT_SECONDS):
            return await send(teams_api())
    except httpx.HTTPStatusError as error:
        raise error_of_response(error.response, makes) from error
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        raise UnavailableError(type(error).__name__) from error
    except (httpx.HTTPError, TimeoutError, KeyError, ValueError) as error:
        raise (AmbiguousError if makes else UnavailableError)(type(error).__name__) from error


def error_of_response(response: Any, makes: bool) -> Exception:
    status = int(response.status_code)
    if status == 429:
        header = response.headers.get("Retry-After", "")
        return UnavailableError("over the limit", retry_after=float(header) if header.isdecimal() else 5.0)
    if status == 412 or status >= 500:
        return (AmbiguousError if makes else UnavailableError)(f"status {status}")
    if status == 401:
        TOKEN.good_until = 0.0
        return UnavailableError("status 401")
    text = response.text[:2_000].lower()
    if (status == 403 and "stream" in text) or "contentstreamnotallowed" in text:
        return StreamOverError(f"status {status}")
    return RefusedError(f"status {status}")
