"""Connects to exactly the IP address that was checked, and closes the connection at a deadline."""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType

from apps.documents.fetching.errors import FetchError, refused_address_error
from apps.documents.fetching.fetch_limits import FetchLimits
from apps.documents.fetching.parse_url import Address
from apps.outbound_network.host_allowlist import AllowedHost, matching_entries
from apps.outbound_network.parse_hosts_and_ip_addresses import IPAddress

Resolver = Callable[[str, int], Sequence[str]]
"""Host and port to the addresses of the host. Raises OSError."""


def resolve_host(host: str, port: int) -> list[str]:
    """Asks the name service, once. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class DeadlineTimer:
    """Ends the connection when the time is over: servers that send a byte now and then do not stop it."""

    def __init__(self, seconds: float) -> None:
        self.ends = time.monotonic() + seconds
        self.rang = False
        self._socket: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.daemon = True

    def __enter__(self) -> "DeadlineTimer":
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def watch(self, connected: socket.socket) -> None:
        self._socket = connected
        if self.rang:
            self._ring()

    def left(self, most: float) -> float:
        """Seconds to wait for the next byte. Raises TimeoutError when the time is over."""
        if self.rang or (left := self.ends - time.monotonic()) <= 0:
            raise TimeoutError
        return min(most, left)

    def _ring(self) -> None:
        self.rang = True
        if self._socket is not None:
            # It may be closed by the other side meanwhile. The plain socket's method: the encrypted one's would take
            # its state away from the thread that reads.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


@dataclass(frozen=True, slots=True)
class ConnectionRules:
    """Says where connections may lead and how long they may take; all of them together until `clock` rings."""

    allowed: Sequence[AllowedHost]
    limits: FetchLimits
    clock: DeadlineTimer
    resolve: Resolver


def open_connection(address: Address, rules: ConnectionRules) -> http.client.HTTPConnection:
    """Uses the network. Raises FetchError (address_refused), OSError, TimeoutError, ssl.SSLError."""
    limits, clock = rules.limits, rules.clock
    ips = resolve_checked_ips(address, rules.allowed, rules.resolve)
    connected: socket.socket = open_socket(ips, address.port, limits, clock)
    clock.watch(connected)
    if address.scheme == "https":
        connected = start_tls(connected, address.host, limits, clock)
    connected.settimeout(clock.left(limits.read))
    connection = http.client.HTTPConnection(address.host, address.port)
    connection.sock = connected
    return connection


def resolve_checked_ips(address: Address, allowed: Sequence[AllowedHost], resolve: Resolver) -> list[IPAddress]:
    """Asks once where the host is; all its addresses must be permitted. Raises FetchError."""
    entries = matching_entries(address, allowed)
    if not entries:
        raise refused_address_error(str(address), "not listed")
    if address.ip is not None:
        found = [address.ip]
    else:
        try:
            found = [ipaddress.ip_address(each.partition("%")[0]) for each in resolve(address.host, address.port)]
        except (OSError, UnicodeError):
            raise FetchError("download_failed", address=str(address)[:200], error="unknown host") from None
    if not found or not all(any(entry.permits(ip) for entry in entries) for ip in found):
        raise refused_address_error(str(address), "private network")
    return found


def open_socket(ips: Sequence[IPAddress], port: int, limits: FetchLimits, clock: DeadlineTimer) -> socket.socket:
    """The first address that answers. Raises OSError, TimeoutError."""
    for number, ip in enumerate(ips, start=1):
        try:
            return socket.create_connection((str(ip), port), timeout=clock.left(limits.connect))
        except OSError:
            if number == len(ips):
                raise
    raise OSError("no address")


def start_tls(plain: socket.socket, host: str, limits: FetchLimits, clock: DeadlineTimer) -> ssl.SSLSocket:
    """Begins TLS and checks the certificate against the host's name. Raises ssl.SSLError, OSError."""
    plain.settimeout(clock.left(limits.read))
    secure = ssl.create_default_context().wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    clock.watch(secure)
    try:
        secure.do_handshake()
    except OSError:
        secure.close()
        raise
    return secure
