"""Messages to systemd."""

import socket
from pathlib import Path

import pytest

from config.processes import systemd_notify


def test_the_state_reaches_the_socket_systemd_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        systemd_notify.notify("WATCHDOG=1")
        assert receiver.recv(100) == b"WATCHDOG=1"


def test_without_systemd_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    systemd_notify.notify("WATCHDOG=1")


@pytest.mark.parametrize("address", ["/nowhere/notify", "@auskunft-nobody-listens"])
def test_a_socket_that_is_gone_ends_no_worker(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    systemd_notify.notify("WATCHDOG=1")
