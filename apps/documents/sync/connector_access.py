"""The access a connector gets: requests to allowed hosts, within limits, and its own secrets."""

import socket
import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from math import inf

from apps.documents.fetching import Fetched, FetchError, FetchLimits, NotModified, fetch
from apps.documents.fetching.checked_connection import DeadlineTimer, checked_ips, encrypted, look_up, open_socket
from apps.documents.fetching.parse_url import Address
from apps.documents.models import Source
from apps.documents.sources.allowed_locations import allowed_hosts
from apps.documents.sources.connectors.connector import SourceAccess, WatchedLine
from apps.documents.sources.registry import get_connector
from apps.documents.sources.secret_variables import read_secret
from apps.hosts.fetch_allowlist import AllowedHost


def access_to(
    source: Source,
    limits: FetchLimits,
    *,
    trusted: bool,
    cursor: str = "",
    known: tuple[str, str] = ("", ""),
    said: dict[str, tuple[str, str]] | None = None,
) -> SourceAccess:
    """`known` are ETag and time of the list that was read last, `said` takes those of the one that is read now.

    Raises SourceError for a host that cannot be read.
    """
    hosts = allowed_hosts(source, trusted=trusted)
    # Whoever started it by hand can end it by hand.
    ends = inf if trusted else time.monotonic() + limits.run

    def left() -> FetchLimits:
        """What one more request may take. Raises FetchError when the time of all of them is over."""
        seconds = ends - time.monotonic()
        if seconds <= 0:
            raise FetchError("download_timeout", address=source.location[:200], seconds=int(limits.run))
        return replace(limits, total=min(limits.total, seconds))

    def request(
        url: str,
        *,
        method: str = "",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        etag: str = "",
        modified: str = "",
    ) -> Fetched | NotModified:
        return fetch(
            url, allowed_hosts=hosts, limits=left(), method=method, headers=headers, body=body, etag=etag,
            modified=modified,
        )  # fmt: skip

    def get(url: str, form: Mapping[str, str] | None = None) -> Fetched:
        fetched = fetch(url, allowed_hosts=hosts, limits=left(), form=form)
        assert isinstance(fetched, Fetched)  # noqa: S101 - only conditional requests are answered otherwise
        return fetched

    def get_changed(url: str) -> Fetched | NotModified:
        etag, modified = known
        fetched = fetch(url, allowed_hosts=hosts, limits=left(), etag=etag, modified=modified)
        if isinstance(fetched, Fetched) and said is not None:
            said["list"] = (fetched.etag, fetched.modified)
        return fetched

    def secret(variable: str, url: str) -> str:
        return read_secret(variable, url, trusted=trusted)

    def connect(address: Address) -> AbstractContextManager[WatchedLine]:
        return watched_line(address, hosts, left())

    options = get_connector(source.kind).options | source.options
    return SourceAccess(source.location, options, get, get_changed, request, secret, connect, cursor)


@contextmanager
def watched_line(address: Address, hosts: Sequence[AllowedHost], limits: FetchLimits) -> Iterator[WatchedLine]:
    """A connection to a host that may be reached, which ends when its time is over. Raises FetchError, OSError."""
    ips = checked_ips(address, hosts, look_up)
    with DeadlineTimer(limits.total) as clock, open_socket(ips, address.port, limits, clock) as plain:
        clock.watch(plain)
        plain.settimeout(limits.read)

        def secured(connected: socket.socket) -> ssl.SSLSocket:
            secure = encrypted(connected, address.host, limits, clock)
            secure.settimeout(limits.read)
            return secure

        yield WatchedLine(plain, secured, lambda: clock.rang, clock.ends)
