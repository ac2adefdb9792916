"""Notifies systemd of our state, when it asked to be told (`Type=notify`, `WatchdogSec=`)."""

import logging
import os
import socket

logger = logging.getLogger(__name__)


def notify(state: str) -> None:
    """Send one state line such as "WATCHDOG=1" (see sd_notify(3)); does nothing outside systemd.

    Where nobody takes it, work goes on: systemd itself decides what it makes of a process that it does not hear.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.sendto(state.encode(), address)
    except OSError as error:
        logger.warning("systemd was not told '%s': %s", state.replace("\n", " "), error)
