"""Sends one reply into a Teams conversation: streaming in one-to-one chats, elsewhere one message that is completed."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.channels.interface.progress_step_labels import step_name
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.connector import StreamOverError
from apps.chat.channels.teams.feedback_and_approval_cards import review_activity
from apps.chat.channels.teams.parse_activity import person_id
from apps.chat.channels.teams.render_answer_activity import (
    final_activity,
    plain_message_activity,
    render_activity,
    stream_activity,
)
from apps.chat.models.platform_rooms_and_people import Interaction
from apps.chat.turn_state.turn_events import Step

GROW_SECONDS = 1.5
"""Teams takes about one piece of a stream in a second."""
STREAM_SECONDS = 105.0
"""Teams ends a stream after two minutes; what comes later goes out in one message that takes the stream's place."""
LONGEST_STREAMED = 20_000


async def sender(interaction: Interaction) -> "TeamsSender":
    place = interaction.place
    return TeamsSender(
        key=str(interaction.pk),
        place=place,
        private_place=interaction.asker.private_place,
        language=interaction.conversation.language,
        streams=place.get("kind") == "personal",
    )


@dataclass
class TeamsSender:
    """`opens_first`: what was sent cannot be looked for in Teams, so an id is noted before the answer is put there."""

    key: str
    place: dict[str, Any]
    private_place: dict[str, Any]
    language: str
    streams: bool
    opens_first: bool = True
    hints_privately: bool = False
    stream_id: str = ""
    sequence: int = 0
    started_at: float = 0.0
    grown_at: float = 0.0
    is_over: bool = False
    is_typing: bool = False

    async def status(self, step: Step) -> None:
        try:
            if self.streams:
                await self.piece(self.shown(step), is_text=False)
            elif not self.is_typing:
                self.is_typing = True
                await connector.create_activity(self.place, {"type": "typing"})
        except (RefusedError, UnavailableError, AmbiguousError):
            # Only a courtesy: the answer comes all the same.
            self.is_over = self.is_over or bool(self.stream_id)

    def shown(self, step: Step) -> str:
        with translation.override(self.language):
            return step_name(step)

    async def piece(self, text: str, *, is_text: bool) -> None:
        """One piece of the stream, unless the last one was sent a moment ago."""
        now = time.monotonic()
        if self.is_over or (self.stream_id and now - self.grown_at < GROW_SECONDS):
            return
        if self.stream_id and now - self.started_at > STREAM_SECONDS:
            self.is_over = True
            return
        self.grown_at = now
        self.sequence += 1
        activity = stream_activity(text, stream_id=self.stream_id or None, sequence=self.sequence, is_text=is_text)
        sent = await connector.create_activity(self.place, activity)
        if not self.stream_id:
            self.stream_id, self.started_at = sent, now

    async def open(self, text: str) -> str:
        """Opens a stream in one-to-one chats, elsewhere a message that says what is being done."""
        if self.streams:
            # The first words are not held back by the status that came just before.
            self.grown_at = 0.0
            try:
                await self.piece(text[:LONGEST_STREAMED] or self.shown("searching"), is_text=bool(text))
            except StreamOverError:
                self.is_over, self.streams = True, False
            if self.stream_id:
                return self.stream_id
        self.is_over = True
        return await connector.create_activity(self.place, plain_message_activity(self.shown("answering")))

    async def grow(self, message_id: str, text: str) -> None:
        try:
            await self.piece(text[:LONGEST_STREAMED], is_text=True)
        except StreamOverError:
            self.is_over = True

    async def finish(self, message_id: str, answer: Answer) -> None:
        """The end of the stream; when that is over, the message itself is replaced."""
        activity = render_activity(answer)
        if self.stream_id == message_id and not self.is_over:
            try:
                await connector.create_activity(self.place, final_activity(activity, message_id))
            except (RefusedError, AmbiguousError):
                # Ended by time, by the reader, or by this very call: setting the text is right in all cases.
                self.is_over = True
            else:
                return
        await connector.update_activity(self.place, message_id, activity)

    async def post(self, answer: Answer) -> str:
        message_id = await self.open("")
        await self.finish(message_id, answer)
        return message_id

    async def find(self, message_ids_of_others: Sequence[str]) -> str | None:
        """Teams lets nobody look; an unfinished line may stay, an answer never comes twice."""
        return None

    async def members(self) -> list[str] | None:
        return [
            person_id(member) for member in await connector.fetch_conversation_members(self.place) if not is_bot(member)
        ]

    async def private(self) -> "TeamsSender":
        """Into the chat that is known, otherwise into one that is made now."""
        place = dict(self.private_place)
        if not place.get("conversation"):
            opened = await connector.open_private_conversation(self.place, self.place["user"])
            place = self.place | {"conversation": opened, "kind": "personal", "thread": opened}
        return TeamsSender(self.key, place, place, self.language, streams=True)

    async def hint(self, text: str) -> None:
        with suppress(UnavailableError, AmbiguousError):
            await connector.create_activity(self.place, plain_message_activity(text))

    async def ask_for_approval(self, supervisor: dict[str, Any], answer: Answer, question: str, key: str) -> None:
        place = supervisor["private_place"]
        if not place.get("conversation"):
            raise RefusedError("The supervisor has never written to the bot.")
        await connector.create_activity(place, review_activity(answer, question, key))


def is_bot(member: dict[str, object]) -> bool:
    return str(member.get("id", "")).startswith("28:") or member.get("userRole") == "bot"
