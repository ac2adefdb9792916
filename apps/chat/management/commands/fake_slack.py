"""`manage.py fake_slack`: a Slack on this machine, to try the bot without an account."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from apps.chat.management.commands._fake_platform import fakes, talk

HINT = """Start the product with these settings, then type here what somebody writes to the bot (end with Ctrl-D):
  SLACK_API_URL={api} SLACK_BOT_TOKEN={token} SLACK_SIGNING_SECRET={secret} SLACK_APP_TOKEN={app}"""


class Command(BaseCommand):
    help = "A stand-in for Slack on this machine: type questions, see the bot's messages. Part of the source checkout."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=3100, help="where the fake listens")
        parser.add_argument("--app", default="http://127.0.0.1:8000", help="where the product listens")

    def handle(self, *, port: int, app: str, **options: Any) -> None:
        module = fakes("tests.fakes.slack")
        with module.FakeSlack(port=port) as slack:
            self.stderr.write(
                HINT.format(api=slack.api_url, token=slack.token, secret=slack.secret, app=slack.app_token)
            )
            slack.on_message = lambda message: self.stdout.write(f"< {message.get('text', '')}\n")
            talk(lambda text: (f"{app}/slack/events", *slack.signed(slack.message(text))), self.stderr.write)
