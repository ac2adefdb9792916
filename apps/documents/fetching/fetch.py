"""Fetches one file from a listed host, within limits, following a few redirects that are checked like the first.

No cookies, no proxies from the environment, certificates checked, one User-Agent. The name of a host is looked up once
and the connection goes to the address that was checked, so that no second look-up can lead elsewhere.
"""

import hashlib
import http.client
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO
from urllib.parse import urlencode

from apps.documents.fetching.checked_connection import (
    ConnectionRules,
    DeadlineTimer,
    Resolver,
    open_connection,
    resolve_host,
)
from apps.documents.fetching.errors import FetchError, UnusableAnswerError, refused_address_error
from apps.documents.fetching.fetch_limits import FetchLimits
from apps.documents.fetching.parse_url import Address, parse_address
from apps.documents.fetching.read_response_body import read_body
from apps.outbound_network.host_allowlist import AllowedHost

USER_AGENT = "Auskunft/1.0 (document import)"
IN_MEMORY = 2**20
"""Bytes of an answer that are kept in memory; what is larger waits in a temporary file that has no name."""
REDIRECTS = frozenset({301, 302, 303, 307, 308})
GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer that came whole. `file` stands at its beginning."""

    url: str
    file: IO[bytes]
    size: int
    sha256: str
    media_type: str
    etag: str
    modified: str
    date: str = ""
    """When the server answered, by its own clock, as it wrote it."""

    def read(self) -> bytes:
        self.file.seek(0)
        return self.file.read()


@dataclass(frozen=True, slots=True)
class NotModified:
    """The server says that what we have is what it has."""

    url: str


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """What is sent, to the first address and to those it redirects to."""

    method: str
    headers: Mapping[str, str]
    body: bytes | None
    origin: str
    credentials: Mapping[str, str]
    """Headers that are for `origin` alone."""

    def headers_to(self, address: Address) -> dict[str, str]:
        credentials = self.credentials if address.origin == self.origin else {}
        return {"Host": address.netloc, **self.headers, **credentials}

    @property
    def is_conditional(self) -> bool:
        return "If-None-Match" in self.headers or "If-Modified-Since" in self.headers


def fetch(
    url: str,
    *,
    allowed_hosts: Sequence[AllowedHost],
    limits: FetchLimits | None = None,
    etag: str | None = None,
    modified: str | None = None,
    form: Mapping[str, str] | None = None,
    method: str = "",
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    resolve: Resolver = resolve_host,
) -> Fetched | NotModified:
    """Uses the network, blocks for at most `limits.total` seconds. With `form` or `body` it follows no redirect.

    `headers` may hold credentials: they go to the scheme, host and port of `url` and to no other place.
    Raises FetchError: address_refused, download_4xx, download_busy, download_5xx, source_gone, download_timeout,
    download_cut, download_failed, size_limit.
    """
    limits = limits or FetchLimits()
    address = parse_address(url)
    content = body if form is None else urlencode(form).encode()
    request = FetchRequest(
        method or ("GET" if content is None else "POST"), request_headers(etag, modified, form), content,
        address.origin, headers or {},
    )  # fmt: skip
    with DeadlineTimer(limits.total) as clock:
        rules = ConnectionRules(allowed_hosts, limits, clock, resolve)
        try:
            return follow_redirects(address, request, rules)
        except FetchError as error:
            if clock.rang:
                raise FetchError("download_timeout", address=url[:200], seconds=int(limits.total)) from None
            error.facts.setdefault("address", url[:200])
            raise
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise error_from_network(error, url, limits, clock) from None


def follow_redirects(address: Address, request: FetchRequest, rules: ConnectionRules) -> Fetched | NotModified:
    """The first answer that is no redirect. Raises FetchError, TimeoutError, what the network raises."""
    for _ in range(rules.limits.redirects + 1):
        answer = send_request(address, request, rules)
        if rules.clock.rang:
            # What was cut off then may look like an end.
            raise TimeoutError
        if not isinstance(answer, Address):
            return answer
        address = answer
    raise UnusableAnswerError("download_failed", error=f"more than {rules.limits.redirects} redirects")


def request_headers(etag: str | None, modified: str | None, form: Mapping[str, str] | None) -> dict[str, str]:
    headers = {"User-Agent": USER_AGENT, "Accept": "*/*", "Accept-Encoding": "gzip, deflate", "Connection": "close"}
    if form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    if etag:
        headers["If-None-Match"] = etag
    if modified:
        headers["If-Modified-Since"] = modified
    return headers


def send_request(address: Address, request: FetchRequest, rules: ConnectionRules) -> Fetched | NotModified | Address:
    """One request; an Address is where the server sends us instead.

    Raises FetchError, OSError, http.client.HTTPException, ValueError.
    """
    connection = open_connection(address, rules)
    try:
        connection.request(request.method, address.target, request.body, request.headers_to(address))
        response = connection.getresponse()
        if response.status in REDIRECTS:
            return next_address(address, request, response)
        if response.status == 304 and request.is_conditional:
            return NotModified(str(address))
        if response.status != (207 if request.method == "PROPFIND" else 200):
            raise error_from_status(response.status, header_value(response, "Date")[:100])
        return receive_body(address, response, rules.limits)
    finally:
        connection.close()


def next_address(address: Address, request: FetchRequest, response: http.client.HTTPResponse) -> Address:
    """Raises FetchError: back from https to http, a redirect of what was sent, one without an aim."""
    aim = address.joined(header_value(response, "Location"))
    if request.body is not None or (address.scheme, aim.scheme) == ("https", "http"):
        raise refused_address_error(str(aim), "redirect")
    return aim


def receive_body(address: Address, response: http.client.HTTPResponse, limits: FetchLimits) -> Fetched:
    """The whole answer, in a file. Raises what read_body raises; then the file is closed."""
    # Closed by whoever reads it; a file without a name is gone with its last reader.
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    checksum = hashlib.sha256()
    size, is_whole = 0, False
    try:
        for block in read_body(response, limits):
            file.write(block)
            checksum.update(block)
            size += len(block)
        is_whole = True
    finally:
        if not is_whole:
            file.close()
    file.seek(0)
    media_type = header_value(response, "Content-Type").partition(";")[0].strip().lower()[:100]
    return Fetched(
        str(address), file, size, checksum.hexdigest(), media_type, header_value(response, "ETag")[:300],
        header_value(response, "Last-Modified")[:100], header_value(response, "Date")[:100],
    )  # fmt: skip


def header_value(response: http.client.HTTPResponse, name: str) -> str:
    """The value of a header without what cannot be stored or sent back; empty where there is none."""
    value = response.getheader(name) or ""
    return "".join(character for character in value if character.isprintable())


def error_from_status(status: int, date: str = "") -> FetchError:
    """`date` is what the server says of the time: a signed request is refused where clocks differ."""
    if status in GONE:
        return FetchError("source_gone", status=status)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        # How long to wait is for the server to say, and a hostile one says years: the next run asks again.
        return FetchError("download_busy", status=status)
    if 400 <= status < 500:
        return FetchError("download_4xx", status=status, date=date)
    if status >= 500:
        return FetchError("download_5xx", status=status)
    return UnusableAnswerError("download_failed", error=f"HTTP {status}")


def error_from_network(error: Exception, url: str, limits: FetchLimits, clock: DeadlineTimer) -> FetchError:
    if clock.rang or isinstance(error, TimeoutError):
        return FetchError(
            "download_timeout", address=url[:200], seconds=int(limits.total if clock.rang else limits.read)
        )
    if isinstance(error, http.client.IncompleteRead):
        return FetchError("download_cut", address=url[:200], received=len(error.partial), announced="–")
    return FetchError(
        "download_failed", address=url[:200], error=replace_unprintable(f"{type(error).__name__}: {error}"[:200])
    )


def replace_unprintable(text: str) -> str:
    """What a server has put into an error, without signs that nobody sees or no database takes."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
