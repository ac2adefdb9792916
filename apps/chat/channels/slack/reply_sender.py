"""Sends one reply into a Slack thread: streaming where Slack allows it, edits where it refuses, always one message."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.channels.interface.progress_step_labels import step_name
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.slack import web_api
from apps.chat.channels.slack.message_blocks import render_blocks, review_blocks
from apps.chat.channels.slack.mrkdwn import escape_streamed_markdown, truncate_escaped
from apps.chat.channels.slack.web_api import NotPossibleError, call_slack
from apps.chat.models.platform_rooms_and_people import Interaction
from apps.chat.turn_state.turn_events import Step

METADATA = "auskunft_answer"
GROW_SECONDS = 1.2
LONGEST_APPEND = 11_000
"""Characters; Slack takes 12,000 in one call."""
LONGEST_EDIT = 3_900
"""Characters; the finished message comes as blocks, which hold more."""
SPARE = 10
"""Calls of a minute that growing text leaves to messages that end."""
NO_STREAM = frozenset(
    {
        "feature_not_enabled", "method_not_supported_for_channel_type", "missing_recipient_team_id",
        "missing_recipient_user_id", "not_allowed", "not_allowed_token_type", "streaming_not_allowed", "unknown_method",
        "invalid_thread_ts", "team_not_found", "user_not_found", "messages_tab_disabled", "missing_scope",
    }
)  # fmt: skip
STREAM_ENDED = frozenset({"message_not_in_streaming_state", "message_not_owned_by_app", "streaming_state_conflict"})
MOST_PAGES = 25
PLAIN = {"parse": "none", "link_names": False}
"""No word of an answer becomes a mention."""
QUIET = {"unfurl_links": False, "unfurl_media": False}


async def sender(interaction: Interaction) -> "SlackSender":
    place = interaction.place
    return SlackSender(
        key=str(interaction.pk),
        channel=str(place.get("channel", "")),
        thread=str(place.get("thread", "")),
        team=interaction.room.workspace,
        user=interaction.asker.external_id,
        language=interaction.conversation.language,
        bot_user=str(place.get("bot_user", "")),
    )


@dataclass
class SlackSender:
    """One reply. `thread` is the ts of the message that it hangs on; empty in a private message by itself."""

    key: str
    channel: str
    thread: str
    team: str
    user: str
    language: str
    bot_user: str = ""
    streams: bool = True
    opens_first: bool = False
    hints_privately: bool = True
    is_stream: bool = False
    sent_text: str = ""
    """What Slack has of a stream, as it was sent: neutralised."""
    grown_at: float = 0.0
    telling: "asyncio.Task[None] | None" = None

    async def status(self, step: Step) -> None:
        """Shows the step beside the answer, which does not wait for it."""
        with translation.override(self.language):
            shown = step_name(step)
        is_busy = self.telling is not None and not self.telling.done()
        if self.thread and not is_busy and web_api.LIMITS.allows("assistant.threads.setStatus"):
            self.telling = asyncio.create_task(self.tell(shown))

    async def tell(self, shown: str) -> None:
        values = {"channel_id": self.channel, "thread_ts": self.thread, "status": shown, "loading_messages": [shown]}
        # Only a courtesy: the answer comes all the same.
        with suppress(RefusedError, UnavailableError, AmbiguousError):
            await call_slack("assistant.threads.setStatus", values)

    async def told(self) -> None:
        """A message ends the status; a status that came after it would stay."""
        if self.telling is not None:
            await self.telling

    async def open(self, text: str) -> str:
        """Begins a stream; where that is refused, a message that is edited. Raises UnavailableError at the limits."""
        await self.told()
        if self.thread and self.may_stream():
            try:
                return await self.start_stream(text)
            except NotPossibleError as error:
                if error.code not in NO_STREAM:
                    raise
        if not web_api.LIMITS.allows("chat.update", SPARE) or web_api.LIMITS.channel_wait(self.channel):
            raise UnavailableError("The limits leave no room for text that grows.")
        return await self.post_values({"text": truncate_escaped(escape_streamed_markdown(text), LONGEST_EDIT)})

    def may_stream(self) -> bool:
        """A stream that begins must be able to end within the same minute."""
        limits = web_api.LIMITS
        return limits.allows("chat.startStream") and limits.allows("chat.stopStream", 1)

    async def start_stream(self, text: str) -> str:
        first = truncate_escaped(escape_streamed_markdown(text), LONGEST_APPEND)
        values = {
            "channel": self.channel,
            "thread_ts": self.thread,
            "markdown_text": first,
            "recipient_team_id": self.team,
            "recipient_user_id": self.user,
        }
        started = await call_slack("chat.startStream", values)
        self.is_stream, self.sent_text, self.grown_at = True, first, time.monotonic()
        return str(started["ts"])

    async def grow(self, message_id: str, text: str) -> None:
        """Shows the text by one call in 1.2 s at most. A stream that has expired goes on as edits."""
        shown = escape_streamed_markdown(text)
        if time.monotonic() - self.grown_at < GROW_SECONDS or shown == self.sent_text:
            return
        method = "chat.appendStream" if self.is_stream else "chat.update"
        if not web_api.LIMITS.allows(method, SPARE):
            return
        self.grown_at = time.monotonic()
        if self.is_stream:
            await self.append(message_id, shown)
        else:
            await call_slack(
                "chat.update",
                {"channel": self.channel, "ts": message_id, "text": truncate_escaped(shown, LONGEST_EDIT)},
            )
            self.sent_text = shown

    async def append(self, message_id: str, shown: str) -> None:
        """The next piece is cut from the whole: alone it would not show that it completes a link."""
        piece = truncate_escaped(shown[len(self.sent_text) :], LONGEST_APPEND)
        values = {"channel": self.channel, "ts": message_id, "markdown_text": piece}
        try:
            await call_slack("chat.appendStream", values)
        except NotPossibleError as error:
            if error.code not in STREAM_ENDED:
                raise
            self.is_stream = False
            return
        self.sent_text += piece

    async def finish(self, message_id: str, answer: Answer) -> None:
        """Ends the stream, if there is one, and sets the whole message: what was streamed was not proved yet."""
        await self.told()
        await self.stop_stream(message_id)
        rendered = render_blocks(answer) | {"channel": self.channel, "ts": message_id, "metadata": self.metadata()}
        try:
            await call_slack("chat.update", rendered | PLAIN)
        except NotPossibleError:
            # A crashed attempt may have left a stream open; which error says so differs.
            await self.stop_stream(message_id, force=True)
            await call_slack("chat.update", rendered | PLAIN)

    async def stop_stream(self, message_id: str, *, force: bool = False) -> None:
        if not (self.is_stream or force):
            return
        self.is_stream = False
        try:
            await call_slack(
                "chat.stopStream", {"channel": self.channel, "ts": message_id, "metadata": self.metadata()}
            )
        except NotPossibleError as error:
            if error.code not in STREAM_ENDED:
                raise

    async def post(self, answer: Answer) -> str:
        await self.told()
        return await self.post_values(render_blocks(answer))

    async def post_values(self, values: dict[str, object]) -> str:
        place = {"channel": self.channel, **({"thread_ts": self.thread} if self.thread else {})}
        posted = await call_slack(
            "chat.postMessage", values | place | PLAIN | QUIET | {"metadata": self.metadata()}, channel=self.channel
        )
        return str(posted["ts"])

    def metadata(self) -> dict[str, object]:
        return {"event_type": METADATA, "event_payload": {"key": self.key}}

    async def find(self, message_ids_of_others: Sequence[str]) -> str | None:
        """Finds the message by our key; a stream just begun has none yet and is known by being nobody else's.

        Where nothing is streamed, a message without a key is another one, such as a request for approval.
        """
        others = set(message_ids_of_others)
        nobodys = None
        for message in await self.own_messages():
            metadata = message.get("metadata") or {}
            if metadata.get("event_type") == METADATA:
                if metadata.get("event_payload", {}).get("key") == self.key:
                    return str(message["ts"])
            elif self.streams and self.thread and message["ts"] not in others and message["ts"] != self.thread:
                nobodys = nobodys or str(message["ts"])
        self.is_stream = nobodys is not None
        return nobodys

    async def own_messages(self) -> list[dict[str, Any]]:
        """Ours in the thread, or in the private channel where there is no thread."""
        method = "conversations.replies" if self.thread else "conversations.history"
        values: dict[str, Any] = {"channel": self.channel, "include_all_metadata": True, "limit": 200}
        if self.thread:
            values |= {"ts": self.thread, "oldest": self.thread}
        messages: list[dict[str, Any]] = []
        for _page in range(MOST_PAGES):
            answered = await call_slack(method, values)
            messages += [message for message in answered.get("messages", []) if self.is_own(message)]
            cursor = (answered.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                break
            values["cursor"] = cursor
        return messages

    def is_own(self, message: dict[str, object]) -> bool:
        if self.bot_user:
            return message.get("user") == self.bot_user
        return bool(message.get("bot_id"))

    async def members(self) -> list[str] | None:
        """Everybody in the channel but the bot. Raises as `call_slack` does."""
        found: list[str] = []
        values: dict[str, Any] = {"channel": self.channel, "limit": 1_000}
        for _page in range(6):
            answered = await call_slack("conversations.members", values)
            found += [str(member) for member in answered.get("members", [])]
            cursor = (answered.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                return [member for member in found if member != self.bot_user]
            values["cursor"] = cursor
        return None

    async def private(self) -> "SlackSender":
        opened = await call_slack("conversations.open", {"users": self.user})
        channel = str(opened["channel"]["id"])
        return SlackSender(self.key, channel, "", self.team, self.user, self.language, self.bot_user, streams=False)

    async def hint(self, text: str) -> None:
        values = {"channel": self.channel, "user": self.user, "text": escape_streamed_markdown(text)}
        if self.thread:
            values["thread_ts"] = self.thread
        # It may be there or not; a second one would be worse than none.
        with suppress(NotPossibleError, AmbiguousError):
            await call_slack("chat.postEphemeral", values)

    async def ask_for_approval(self, supervisor: dict[str, Any], answer: Answer, question: str, key: str) -> None:
        opened = await call_slack("conversations.open", {"users": supervisor["external_id"]})
        values = review_blocks(answer, question, key) | {"channel": opened["channel"]["id"]} | PLAIN | QUIET
        await call_slack("chat.postMessage", values, channel=str(opened["channel"]["id"]))
