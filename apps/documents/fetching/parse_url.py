"""The only URL parser of fetching: ambiguous URLs are refused, so that no other parser can read them differently."""

import re
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from apps.documents.fetching.errors import refused_address_error
from apps.outbound_network.parse_hosts_and_ip_addresses import (
    DEFAULT_PORTS,
    HOST_NAME,
    NUMERIC_HOST,
    IPAddress,
    parse_ip,
)

LONGEST = 2_000
# Readers disagree on these: some end the host there, some skip them, some turn them into slashes.
AMBIGUOUS = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029\u200b-\u200f\ufeff]")
ESCAPED = "/:?&=+$,;@!~*'()[]%-._#"


@dataclass(frozen=True, slots=True)
class Address:
    """A checked http(s) address. `host` is in lower case, an international name in its ASCII form."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def ip(self) -> IPAddress | None:
        """When the host is written as a number."""
        return parse_ip(self.host)

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.netloc}"

    def __str__(self) -> str:
        return f"{self.origin}{self.target}"

    def joined(self, location: str) -> "Address":
        """Returns the address to which a redirect leads. Raises FetchError."""
        if AMBIGUOUS.search(location):
            raise refused_address_error(location, "characters")
        try:
            return parse_address(urljoin(str(self), location))
        except ValueError:
            raise refused_address_error(location, "spelling") from None


def join_url(base: str, link: str) -> str:
    """Returns where a link on a page at `base` leads; only its spelling is checked. Raises FetchError."""
    try:
        found = urljoin(base, link)
        urlsplit(found)
    except ValueError:
        raise refused_address_error(link, "spelling") from None
    return found


def parse_address(url: str) -> Address:
    """Raises FetchError (address_refused) for anything but a plain http(s) address."""
    if len(url) > LONGEST:
        raise refused_address_error(url, "length")
    if AMBIGUOUS.search(url):
        raise refused_address_error(url, "characters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise refused_address_error(url, "spelling") from None
    if parts.scheme not in DEFAULT_PORTS:
        raise refused_address_error(url, "scheme")
    if "@" in parts.netloc or "%" in parts.netloc or not parts.hostname:
        raise refused_address_error(url, "host")
    if parts.netloc.endswith(":") or port == 0:
        raise refused_address_error(url, "port")
    target = quote(parts.path or "/", safe=ESCAPED) + (f"?{quote(parts.query, safe=ESCAPED)}" if parts.query else "")
    found = Address(parts.scheme, normalise_host(url, parts.hostname), port or DEFAULT_PORTS[parts.scheme], target)
    # Escaped it may be several times as long, and so it is stored.
    if len(str(found)) > LONGEST:
        raise refused_address_error(url, "length")
    return found


def normalise_host(url: str, host: str) -> str:
    """An address as it is written by everybody, or a name in ASCII. Raises FetchError."""
    if ":" in host:
        if (address := parse_ip(host)) is None:
            raise refused_address_error(url, "host")
        return str(address)
    try:
        name = host.encode("idna").decode("ascii").lower() if not host.isascii() else host.lower()
    except UnicodeError:
        raise refused_address_error(url, "host") from None
    if parse_ip(name) is not None:
        return name
    if NUMERIC_HOST.fullmatch(name) or not HOST_NAME.fullmatch(name):
        raise refused_address_error(url, "host")
    return name
