"""The channels: how each shows an answer, and how each sends one. Adding a channel is a line here."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from apps.chat.channels.contract import web
from apps.chat.channels.contract.answer import Answer
from apps.chat.channels.contract.sender import Sender
from apps.chat.channels.slack import blocks, profiles
from apps.chat.channels.slack import sender as slack_sender
from apps.chat.channels.teams import message
from apps.chat.channels.teams import sender as teams_sender
from apps.chat.models.platforms import Gesture


@dataclass(frozen=True, slots=True)
class Channel:
    """`render` is pure. `sender` makes the way to where the gesture came from; the web page follows its run instead.

    `language` asks for the asker's where the platform does not say it with each message.
    """

    slug: str
    label: str
    render: Callable[[Answer], dict[str, Any]]
    sender: Callable[[Gesture], Awaitable[Sender]] | None = None
    language: Callable[[Gesture], Awaitable[str]] | None = None


CHANNELS: dict[str, Channel] = {
    channel.slug: channel
    for channel in (
        Channel("web", "Web", web.render),
        Channel("slack", "Slack", blocks.render, slack_sender.sender, profiles.language),
        Channel("teams", "Teams", message.render, teams_sender.sender),
    )
}


async def sender_for(gesture: Gesture) -> Sender:
    sender = CHANNELS[gesture.platform].sender
    assert sender is not None, f"{gesture.platform} sends nothing by itself"  # noqa: S101
    return await sender(gesture)
