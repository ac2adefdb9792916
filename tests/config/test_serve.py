"""manage.py serve refuses a port before it starts anything."""

import socket

import pytest
from django.core.management.base import CommandError

from config.management.commands.serve import refuse_port_in_use


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
