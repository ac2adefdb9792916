"""The guard that keeps tests off the network works itself."""

import asyncio
import socket

import pytest

from tests import network


@pytest.fixture(autouse=True)
def _forgive() -> object:
    """These tests provoke refusals on purpose."""
    yield
    network.refused.clear()


@pytest.mark.parametrize("address", ["192.0.2.1", "8.8.8.8", "10.0.0.1"])
def test_a_connection_to_another_machine_is_refused(address: str) -> None:
    with socket.socket() as client, pytest.raises(network.NetworkUseError, match=address):
        client.connect((address, 80))
    assert network.refused == [address]


def test_a_look_up_of_another_name_is_refused() -> None:
    with pytest.raises(network.NetworkUseError, match=r"example\.org"):
        socket.create_connection(("example.org", 80))


async def test_an_asynchronous_connection_is_refused_too() -> None:
    with pytest.raises(network.NetworkUseError):
        await asyncio.open_connection("2001:db8::1", 80)


def test_this_machine_may_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        assert not network.refused
