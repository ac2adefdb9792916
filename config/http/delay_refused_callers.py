"""Delays callers who were refused for their number (429): to refuse a request costs as much processor time as to
answer a small one, and whoever repeats it without a pause takes that time from everybody else.

For a minute after a refusal, requests of that network to the same part of the site are looked at one after the other,
one a second. That is faster than any allowance fills up, so it delays nobody who keeps to what the refusal said.
"""

import asyncio
import time
from collections.abc import Callable

from apps.chat.models.visitors import is_limited, network_of
from config.http.body_limit import Application, Message, Receive, Refusal, Send, refuse_request

APART_SECONDS = 1.0
"""Between two requests that are looked at."""
MOST_WAITING = 10
"""Of one caller; a further request is refused unread, and its connection closed."""
KEPT_SECONDS = 60.0
"""After the last refusal."""
MOST_CALLERS = 10_000
"""That are remembered, the latest of them: about 2 MB."""

PARTS_WITH_TOKENS = frozenset({"api", "mcp", "scim", "v1"})
"""Here a token is looked at before anything else, and one that is none is refused with 401, never with 429."""

Caller = tuple[str, str]
"""Network (IPv4 address, IPv6 /64), and the first part of the path."""


class RefusedCallers:
    """When each caller who was refused is looked at again. Of one process and one event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next: dict[Caller, float] = {}
        self._until: dict[Caller, float] = {}

    def add(self, caller: Caller) -> None:
        now = self._clock()
        # Put last anew, so that the first are those who were refused longest ago.
        self._until.pop(caller, None)
        self._until[caller] = now + KEPT_SECONDS
        self._next.setdefault(caller, now + APART_SECONDS)
        while self._until and (len(self._until) > MOST_CALLERS or next(iter(self._until.values())) < now):
            self._forget(next(iter(self._until)))

    def take_place(self, caller: Caller) -> float | None:
        """Seconds to wait, 0 for who was not refused lately; None when too many wait already."""
        now = self._clock()
        if self._until.get(caller, 0.0) < now:
            self._forget(caller)
            return 0.0
        turn = max(now, self._next[caller])
        if turn - now > MOST_WAITING * APART_SECONDS:
            return None
        self._next[caller] = turn + APART_SECONDS
        return turn - now

    def _forget(self, caller: Caller) -> None:
        self._until.pop(caller, None)
        self._next.pop(caller, None)


def delay_refused_callers(application: Application, refusal: Refusal) -> Application:
    """The application, but for callers whom it answered with 429 a moment ago: they wait for their turn.

    Whoever sends a token is not delayed: it has limits of its own, its owner is known, and where many people come
    through one machine, one of them must not delay the others.
    """
    refused = RefusedCallers()

    async def delayed(scope: Message, receive: Receive, send: Send) -> None:
        caller = caller_of(scope)
        if caller is None:
            return await application(scope, receive, send)
        wait = refused.take_place(caller)
        if wait is None:
            return await refuse_request(send, 429, refusal(scope["path"], 429))
        if wait:
            await asyncio.sleep(wait)

        async def watched(message: Message) -> None:
            if message.get("status") == 429:
                refused.add(caller)
            await send(message)

        return await application(scope, receive, watched)

    return delayed


def caller_of(scope: Message) -> Caller | None:
    """None for those who are not delayed."""
    address = (scope.get("client") or ("",))[0]
    part = scope["path"].strip("/").partition("/")[0]
    if not address or not is_limited(address) or (part in PARTS_WITH_TOKENS and sends_token(scope)):
        return None
    return network_of(address), part


def sends_token(scope: Message) -> bool:
    return any(name == b"authorization" and value for name, value in scope["headers"])
