"""A Slack for tests, over real HTTP and websockets on loopback: Web API with rate limits, Socket Mode, signed events.

with FakeSlack() as slack:
    settings.SLACK_API_URL = slack.api_url
    headers, body = slack.signed(slack.message("Was kostet es?", channel="D1"))     # post them to /slack/events
    slack.thread("D1")[-1]["text"]                                                  # what people see
    slack.calls("chat.startStream")                                                 # what was called, when
"""

import asyncio
import hashlib
import hmac
import itertools
import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from aiohttp import WSMsgType, web

from tests.fakes.serving import Served

BOT_USER, BOT_ID, TEAM, APP = "UBOT", "BBOT", "T1", "A1"
SCOPES = (
    "app_mentions:read,assistant:write,channels:history,channels:read,chat:write,commands,groups:history,groups:read,"
    "im:history,im:read,im:write,mpim:history,mpim:read,users:read"
)
TIERS = {
    "chat.startStream": 20, "chat.stopStream": 20, "chat.appendStream": 100, "chat.update": 50,
    "chat.postMessage": 600, "conversations.replies": 50, "conversations.history": 50, "conversations.open": 50,
    "conversations.members": 100, "users.info": 100, "views.open": 100,
}  # fmt: skip
MINUTE = 60.0


@dataclass(frozen=True)
class Call:
    method: str
    values: dict[str, Any]
    at: float
    was_refused: bool = False


