"""Notifies systemd of our state, when it asked to be told (`Type=notify`, `WatchdogSec=`)."""

import os
import socket


def notify(state: str) -> None:
    """Send one state line such as "WATCHDOG=1" (see sd_notify(3)); does nothing outside systemd."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(state.encode(), address)
