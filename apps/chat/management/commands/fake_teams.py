"""`manage.py fake_teams`: a Teams on this machine, to try the bot without an account."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from apps.chat.management.commands._fake_platform import fakes, talk

HINT = """Start the product with these settings, then type here what somebody writes to the bot (end with Ctrl-D):
  TEAMS_APP_ID={app} TEAMS_APP_SECRET={secret} TEAMS_TENANT_ID={tenant} TEAMS_LOGIN_URL={login}
  TEAMS_OPENID_METADATA_URL={metadata} TEAMS_SERVICE_HOSTS={host}"""


class Command(BaseCommand):
    help = "A stand-in for Teams on this machine: type questions, see the bot's messages. Part of the source checkout."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=3200, help="where the fake listens")
        parser.add_argument("--app", default="http://127.0.0.1:8000", help="where the product listens")

    def handle(self, *, port: int, app: str, **options: Any) -> None:
        module = fakes("tests.fakes.teams")
        with module.FakeTeams(port=port) as teams:
            self.stderr.write(
                HINT.format(
                    app=module.APP_ID,
                    secret=teams.secret,
                    tenant=module.TENANT,
                    login=teams.login_url,
                    metadata=teams.metadata_url,
                    host=teams.host,
                )
            )
            teams.on_message = lambda activity: self.stdout.write(f"< {activity.get('text', '')}\n")
            talk(lambda text: (f"{app}/teams/messages", *teams.signed(teams.message(text))), self.stderr.write)
