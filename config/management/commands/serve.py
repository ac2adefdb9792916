"""`manage.py serve`: database, web and worker under one supervisor."""

import http.client
import os
import socket
import sys
from contextlib import suppress
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, InterfaceError, connection

from config import localdb
from config.env import env_secret
from config.processes import create_administrator, heartbeats, migrate_database, pooler_check
from config.processes.supervisor import CHECK_EVERY, SupervisedProcess, Supervisor

RECENT = 3 * heartbeats.INTERVAL
LAST_PORT = 65_535


class Command(BaseCommand):
    help = "Run everything: the embedded database (without DATABASE_URL), the web server and the worker."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="load the demo collection in the background")

    def handle(self, *, host: str, port: int, demo: bool, **options: Any) -> None:
        refuse_port_in_use(host, port)
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # the static file middleware warns without it
        embedded = not env_secret("DATABASE_URL")
        try:
            started = embedded and start_database()
            try:
                self.serve(host, port, demo, embedded)
            finally:
                connection.close()
                if started:
                    localdb.stop(settings.AUSKUNFT_DATA)
        except localdb.LocalDatabaseError as error:
            raise CommandError(str(error)) from error

    def serve(self, host: str, port: int, demo: bool, embedded: bool) -> None:
        try:
            if pooler_check.sessions_are_shared():
                raise CommandError(pooler_check.SENTENCE, returncode=2)
            migrate_database.migrate()
            password = create_administrator.create(settings.AUSKUNFT_DATA)
        except DatabaseError as error:
            raise CommandError(f"The database is not usable: {reason(error)}", returncode=2) from error
        supervisor = Supervisor(settings.BASE_DIR, self.say, self.tend_database if embedded else lambda: None)

        def announce() -> None:
            self.announce(host, port, password)
            if demo:
                supervisor.add(child("demo", ["manage.py", "load_demo"], once=True))

        # For all processes: lines that people copy, such as that of the embedded chat, lead to this port.
        os.environ.setdefault("SITE_URL", f"http://localhost:{port}")
        web = ["-m", "config.web", "--host", host, "--port", str(port)]
        supervisor.add(child("web", web, is_well=partial(answers, host, port), on_first_sign=announce))
        supervisor.add(child("worker", ["manage.py", "worker"], is_well=worker_beats))
        supervisor.run()

    def announce(self, host: str, port: int, password: str | None) -> None:
        address = f"http://{shown_host(host)}:{port}"
        self.say(f"Chat:   {address}/")
        self.say(f"Admin:  {address}/admin/")
        file = create_administrator.password_file(settings.AUSKUNFT_DATA)
        if password:
            self.say(f"        user {create_administrator.ADMINISTRATOR_NAME}, password {password} (also in {file})")
        elif file.exists():
            self.say(f"        user {create_administrator.ADMINISTRATOR_NAME}, first password in {file}")
        self.say("Press Ctrl-C to stop.")

    def tend_database(self) -> None:
        """Start the embedded database again should it have died."""
        try:
            localdb.ensure_running(settings.AUSKUNFT_DATA)
        except localdb.LocalDatabaseError as error:
            self.say(str(error))

    def say(self, sentence: str) -> None:
        """Writes to whoever still reads: a terminal that was closed ends nothing that runs."""
        with suppress(OSError):
            self.stdout.write(sentence)
            self.stdout.flush()


def child(name: str, arguments: list[str], **options: Any) -> SupervisedProcess:
    environment = {
        "AUSKUNFT_PROCESS": name,
        "AUSKUNFT_DATA": str(settings.AUSKUNFT_DATA),  # whole path: children run in the project's folder
        "PYTHONUNBUFFERED": "1",
    }
    return SupervisedProcess(name, [sys.executable, *arguments], environment, **options)


def start_database() -> bool:
    """Start the embedded database; False when it ran already."""
    ran_before = localdb.status(settings.AUSKUNFT_DATA)["running"]
    localdb.ensure_running(settings.AUSKUNFT_DATA)
    return not ran_before


def reason(error: DatabaseError) -> str:
    """One sentence of what the database said, and for the one thing that our role may not do how to have it done."""
    said = str(error).splitlines()[0]
    if 'extension "vector"' not in said:
        return said
    return f"{said}. Its administrator installs pgvector and runs CREATE EXTENSION vector in this database."


def refuse_port_in_use(host: str, port: int) -> None:
    """End the command with status 2 when nobody can listen there."""
    # The C library would take such a number modulo 65,536, and the check would look at another port.
    if not 1 <= port <= LAST_PORT:
        raise CommandError(f"--port is {port}, use a number from 1 to {LAST_PORT}.", returncode=2)
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except (OSError, OverflowError) as error:
        raise CommandError(
            f"Port {port} on {host} cannot be used ({error}); choose another one with --port.", returncode=2
        ) from error


def answers(host: str, port: int) -> bool:
    """Whether the web process answers at all; what it answers does not matter here."""
    request = http.client.HTTPConnection(shown_host(host), port, timeout=CHECK_EVERY)
    try:
        request.request("GET", "/healthz")
        request.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        request.close()
    return True


def worker_beats() -> bool:
    """Whether this host's worker wrote a heartbeat lately; True as well while the database cannot be asked."""
    try:
        seconds = heartbeats.age(heartbeats.on_this_host("worker"))
    except (DatabaseError, InterfaceError):
        connection.close()
        return True
    return seconds is not None and seconds < RECENT


def shown_host(host: str) -> str:
    """A host to connect to: wildcard addresses stand for every address of this machine."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 (compared, not bound)
        return "localhost"
    return f"[{host}]" if ":" in host else host
