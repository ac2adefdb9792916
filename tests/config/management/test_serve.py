"""manage.py serve refuses a port or a database before it starts anything."""

import errno
import socket
from io import StringIO

import pytest
from django.core.management.base import CommandError
from django.db import NotSupportedError

from config.management.commands.serve import Command, refuse_port_in_use
from config.processes import migrate_database, pooler_check


@pytest.mark.parametrize("port", [-1, 0, 65_536, 99_999])
def test_a_number_that_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(CommandError, match=f"--port is {port}, use a number from 1 to 65535") as refusal:
        refuse_port_in_use("127.0.0.1", port)
    assert refusal.value.returncode == 2


def test_a_port_that_somebody_uses_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} on 127.0.0.1 cannot be used"):
            refuse_port_in_use("127.0.0.1", port)


def test_a_database_without_its_extension_says_who_can_help(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise NotSupportedError('extension "vector" is not available\nDETAIL: no such file')

    monkeypatch.setattr(pooler_check, "sessions_are_shared", lambda: False)
    monkeypatch.setattr(migrate_database, "migrate", refuse)
    with pytest.raises(CommandError, match=r"not available\. Its administrator installs pgvector") as refusal:
        Command().serve("127.0.0.1", 1, demo=False, embedded=False)
    assert refusal.value.returncode == 2


def test_a_pooler_that_shares_sessions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooler_check, "sessions_are_shared", lambda: True)
    monkeypatch.setattr(migrate_database, "migrate", lambda: pytest.fail("migrated"))
    with pytest.raises(CommandError, match="set pool_mode = session") as refusal:
        Command().serve("127.0.0.1", 1, demo=False, embedded=False)
    assert refusal.value.returncode == 2


class GoneTerminal(StringIO):
    def write(self, text: str) -> int:
        raise OSError(errno.EIO, "Input/output error")


def test_a_terminal_that_is_gone_ends_nothing() -> None:
    Command(stdout=GoneTerminal()).say("The web process ended (status 1); it starts again in 0.5 s.")
