"""A Teams for tests, over real HTTP on loopback: connector, login, published keys, signed activities.

with FakeTeams() as teams:
    settings.TEAMS_OPENID_METADATA_URL = teams.metadata_url
    headers, body = teams.signed(teams.message("Was kostet es?"))     # post them to /teams/messages
    teams.messages("personal-1")[-1]["text"]                          # what people see
"""

import itertools
import json
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.fakes.serving import Served

APP_ID, BOT, TENANT, KEY_ID = "00000000-aaaa-bbbb-cccc-000000000001", "28:bot", "tenant-1", "key-1"

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    activity: dict[str, Any]
    at: float


@dataclass
class FakeTeams(Served):
    """`stream_seconds` is how long a stream may last; `trouble` answers the next connector calls in Teams' place."""

    secret: str = "fake-app-secret"
    port: int = 0
    stream_seconds: float = 120.0
    trouble: list[Callable[["FakeTeams", str, dict[str, Any]], web.Response | None]] = field(default_factory=list)
    log: list[Asked] = field(default_factory=list)
    members: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    key_fetches: int = 0
    logins: int = 0
    sent: int = 0
    """Bytes of an answer without an end."""
    over_limit: int = 0
    login_answer: str = ""
    """What the sign-in answers in place of a token."""
    on_message: Callable[[dict[str, Any]], None] | None = None
    published: Any = ...
    """What the address of the keys answers, whatever would be right; `endless` for an answer without an end."""

    def __post_init__(self) -> None:
        self.key = KEY
        self.conversations: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
        self.streams: dict[str, dict[str, Any]] = {}
        self._numbers = itertools.count(1)

    def routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/openid", self._metadata)
        router.add_get("/keys", self._keys)
        router.add_post("/login/{tenant}/oauth2/v2.0/token", self._login)
        router.add_post("/teams/v3/conversations", self._open)
        router.add_post("/teams/v3/conversations/{conversation}/activities", self._create)
        router.add_put("/teams/v3/conversations/{conversation}/activities/{activity}", self._update)
        router.add_get("/teams/v3/conversations/{conversation}/members", self._members)

    # Where it is

    @property
    def service_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/teams/"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def metadata_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/openid"

    @property
    def login_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/login"

    # Login and keys

    async def _metadata(self, request: web.Request) -> web.Response:
        return web.json_response(
            {"issuer": "https://api.botframework.com", "jwks_uri": f"http://127.0.0.1:{self.port}/keys"}
        )

    async def _endless(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        with suppress(ConnectionError):
            while self.published == "endless":
                await answer.write(b" " * 65_536)
                self.sent += 65_536
        return answer

    async def _keys(self, request: web.Request) -> web.StreamResponse:
        self.key_fetches += 1
        if self.published == "endless":
            return await self._endless(request)
        if self.published is not ...:
            return web.json_response(self.published)
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return web.json_response({"keys": [public | {"kid": KEY_ID, "use": "sig", "endorsements": ["msteams"]}]})

    async def _login(self, request: web.Request) -> web.Response:
        form = await request.post()
        self.logins += 1
        if form.get("client_secret") != self.secret:
            return web.json_response({"error": "invalid_client"}, status=401)
        if self.login_answer:
            return web.Response(text=self.login_answer)
        token = jwt.encode({"aud": "https://api.botframework.com", "exp": int(time.time()) + 3600}, "x" * 32)
        return web.json_response({"access_token": token, "expires_in": 3600, "token_type": "Bearer"})

    # The connector

    def _interrupt(self, path: str, activity: dict[str, Any]) -> web.Response | None:
        return self.trouble.pop(0)(self, path, activity) if self.trouble else None

    def _note(self, request: web.Request, activity: dict[str, Any]) -> web.Response | None:
        self.log.append(Asked(request.method, request.path, activity, time.monotonic()))
        if not request.headers.get("Authorization", "").startswith("Bearer "):
            return web.json_response({"error": {"code": "Unauthorized"}}, status=401)
        return self._interrupt(request.path, activity)

    async def _create(self, request: web.Request) -> web.Response:
        activity, conversation = await request.json(), request.match_info["conversation"]
        refused = self._note(request, activity)
        if refused is not None:
            return refused
        stream = next((one for one in activity.get("entities") or [] if one.get("type") == "streaminfo"), None)
        if stream:
            return self._stream(conversation, activity, stream)
        if activity["type"] == "typing":
            return web.json_response({"id": "typing"}, status=201)
        return web.json_response({"id": self.put(conversation, activity)}, status=201)

    def put(self, conversation: str, activity: dict[str, Any], activity_id: str = "") -> str:
        activity_id = activity_id or f"activity-{next(self._numbers)}"
        self.conversations[conversation][activity_id] = activity | {"id": activity_id}
        if self.on_message is not None:
            self.on_message(activity)
        return activity_id

    def _stream(self, conversation: str, activity: dict[str, Any], info: dict[str, Any]) -> web.Response:
        if not conversation.startswith("personal"):
            return refusal("ContentStreamNotAllowed", "Streaming is not allowed here.")
        stream_id = info.get("streamId")
        if stream_id is None:
            stream_id = f"stream-{next(self._numbers)}"
            self.streams[stream_id] = {"begun": time.monotonic(), "pieces": [], "sequence": 0, "ended": False}
        stream = self.streams.get(stream_id)
        if stream is None or stream["ended"] or time.monotonic() - stream["begun"] > self.stream_seconds:
            if stream:
                stream["ended"] = True
            return refusal("ContentStreamNotAllowed", "Content stream finished due to exceeded streaming time.")
        if info["streamType"] == "final":
            stream["ended"] = True
            self.put(conversation, activity, stream_id)
            return web.json_response({"id": stream_id}, status=201)
        assert info["streamSequence"] > stream["sequence"], "Sequence numbers of a stream grow."
        if info["streamType"] == "streaming":
            previous = stream["pieces"][-1] if stream["pieces"] else ""
            assert activity["text"].startswith(previous), "The text of a stream is cumulative."
            stream["pieces"].append(activity["text"])
        stream["sequence"] = info["streamSequence"]
        return web.json_response({"id": stream_id}, status=201)

    async def _update(self, request: web.Request) -> web.Response:
        activity, conversation = await request.json(), request.match_info["conversation"]
        refused = self._note(request, activity)
        if refused is not None:
            return refused
        activity_id = request.match_info["activity"]
        if activity_id not in self.conversations[conversation] and activity_id not in self.streams:
            return web.json_response({"error": {"code": "ActivityNotFoundInConversation"}}, status=404)
        self.put(conversation, activity, activity_id)
        return web.json_response({"id": activity_id})

    async def _members(self, request: web.Request) -> web.Response:
        refused = self._note(request, {})
        if refused is not None:
            return refused
        found = self.members.get(request.match_info["conversation"])
        if found is None:
            return web.json_response({"error": {"code": "ConversationNotFound"}}, status=404)
        return web.json_response([*found, {"id": BOT, "name": "Auskunft"}])

    async def _open(self, request: web.Request) -> web.Response:
        values = await request.json()
        refused = self._note(request, values)
        if refused is not None:
            return refused
        return web.json_response({"id": f"personal-{values['members'][0]['id']}"}, status=201)

    # What people do and see

    def message(
        self, text: str, *, conversation: str = "personal-1", user: str = "29:eva", **more: Any
    ) -> dict[str, Any]:
        """An activity as Teams sends it."""
        kind = "personal" if conversation.startswith("personal") else "groupChat"
        activity = {
            "type": "message", "id": f"{int(time.time() * 1000)}-{next(self._numbers)}", "channelId": "msteams",
            "serviceUrl": self.service_url, "text": text, "textFormat": "plain", "locale": "de-DE",
            "from": {"id": user, "name": "Eva", "aadObjectId": user.removeprefix("29:")},
            "recipient": {"id": BOT, "name": "Auskunft"},
            "conversation": {"id": conversation, "conversationType": kind, "tenantId": TENANT},
            "channelData": {"tenant": {"id": TENANT}},
            "attachments": [{"contentType": "text/html", "content": f"<div>{text}</div>"}],
        }  # fmt: skip
        return activity | more

    def mention(
        self, text: str, *, conversation: str = "19:room@thread.tacv2;messageid=1", **more: Any
    ) -> dict[str, Any]:
        """A message in a channel (or a group, by its conversation) that names the bot."""
        kind = "channel" if "thread" in conversation else "groupChat"
        entity = {"type": "mention", "mentioned": {"id": BOT, "name": "Auskunft"}, "text": "<at>Auskunft</at>"}
        return self.message(f"<at>Auskunft</at> {text}", conversation=conversation) | {
            "entities": [entity],
            "conversation": {"id": conversation, "conversationType": kind, "tenantId": TENANT},
            **more,
        }

    def invoke(
        self, name: str, value: dict[str, Any], *, reply_to: str, conversation: str = "personal-1"
    ) -> dict[str, Any]:
        return self.message("", conversation=conversation) | {
            "type": "invoke", "name": name, "value": value, "replyToId": reply_to
        }  # fmt: skip

    def token(self, *, key: Any = None, headers: dict[str, Any] | None = None, **claims: Any) -> str:
        now = int(time.time())
        whole = {
            "iss": "https://api.botframework.com", "aud": APP_ID, "exp": now + 600, "nbf": now - 60,
            "serviceurl": self.service_url, **claims,
        }  # fmt: skip
        whole = {name: value for name, value in whole.items() if value is not None}
        named = {name: value for name, value in {"kid": KEY_ID, **(headers or {})}.items() if value is not None}
        return jwt.encode(whole, key or self.key, "RS256", headers=named)

    def signed(self, activity: dict[str, Any], token: str | None = None) -> tuple[dict[str, str], bytes]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token or self.token()}"}
        return headers, json.dumps(activity).encode()

    def messages(self, conversation: str) -> list[dict[str, Any]]:
        return [one for one in self.conversations[conversation].values() if one["type"] == "message"]


def refusal(code: str, message: str) -> web.Response:
    return web.json_response({"error": {"code": code, "message": message}}, status=403)


def broken(teams: FakeTeams, path: str, activity: dict[str, Any]) -> web.Response:
    return web.json_response({"error": {"code": "ServiceError"}}, status=502)


def lost_after(teams: FakeTeams, path: str, activity: dict[str, Any]) -> web.Response | None:
    """The message is there, but the answer to the call is a broken gateway's."""
    teams.put(path.split("/")[4], activity)
    return broken(teams, path, activity)
