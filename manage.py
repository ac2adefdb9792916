#!/usr/bin/env python
"""Run one of the project's commands; the embedded database is started before those that may need it."""

import gc
import os
import signal
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

# They work without a database, or (localdb, serve) rule the embedded one themselves.
WITHOUT_DATABASE = {
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "help",
    "localdb",
    "makemessages",
    "serve",
    "version",
}


def may_need_database(arguments: list[str]) -> bool:
    """Whether the command line names a command that may read or write the database."""
    if not arguments or arguments[0].startswith("-") or "--help" in arguments or "-h" in arguments:
        return False
    if arguments[0] == "check":
        return "--database" in arguments
    if arguments[0] == "backup":
        # They start servers of their own, when there is no other one any more.
        return not {"restore", "verify"} & set(arguments)
    return arguments[0] not in WITHOUT_DATABASE


def start_database() -> None:
    """Start the embedded server unless another database is configured. Ends the process with a sentence on failure."""
    from config import localdb
    from config.env import env_secret, env_str

    # Below `serve`, the supervisor looks after the database; a server started here would end as its child.
    if env_secret("DATABASE_URL") or env_str("AUSKUNFT_PROCESS"):
        return
    default = Path(__file__).resolve().parent / "var"
    try:
        localdb.ensure_running(Path(env_str("AUSKUNFT_DATA", str(default))))
    except localdb.LocalDatabaseError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


def end_with_a_sentence(parser: object, message: str) -> NoReturn:
    """Wrong use is answered by one sentence and status 2; `--help` shows how it is used."""
    sys.stderr.write(f"{message[:1].upper()}{message[1:]}. Use --help to see how it is used.\n")
    sys.exit(2)


def refuse_unknown_command(name: str) -> None:
    """Ends the process with a sentence and status 2 when there is no command of that name. After django.setup()."""
    from django.core.management import get_commands

    known = get_commands()
    if name in known:
        return
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean '{near[0]}'?" if near else "'manage.py help' lists all commands."
    sys.stderr.write(f"Unknown command '{name}'. {hint}\n")
    sys.exit(2)


def refuse_bad_settings() -> None:
    """Ends the process with a sentence and status 2. Django would only say that it does not know our commands."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    try:
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


def end_at_unreadable_argument(error: UnicodeEncodeError) -> NoReturn:
    """Ends the process with a sentence and status 2 when an argument is no UTF-8; otherwise raises the error.

    Nobody refuses such arguments beforehand, because files may have such names.
    """
    for argument in sys.argv:
        if argument != argument.encode(errors="ignore").decode():
            readable = argument.encode(errors="backslashreplace").decode()
            sys.stderr.write(f"The argument '{readable}' is not UTF-8. Write it in UTF-8.\n")
            sys.exit(2)
    raise error


def collect_what_is_newer() -> None:
    """The garbage collector begins its work; what is loaded by now stays as long as the process."""
    gc.freeze()
    gc.enable()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # While modules are loaded there is nothing to collect, and looking for it took a tenth of the start.
    gc.disable()
    if may_need_database(sys.argv[1:]):
        start_database()
    refuse_bad_settings()
    from config.skip_unused_imports import skip_unused_imports

    skip_unused_imports()
    from django.core.management import BaseCommand, CommandParser, ManagementUtility
    from django.db import OperationalError, ProgrammingError
    from psycopg.errors import UndefinedColumn, UndefinedTable

    class Utility(ManagementUtility):
        def fetch_command(self, subcommand: str) -> BaseCommand:
            refuse_unknown_command(subcommand)
            command = super().fetch_command(subcommand)
            collect_what_is_newer()
            return command

    CommandParser.error = end_with_a_sentence  # type: ignore[method-assign]
    try:
        Utility(sys.argv).execute()
    except UnicodeEncodeError as error:
        end_at_unreadable_argument(error)
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # as shells know it; the command has already given back what it held
    except OperationalError as error:
        said = str(error).splitlines()[0]
        what = "has no space left on its disk" if "No space left on device" in said else "does not answer"
        sys.stderr.write(f"The database {what}: {said}\n")
        sys.exit(2)
    except ProgrammingError as error:
        if not isinstance(error.__cause__, UndefinedColumn | UndefinedTable):
            raise
        sys.stderr.write("The database is not that of this version. Run 'manage.py migrate', or 'manage.py serve'.\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
