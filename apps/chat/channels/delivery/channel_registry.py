"""The registry of channels: how each shows an answer, and how each sends one. Adding a channel is a line here."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from apps.chat.channels.interface import render_web_answer
from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.channels.interface.reply_sender import Sender
from apps.chat.channels.slack import message_blocks, user_locale
from apps.chat.channels.slack import reply_sender as slack_sender
from apps.chat.channels.teams import render_answer_activity
from apps.chat.channels.teams import reply_sender as teams_sender
from apps.chat.models.platform_rooms_and_people import Interaction


@dataclass(frozen=True, slots=True)
class ChannelAdapter:
    """`render` uses neither network nor database. `sender` makes the way to where the interaction came from; the web
    page follows its run instead.

    `language` asks for the asker's where the platform does not say it with each message.
    """

    slug: str
    label: str
    render: Callable[[Answer], dict[str, Any]]
    sender: Callable[[Interaction], Awaitable[Sender]] | None = None
    language: Callable[[Interaction], Awaitable[str]] | None = None


CHANNELS: dict[str, ChannelAdapter] = {
    channel.slug: channel
    for channel in (
        ChannelAdapter("web", "Web", render_web_answer.render),
        ChannelAdapter(
            "slack", "Slack", message_blocks.render_blocks, slack_sender.sender, user_locale.fetch_user_locale
        ),
        ChannelAdapter("teams", "Teams", render_answer_activity.render_activity, teams_sender.sender),
    )
}


async def sender_for(interaction: Interaction) -> Sender:
    sender = CHANNELS[interaction.platform].sender
    assert sender is not None, f"{interaction.platform} sends nothing by itself"  # noqa: S101
    return await sender(interaction)
