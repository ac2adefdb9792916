"""Slack: requests are checked and translated here, answers rendered as blocks. Slack's libraries load with first use."""

from apps.chat.channels.slack.blocks import render
from apps.chat.channels.slack.sender import sender

__all__ = ["render", "sender"]
