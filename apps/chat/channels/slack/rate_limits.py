"""Rate limits of Slack's methods: never more calls within any minute than a method's tier allows.

The counts are this process's. Where several processes answer, SLACK_RATE_PERCENT gives each its share; Slack's own
Retry-After, which all calls honour, settles what they do not know of each other.
"""

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

from django.conf import settings

MINUTE = 60.0
PER_MINUTE = {
    "chat.startStream": 20,
    "chat.stopStream": 20,
    "chat.appendStream": 100,
    "chat.update": 50,
    "chat.postMessage": 600,
    "chat.postEphemeral": 100,
    "assistant.threads.setStatus": 600,
    "assistant.threads.setSuggestedPrompts": 50,
    "conversations.members": 100,
    "conversations.open": 50,
    "conversations.replies": 50,
    "conversations.history": 50,
    "users.info": 100,
    "views.open": 100,
    "auth.test": 600,
}
"""https://docs.slack.dev/apis/web-api/rate-limits: tier 2 is 20 calls a minute, tier 3 is 50, tier 4 is 100."""
CHANNEL_SECONDS = 1.0
"""One message a second in a channel."""


@dataclass
class CallWindow:
    most: int
    calls: deque[float] = field(default_factory=deque)
    closed_until: float = 0.0

    def wait(self, spare: int = 0) -> float:
        """Seconds until a call is allowed that leaves `spare` calls for others; 0 when it is allowed now."""
        now = time.monotonic()
        while self.calls and self.calls[0] <= now - MINUTE:
            self.calls.popleft()
        pause = max(0.0, self.closed_until - now)
        allowed = self.most - spare
        if len(self.calls) >= allowed:
            oldest = self.calls[len(self.calls) - allowed] if allowed > 0 else now
            pause = max(pause, oldest + MINUTE - now, 0.001)
        return pause

    def take(self) -> None:
        self.calls.append(time.monotonic())


class SlackLimits:
    """Counts the calls of one process to one workspace."""

    def __init__(self, scale: float | None = None) -> None:
        self._scale = scale
        self._windows: dict[str, CallWindow] = {}
        self._channels: dict[str, float] = {}

    @property
    def scale(self) -> float:
        """The share of Slack's limits that is ours; other processes of the installation may need the rest."""
        return settings.SLACK_RATE_PERCENT / 100 if self._scale is None else self._scale

    def window(self, method: str) -> CallWindow:
        if method not in self._windows:
            self._windows[method] = CallWindow(max(1, int(PER_MINUTE.get(method, 20) * self.scale)))
        return self._windows[method]

    def allows(self, method: str, spare: int = 0) -> bool:
        """Whether a call is possible at once."""
        return self.window(method).wait(spare) == 0

    def take(self, method: str) -> None:
        self.window(method).take()

    def close(self, method: str, seconds: float) -> None:
        """Slack has said when the method opens again."""
        window = self.window(method)
        window.closed_until = max(window.closed_until, time.monotonic() + seconds)

    async def wait(self, method: str, channel: str = "") -> None:
        """Returns when the call is allowed; it counts as made."""
        while True:
            pause = max(self.window(method).wait(), self.channel_wait(channel))
            if pause == 0:
                break
            await asyncio.sleep(pause)
        self.take(method)
        if channel:
            self._channels[channel] = time.monotonic() + CHANNEL_SECONDS / self.scale
            if len(self._channels) > 10_000:
                self._forget_channels()

    def channel_wait(self, channel: str) -> float:
        return max(0.0, self._channels.get(channel, 0.0) - time.monotonic()) if channel else 0.0

    def _forget_channels(self) -> None:
        now = time.monotonic()
        self._channels = {name: until for name, until in self._channels.items() if until > now}