@dataclass
class FakeSlack(Served):
    """`scale` multiplies the limits of Slack's tiers; `trouble` answers a call of a method in place of Slack."""

    secret: str = "fake-signing-secret"
    token: str = "xoxb-fake"
    app_token: str = "xapp-fake"
    port: int = 0
    scale: float = 1.0
    streams: bool = True
    stream_seconds: float = 300.0
    scopes: str = SCOPES
    trouble: dict[str, list[Callable[["FakeSlack", dict[str, Any]], Any]]] = field(default_factory=dict)
    members: dict[str, list[str]] = field(default_factory=dict)
    locales: dict[str, str] = field(default_factory=dict)
    log: list[Call] = field(default_factory=list)
    acks: list[dict[str, Any]] = field(default_factory=list)
    over_limit: int = 0
    on_message: Callable[[dict[str, Any]], None] | None = None

    def __post_init__(self) -> None:
        self.channels: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
        self.ephemeral: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.prompts: list[dict[str, Any]] = []
        self._numbers = itertools.count(1)
        self._windows: dict[str, list[float]] = defaultdict(list)
        self._channel_at: dict[str, float] = {}
        self._sockets: list[web.WebSocketResponse] = []
        self.connections_ever = 0
        self._lock = threading.Lock()

    # The server

    def routes(self, router: web.UrlDispatcher) -> None:
        router.add_route("*", "/api/{method}", self._api)
        router.add_get("/socket", self._socket)

    async def before_closing(self) -> None:
        for socket in self._sockets:
            await socket.close()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/"

    # The Web API

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        values = await self._values(request)
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        wanted = self.app_token if method == "apps.connections.open" else self.token
        if given != wanted:
            return self._answer({"ok": False, "error": "invalid_auth"})
        refused = self._refuse(method, values)
        with self._lock:
            self.log.append(Call(method, values, time.monotonic(), refused is not None))
        if refused is not None:
            return refused
        troubles = self.trouble.get(method)
        if troubles:
            result = troubles.pop(0)(self, values)
            if asyncio.iscoroutine(result):
                result = await result
            if isinstance(result, web.StreamResponse):
                return result
            if result is not None:
                return self._answer(result)
        handler = getattr(self, "_" + method.replace(".", "_"), None)
        if handler is None:
            return self._answer({"ok": False, "error": "unknown_method"})
        with self._lock:
            return self._answer(handler(values))

    async def _values(self, request: web.Request) -> dict[str, Any]:
        if request.content_type == "application/json":
            # The synchronous client calls what it sends nothing to JSON.
            found: dict[str, Any] = json.loads(await request.text() or "{}")
            return {**request.query, **found}
        form = await request.post()
        return {**request.query, **{name: value for name, value in form.items() if isinstance(value, str)}}

    def _answer(self, data: dict[str, Any]) -> web.Response:
        return web.json_response({"ok": True, **data}, headers={"X-OAuth-Scopes": self.scopes})

    def _refuse(self, method: str, values: dict[str, Any]) -> web.Response | None:
        """429 as Slack says it. Counts what was over the limit."""
        now = time.monotonic()
        window = self._windows[method]
        while window and window[0] <= now - MINUTE:
            window.pop(0)
        wait = 0.0
        if method in TIERS and len(window) >= TIERS[method] * self.scale:
            wait = window[0] + MINUTE - now
        channel = str(values.get("channel", ""))
        if method == "chat.postMessage" and now < self._channel_at.get(channel, 0.0):
            wait = max(wait, self._channel_at[channel] - now)
        if wait > 0:
            self.over_limit += 1
            return web.json_response(
                {"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": str(int(wait) + 1)}
            )
        window.append(now)
        if method == "chat.postMessage":
            # Bursts of a few are let through.
            self._channel_at[channel] = now + 0.9 / self.scale
        return None

    def _ts(self) -> str:
        return f"{int(time.time())}.{next(self._numbers):06d}"

    def _post(self, values: dict[str, Any], **more: Any) -> dict[str, Any]:
        ts = self._ts()
        message = {"ts": ts, "user": BOT_USER, "bot_id": BOT_ID, "edits": [], **values, **more}
        self.channels[str(values["channel"])][ts] = message
        self._tell(message)
        return {"ts": ts, "channel": values["channel"], "message": message}

    def _tell(self, message: dict[str, Any]) -> None:
        if self.on_message is not None:
            self.on_message(message)

    # ruff: noqa: N802 (named as Slack names its methods)

    def _chat_postMessage(self, values: dict[str, Any]) -> dict[str, Any]:
        return self._post(values)

    def _chat_startStream(self, values: dict[str, Any]) -> dict[str, Any]:
        if not self.streams:
            return {"ok": False, "error": "feature_not_enabled"}
        if not values.get("thread_ts"):
            return {"ok": False, "error": "invalid_thread_ts"}
        if not values["channel"].startswith("D") and not values.get("recipient_user_id"):
            return {"ok": False, "error": "missing_recipient_user_id"}
        text = values.get("markdown_text", "")
        return self._post(values, text=text, streaming_until=time.monotonic() + self.stream_seconds)

    def _streaming(self, values: dict[str, Any]) -> dict[str, Any] | None:
        message = self.channels[values["channel"]].get(values["ts"])
        if message is None or message.get("streaming_until", 0) < time.monotonic():
            return None
        return message

    def _chat_appendStream(self, values: dict[str, Any]) -> dict[str, Any]:
        message = self._streaming(values)
        if message is None:
            return {"ok": False, "error": "message_not_in_streaming_state"}
        if len(values["markdown_text"]) > 12_000:
            return {"ok": False, "error": "msg_too_long"}
        message["text"] += values["markdown_text"]
        message["edits"].append(message["text"])
        self._tell(message)
        return {"ts": values["ts"]}

    def _chat_stopStream(self, values: dict[str, Any]) -> dict[str, Any]:
        message = self._streaming(values)
        if message is None:
            return {"ok": False, "error": "message_not_in_streaming_state"}
        message["streaming_until"] = 0
        if values.get("metadata"):
            message["metadata"] = values["metadata"]
        return {"ts": values["ts"]}

    def _chat_update(self, values: dict[str, Any]) -> dict[str, Any]:
        message = self.channels[values["channel"]].get(values["ts"])
        if message is None:
            return {"ok": False, "error": "message_not_found"}
        if message.get("streaming_until", 0) > time.monotonic():
            return {"ok": False, "error": "streaming_state_conflict"}
        message["edits"].append(message["text"])
        message.update({name: value for name, value in values.items() if name not in ("channel", "ts")})
        self._tell(message)
        return {"ts": values["ts"], "text": message["text"]}

    def _chat_postEphemeral(self, values: dict[str, Any]) -> dict[str, Any]:
        self.ephemeral.append(values)
        return {"message_ts": self._ts()}

    def _conversations_open(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"channel": {"id": f"D{values['users']}"}}

    def _conversations_members(self, values: dict[str, Any]) -> dict[str, Any]:
        found = self.members.get(values["channel"])
        if found is None:
            return {"ok": False, "error": "channel_not_found"}
        return {"members": [*found, BOT_USER], "response_metadata": {"next_cursor": ""}}

    def _conversations_replies(self, values: dict[str, Any]) -> dict[str, Any]:
        found = [one for one in self.messages(values["channel"]) if one.get("thread_ts") == values["ts"]]
        return {"messages": [shown(message) for message in found]}

    def _conversations_history(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"messages": [shown(message) for message in self.messages(values["channel"])]}

    def _assistant_threads_setStatus(self, values: dict[str, Any]) -> dict[str, Any]:
        return {}

    def _assistant_threads_setSuggestedPrompts(self, values: dict[str, Any]) -> dict[str, Any]:
        self.prompts.append(values)
        return {}

    def _users_info(self, values: dict[str, Any]) -> dict[str, Any]:
        if "users:read" not in self.scopes.split(","):
            return {"ok": False, "error": "missing_scope"}
        user = {"id": values["user"]}
        if values.get("include_locale") in ("1", "true"):
            user["locale"] = self.locales.get(values["user"], "de-DE")
        return {"user": user}

    def _views_open(self, values: dict[str, Any]) -> dict[str, Any]:
        self.views.append(values)
        return {"view": {"id": "V1"}}

    def _auth_test(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"user_id": BOT_USER, "bot_id": BOT_ID, "team_id": TEAM, "team": "Amt", "url": "https://amt.slack.com/"}

    def _apps_connections_open(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"url": f"ws://127.0.0.1:{self.port}/socket"}

    # Socket Mode

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"type": "hello", "num_connections": 1, "connection_info": {"app_id": APP}})
        self._sockets.append(socket)
        self.connections_ever += 1
        async for message in socket:
            if message.type == WSMsgType.TEXT and message.data.startswith("{"):
                self.acks.append({"at": time.monotonic(), **json.loads(message.data)})
        self._sockets.remove(socket)
        return socket

    @property
    def connections(self) -> int:
        return len(self._sockets)

    def send_envelope(self, payload: dict[str, Any], kind: str = "events_api", *, socket: int = -1) -> str:
        """Through one of the connections, the newest by default; gives back the id that an acknowledgement names."""
        envelope: dict[str, Any] = {"envelope_id": f"E{next(self._numbers)}", "type": kind, "payload": payload}
        self._say(socket, envelope)
        return str(envelope["envelope_id"])

    def send_envelope_again(self, payload: dict[str, Any], attempt: int) -> str:
        """As Slack does when nobody has acknowledged: a new envelope with the same event, through the newest one."""
        envelope = {
            "envelope_id": f"E{next(self._numbers)}", "type": "events_api", "payload": payload,
            "retry_attempt": attempt, "retry_reason": "timeout",
        }  # fmt: skip
        self._say(-1, envelope)
        return str(envelope["envelope_id"])

    def ask_to_reconnect(self) -> None:
        """Slack renews each connection once in a while."""
        self._say(-1, {"type": "disconnect", "reason": "refresh_requested", "debug_info": {"host": "fake"}})

    def _say(self, socket: int, message: dict[str, Any]) -> None:
        sending = self._sockets[socket].send_json(message)
        asyncio.run_coroutine_threadsafe(sending, self._loop).result(10)

    def is_acknowledged(self, envelope_id: str) -> bool:
        return any(ack["envelope_id"] == envelope_id for ack in self.acks)

    # What people do and see

    def message(
        self,
        text: str,
        *,
        channel: str = "D1",
        user: str = "U1",
        thread: str | None = None,
        kind: str | None = None,
        event: str = "message",
        ts: str | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """The body of an event, as Slack sends it; the message stands in the channel."""
        ts = ts or self._ts()
        number = next(self._numbers)
        inner: dict[str, Any] = {"type": event, "user": user, "text": text, "ts": ts, "channel": channel}
        if event == "message":
            inner["channel_type"] = kind or ("im" if channel.startswith("D") else "channel")
            inner["client_msg_id"] = f"client-{number}"
        if thread:
            inner["thread_ts"] = thread
        inner.update(more)
        return self.envelope(inner, number)

    def envelope(self, event: dict[str, Any], number: int | None = None) -> dict[str, Any]:
        return {
            "token": "deprecated", "team_id": TEAM, "api_app_id": APP, "event": event, "type": "event_callback",
            "event_id": f"Ev{number or next(self._numbers)}", "event_time": int(time.time()),
            "authorizations": [{"team_id": TEAM, "user_id": BOT_USER, "is_bot": True}],
        }  # fmt: skip

    def signed(
        self, body: dict[str, Any] | bytes, *, at: float | None = None, secret: str | None = None, form: bool = False
    ) -> tuple[dict[str, str], bytes]:
        """Headers and bytes of a request as Slack sends it."""
        made = "" if isinstance(body, bytes) else urlencode(body) if form else json.dumps(body)
        raw = body if isinstance(body, bytes) else made.encode()
        timestamp = str(int(time.time() if at is None else at))
        digest = hmac.new((secret or self.secret).encode(), f"v0:{timestamp}:".encode() + raw, hashlib.sha256)
        return {
            "Content-Type": "application/x-www-form-urlencoded" if form else "application/json",
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": f"v0={digest.hexdigest()}",
        }, raw

    def command(self, text: str, *, channel: str = "C1", user: str = "U1") -> dict[str, str]:
        return {
            "command": "/auskunft", "text": text, "user_id": user, "user_name": "eva", "channel_id": channel,
            "team_id": TEAM, "trigger_id": f"trigger-{next(self._numbers)}", "response_url": "https://hooks.invalid",
        }  # fmt: skip

    def interaction(self, kind: str, *, user: str = "U1", **more: Any) -> dict[str, str]:
        payload = {
            "type": kind, "user": {"id": user}, "team": {"id": TEAM}, "api_app_id": APP,
            "trigger_id": f"trigger-{next(self._numbers)}", **more,
        }  # fmt: skip
        return {"payload": json.dumps(payload)}

    def press(self, message: dict[str, Any], action_id: str, value: str, *, user: str = "U1") -> dict[str, str]:
        action = {"type": "button", "action_id": action_id, "block_id": "b", "value": value, "action_ts": self._ts()}
        if action_id == "auskunft_feedback":
            action["type"] = "feedback_buttons"
        return self.interaction(
            "block_actions", user=user, actions=[action], message=message, channel={"id": message["channel"]}
        )

    def messages(self, channel: str) -> list[dict[str, Any]]:
        return list(self.channels[channel].values())

    def calls(self, method: str) -> list[Call]:
        return [call for call in self.log if call.method == method and not call.was_refused]


def shown(message: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name not in ("edits", "streaming_until")}


def lost_after(slack: FakeSlack, values: dict[str, Any]) -> web.Response:
    """The message is there, but the answer to the call is a broken gateway's."""
    slack._chat_startStream(values) if "markdown_text" in values else slack._post(values)
    return web.Response(status=502, text="bad gateway")


def broken(slack: FakeSlack, values: dict[str, Any]) -> web.Response:
    return web.Response(status=503, text="unavailable")


def error(code: str) -> Callable[[FakeSlack, dict[str, Any]], dict[str, Any]]:
    return lambda slack, values: {"ok": False, "error": code}
