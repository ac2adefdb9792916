"""`manage.py localdb start|stop|status`: the embedded database by hand."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import localdb
from config.env import env_secret


class Command(BaseCommand):
    help = "Start or stop the embedded PostgreSQL, or say whether it runs."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["start", "stop", "status"])
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, action: str, json: bool, **options: Any) -> None:
        if env_secret("DATABASE_URL"):
            raise CommandError("DATABASE_URL is set, so the embedded database is not used.", returncode=2)
        try:
            if action == "start":
                localdb.ensure_running(settings.AUSKUNFT_DATA)
            if action == "stop":
                localdb.stop(settings.AUSKUNFT_DATA)
            status = localdb.status(settings.AUSKUNFT_DATA)
        except localdb.LocalDatabaseError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(as_json(status) if json else sentence(status))


def as_json(status: dict[str, Any]) -> str:
    return json.dumps(status, ensure_ascii=False)


def sentence(status: dict[str, Any]) -> str:
    if status["running"]:
        client = f"-h {Path(status['socket']).parent} -U {localdb.USER} -d {localdb.DATABASE}"
        return (
            f"The embedded database runs (process {status['pid']}, data in {status['data']}).\n"
            f"PostgreSQL's programs (psql, pg_dump, pg_restore) are in {status['programs']}; give them {client}"
        )
    if status["created"]:
        return f"The embedded database does not run (data in {status['data']})."
    return "There is no embedded database yet; any command that needs one creates it."
