"""What a connector may do at its source: requests to the hosts that are allowed, within limits, and its secrets."""

import socket
from collections.abc import Mapping

from apps.documents.fetching import Fetched, FetchLimits, NotModified, fetch
from apps.documents.fetching.checked_connection import DeadlineTimer, checked_ips, look_up, open_socket
from apps.documents.fetching.parse_url import Address
from apps.documents.models import Source
from apps.documents.sources.allowed_locations import allowed_hosts
from apps.documents.sources.connectors.connector import SourceAccess
from apps.documents.sources.registry import get_connector
from apps.documents.sources.secret_variables import read_secret


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
            url, allowed_hosts=hosts, limits=limits, method=method, headers=headers, body=body, etag=etag,
            modified=modified,
        )  # fmt: skip

    def get(url: str, form: Mapping[str, str] | None = None) -> Fetched:
        fetched = fetch(url, allowed_hosts=hosts, limits=limits, form=form)
        assert isinstance(fetched, Fetched)  # noqa: S101 - only conditional requests are answered otherwise
        return fetched

    def get_changed(url: str) -> Fetched | NotModified:
        etag, modified = known
        fetched = fetch(url, allowed_hosts=hosts, limits=limits, etag=etag, modified=modified)
        if isinstance(fetched, Fetched) and said is not None:
            said["list"] = (fetched.etag, fetched.modified)
        return fetched

    def secret(variable: str, url: str) -> str:
        return read_secret(variable, url, trusted=trusted)

    def connect(address: Address) -> socket.socket:
        with DeadlineTimer(limits.total) as clock:
            connected = open_socket(checked_ips(address, hosts, look_up), address.port, limits, clock)
        connected.settimeout(limits.read)
        return connected

    options = get_connector(source.kind).options | source.options
    return SourceAccess(source.location, options, get, get_changed, request, secret, connect, cursor)
