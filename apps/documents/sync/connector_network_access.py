"""The access a connector gets: requests to allowed hosts, within limits, and its own secrets."""

import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from math import inf

from apps.documents.fetching import Fetched, FetchError, FetchLimits, NotModified, fetch
from apps.documents.fetching.checked_connection import (
    DeadlineTimer,
    open_socket,
    resolve_checked_ips,
    resolve_host,
    start_tls,
)
from apps.documents.fetching.parse_url import Address
from apps.documents.models import Listing, Source
from apps.documents.sources.allowed_locations import allowed_hosts
from apps.documents.sources.connector_registry import get_connector
from apps.documents.sources.connectors.connector import SourceAccess, WatchedLine
from apps.documents.sources.secret_variables import read_secret
from apps.outbound_network.host_allowlist import AllowedHost


@dataclass(frozen=True, slots=True)
class ListStamps:
    """ETag and time of a list as its server states them, empty where it does not."""

    etag: str = ""
    modified: str = ""


NO_STAMPS = ListStamps()


def build_source_access(
    source: Source,
    limits: FetchLimits,
    *,
    trusted: bool,
    cursor: str = "",
    known: ListStamps = NO_STAMPS,
    on_list_read: Callable[[ListStamps], None] | None = None,
) -> SourceAccess:
    """`known` are the stamps of the list that was read last; `on_list_read` gets those of the one that is read now.

    Raises SourceError for a host that cannot be read.
    """
    # Whoever started it by hand can end it by hand.
    ends = inf if trusted else time.monotonic() + limits.run
    requests = SourceRequests(
        source, allowed_hosts(source, trusted=trusted), limits, trusted, ends, known, on_list_read
    )
    return SourceAccess(
        location=source.location,
        options=get_connector(source.kind).options | source.options,
        get=requests.get,
        get_changed=requests.get_changed,
        get_file=requests.get_file,
        secret=requests.secret,
        connect=requests.connect,
        listed_under=requests.listed_under,
        bundles=requests.bundles,
        cursor=cursor,
    )


@dataclass(frozen=True, slots=True)
class SourceRequests:
    """Requests of one source: to its hosts alone, all of them together until `ends` (monotonic seconds)."""

    source: Source
    hosts: Sequence[AllowedHost]
    limits: FetchLimits
    trusted: bool
    ends: float
    known: ListStamps
    on_list_read: Callable[[ListStamps], None] | None

    def left(self) -> FetchLimits:
        """What one more request may take. Raises FetchError when the time of all of them is over."""
        seconds = self.ends - time.monotonic()
        if seconds <= 0:
            address = self.source.location[:200]
            raise FetchError("download_timeout", address=address, seconds=int(self.limits.run))
        return replace(self.limits, total=min(self.limits.total, seconds))

    def get(
        self,
        url: str,
        *,
        form: Mapping[str, str] | None = None,
        method: str = "",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Fetched:
        fetched = fetch(
            url, allowed_hosts=self.hosts, limits=self.left(), form=form, method=method, headers=headers, body=body
        )
        assert isinstance(fetched, Fetched)  # noqa: S101 - only conditional requests are answered otherwise
        return fetched

    def get_changed(self, url: str) -> Fetched | NotModified:
        fetched = self.get_file(url, etag=self.known.etag, modified=self.known.modified)
        if isinstance(fetched, Fetched) and self.on_list_read is not None:
            self.on_list_read(ListStamps(fetched.etag, fetched.modified))
        return fetched

    def get_file(
        self, url: str, *, headers: Mapping[str, str] | None = None, etag: str = "", modified: str = ""
    ) -> Fetched | NotModified:
        return fetch(url, allowed_hosts=self.hosts, limits=self.left(), headers=headers, etag=etag, modified=modified)

    def secret(self, variable: str, url: str) -> str:
        return read_secret(variable, url, trusted=self.trusted)

    def connect(self, address: Address) -> AbstractContextManager[WatchedLine]:
        return watched_line(address, self.hosts, self.left())

    def listed_under(self, external_id: str) -> str:
        bundles = Listing.objects.filter(source=self.source.pk, document__external_id=external_id)
        return bundles.values_list("bundle", flat=True).first() or ""

    def bundles(self) -> set[str]:
        # By its number: one that is tried before it is saved lists nothing yet.
        listed = Listing.objects.filter(source=self.source.pk).exclude(bundle="")
        return set(listed.values_list("bundle", flat=True).distinct())


@contextmanager
def watched_line(address: Address, hosts: Sequence[AllowedHost], limits: FetchLimits) -> Iterator[WatchedLine]:
    """A connection to a host that may be reached, which ends when its time is over. Raises FetchError, OSError."""
    ips = resolve_checked_ips(address, hosts, resolve_host)
    with DeadlineTimer(limits.total) as clock, open_socket(ips, address.port, limits, clock) as plain:
        clock.watch(plain)
        plain.settimeout(limits.read)

        def secured(connected: socket.socket) -> ssl.SSLSocket:
            secure = start_tls(connected, address.host, limits, clock)
            secure.settimeout(limits.read)
            return secure

        yield WatchedLine(plain, secured, lambda: clock.rang, clock.ends)
