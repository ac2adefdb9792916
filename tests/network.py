"""Keep tests on this machine: connections and name look-ups that leave it raise and are remembered."""

import ipaddress
import socket
from typing import Any

refused: list[str] = []

INTERNET = {socket.AF_INET, socket.AF_INET6}
OWN_NAMES = {"localhost", "localhost.", "ip6-localhost"}


class NetworkUseError(AssertionError):
    """A test tried to leave this machine. No OSError, which the code under test would handle."""


def forbid() -> None:
    """Replace the calls that leave the machine; may be called more than once."""
    for name in ("connect", "connect_ex", "sendto"):
        original = getattr(socket.socket, name)
        if not hasattr(original, "guarded"):
            setattr(socket.socket, name, _guarded(original))
    if not hasattr(socket.getaddrinfo, "guarded"):
        socket.getaddrinfo = _guarded_look_up(socket.getaddrinfo)


def _guarded(original: Any) -> Any:
    def call(self: socket.socket, *arguments: Any) -> Any:
        if self.family in INTERNET:
            _refuse_unless_local(arguments[-1][0])
        return original(self, *arguments)

    call.guarded = True  # type: ignore[attr-defined]
    return call


def _guarded_look_up(original: Any) -> Any:
    def call(host: Any, *arguments: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name is not None and not _is_address(name):
            _refuse_unless_local(name)
        return original(host, *arguments, **options)

    call.guarded = True  # type: ignore[attr-defined]
    return call


def _refuse_unless_local(host: str) -> None:
    if host in OWN_NAMES or (_is_address(host) and ipaddress.ip_address(host).is_loopback):
        return
    refused.append(host)
    raise NetworkUseError(f"Tests must not use the network, but something tried to reach {host}.")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
