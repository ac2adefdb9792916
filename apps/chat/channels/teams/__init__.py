"""Teams: activities are checked and translated here, answers rendered as activities. The SDK is optional and loads late."""

from apps.chat.channels.teams.message import render
from apps.chat.channels.teams.sender import sender

__all__ = ["render", "sender"]
