"""`manage.py api_token NAME`: makes a token of the interface and prints it, for set-up by scripts."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import PERSONAL_SCOPES, Scope

MOST_DAYS = 36_500
"""A hundred years."""


class Command(BaseCommand):
    help = "Make a token for the interface and print it once."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="which program uses it")
        parser.add_argument("--user", metavar="NAME", help="its owner; default: the first administrator")
        parser.add_argument(
            "--scopes",
            default=",".join(PERSONAL_SCOPES),
            metavar="A,B",
            help=f"default: all but scim; {', '.join(Scope.values)}",
        )
        parser.add_argument("--days", type=int, metavar="N", help="until it expires; default: never")

    def handle(self, *, name: str, scopes: str, days: int | None, **options: Any) -> None:
        if not name.strip():
            raise CommandError(f"The name is '{name}', say which program uses the token.", returncode=2)
        token = ApiToken(name=name[:100], user=owner(options["user"]), scopes=checked(scopes))
        if days is not None:
            token.expires_at = timezone.now() + lifetime(days)
        # The secret alone, so that a script can take it.
        self.stdout.write(token.issue())


def owner(name: str | None) -> User:
    people = User.objects.filter(is_active=True)
    found = people.filter(username=name) if name else people.filter(is_superuser=True).order_by("pk")
    user = found.first()
    if user is None:
        nobody = "There is no administrator yet: start the service once, or make one by 'manage.py createsuperuser'."
        raise CommandError(f"There is no active user '{name}'." if name else nobody, returncode=2)
    return user


def lifetime(days: int) -> timedelta:
    if not 1 <= days <= MOST_DAYS:
        raise CommandError(f"--days is {days}, use a whole number from 1 to {MOST_DAYS}.", returncode=2)
    return timedelta(days=days)


def checked(scopes: str) -> list[str]:
    given = [scope.strip() for scope in scopes.split(",") if scope.strip()]
    if not given:
        known = ", ".join(Scope.values)
        raise CommandError(
            f"--scopes is '{scopes}', a token without scopes opens nothing. Known: {known}.", returncode=2
        )
    for scope in given:
        if scope not in Scope.values:
            raise CommandError(f"Unknown scope '{scope}'. Known: {', '.join(Scope.values)}.", returncode=2)
    return given
