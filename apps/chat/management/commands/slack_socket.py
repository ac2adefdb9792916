"""`manage.py slack_socket`: Slack by Socket Mode, for networks that nobody reaches from outside."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.chat.channels.slack_socket_mode import serve_socket_mode

NEEDED = ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN")


class Command(BaseCommand):
    help = "Answer in Slack through a websocket that this process opens; needs no address that Slack can reach."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        missing = [name for name in NEEDED if not getattr(settings, name)]
        if missing:
            raise CommandError(f"{' and '.join(missing)} must be set for Socket Mode.", returncode=2)
        from slack_sdk.errors import SlackApiError

        try:
            asyncio.run(self.run())
        except SlackApiError as error:
            raise CommandError(
                f"Slack refuses SLACK_APP_TOKEN: {error.response.get('error')}.", returncode=2
            ) from error

    async def run(self) -> None:
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await serve_socket_mode(stop, self.say)

    def say(self, sentence: str) -> None:
        self.stderr.write(sentence)
