"""`manage.py backup make|verify|restore|check|deletions|repeat`: backups of the embedded database."""

import json
import sys
from argparse import ArgumentTypeError
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup.base_backups import make_base_backup
from config.backup.repeat_deletions_after_restore import deletions_since, redo_deletions
from config.backup.restore_backup import restore_backup, restore_obstacle, smoke_test_failures, verify_backup
from config.backup.row_counts_by_table import table_counts
from config.backup.smoke_test_restore import ask_questions, open_pages
from config.env import env_secret, env_str
from config.localdb.base_backup import BACKUP_FOLDER_VARIABLE
from config.localdb.errors import LocalDatabaseError
from config.localdb.server_paths import PLAIN_PATH

OF_ANY_DATABASE = ("check", "deletions", "repeat")
PAGES, QUESTIONS = 20, 5
LONGEST_REASON = 300


class Command(BaseCommand):
    help = "Make a backup of the embedded database, try whether it is good, restore it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["make", "verify", "restore", *OF_ANY_DATABASE])
        parser.add_argument("--folder", help=f"of the backups; default: {BACKUP_FOLDER_VARIABLE}")
        parser.add_argument("--into", metavar="FOLDER", help="restore: the data folder to be made")
        parser.add_argument("--until", type=moment, metavar="TIME", help="such as 2026-11-23T14:05:00+01:00")
        parser.add_argument("--since", type=moment, metavar="TIME", help="deletions: from when on")
        parser.add_argument("--pages", type=count, default=PAGES, metavar="N", help="how many are opened")
        parser.add_argument("--questions", type=count, default=QUESTIONS, metavar="N", help="how many are asked")
        parser.add_argument("--migrate", action="store_true", help=f"{', '.join(OF_ANY_DATABASE)}: run 'migrate' first")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, action: str, json: bool, **options: Any) -> None:
        if env_secret("DATABASE_URL") and action not in OF_ANY_DATABASE:
            raise CommandError(
                "DATABASE_URL is set: back that server up with its own tools, restore it beside, and run "
                "'manage.py backup check' there.",
                returncode=2,
            )
        if options["migrate"] and action not in OF_ANY_DATABASE:
            raise CommandError(f"--migrate is for {', '.join(OF_ANY_DATABASE)}; run 'manage.py migrate'.", returncode=2)
        try:
            # Counted as they are, before a new version adds rows.
            counts = table_counts() if action == "check" else {}
            if options["migrate"]:
                call_command("migrate", verbosity=0, interactive=False)
            done = ACTIONS[action](options | {"counts": counts})
        except LocalDatabaseError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"A file cannot be read or written: {str(error)[:LONGEST_REASON]}") from error
        self.stdout.write(as_json(done) if json else as_lines(done))
        if not done.get("is_good", True):
            raise CommandError(f"The backup is not good: {'; '.join(done['reasons'])}.", returncode=1)


def moment(text: str) -> datetime:
    """Reads a time with its offset: without one, it means another moment elsewhere. Raises ArgumentTypeError."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = datetime.min
    if found.tzinfo is None:
        raise ArgumentTypeError(f"'{text}' is no time with an offset, such as 2026-11-23T14:05:00+01:00")
    return found


def count(text: str) -> int:
    """Raises ArgumentTypeError."""
    if not text.isdecimal():
        raise ArgumentTypeError(f"'{text}' is no number from 0")
    return int(text)


def folder_of(options: dict[str, Any]) -> Path:
    named = options["folder"] or env_str("BACKUP_FOLDER")
    if not named:
        raise CommandError(f"Name the folder of the backups by --folder or {BACKUP_FOLDER_VARIABLE}.", returncode=2)
    folder = Path(named).resolve()
    if not PLAIN_PATH.fullmatch(str(folder)):
        # It becomes part of a command of PostgreSQL's.
        raise CommandError(
            f"'{named}' is no folder for backups: use letters, digits, '.', '_', '-' and '/'.", returncode=2
        )
    return folder


def make_one(options: dict[str, Any]) -> dict[str, Any]:
    made = make_base_backup(folder_of(options), settings.AUSKUNFT_DATA)
    rows = sum(made.after.values())
    return {"backup": made.folder.name, "rows": rows, "size": made.size, "seconds": round(made.seconds, 1)}


def verify_one(options: dict[str, Any]) -> dict[str, Any]:
    return verify_backup(folder_of(options), options["until"], pages=options["pages"], questions=options["questions"])


def restore_one(options: dict[str, Any]) -> dict[str, Any]:
    if not options["into"]:
        raise CommandError("Name the data folder to be made by --into.", returncode=2)
    into = Path(options["into"]).resolve()
    if why := restore_obstacle(into):
        raise CommandError(why, returncode=2)
    return restore_backup(folder_of(options), into, options["until"])


def check(options: dict[str, Any]) -> dict[str, Any]:
    found = {
        "counts": options["counts"],
        "pages": open_pages(options["pages"]),
        "questions": ask_questions(options["questions"]),
    }
    reasons = smoke_test_failures(found)
    return found | {"is_good": not reasons, "reasons": reasons}


def list_deletions(options: dict[str, Any]) -> dict[str, Any]:
    if options["since"] is None:
        raise CommandError("Name the moment from which on by --since.", returncode=2)
    return deletions_since(options["since"])


def repeat_deletions(options: dict[str, Any]) -> dict[str, Any]:
    """Reads what `deletions --json` has printed from standard input."""
    try:
        return dict(redo_deletions(json.load(sys.stdin)))
    except (ValueError, KeyError, TypeError):
        raise CommandError("Standard input is not what 'backup deletions --json' prints.", returncode=2) from None


ACTIONS = {
    "make": make_one,
    "verify": verify_one,
    "restore": restore_one,
    "check": check,
    "deletions": list_deletions,
    "repeat": repeat_deletions,
}


def as_json(done: dict[str, Any]) -> str:
    return json.dumps(done, ensure_ascii=False)


def as_lines(done: dict[str, Any]) -> str:
    return "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in done.items())
