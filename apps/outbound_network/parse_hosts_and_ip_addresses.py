"""Parses host names and IP addresses: numbers that some take for an address, default ports, client addresses."""

import ipaddress
import re
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443}
HOST_NAME = re.compile(
    r"(?=.{1,253}\Z)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*"
)
# `127.1`, `0x7f000001`, `017700000001`: numbers that some resolvers take for an address.
NUMERIC_HOST = re.compile(r"(?:.*\.)?(?:0x[0-9a-f]*|\d+)")


def parse_ip(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


IPV6_PREFIX = 64
"""A household or an office has a network of this size and may use any address of it."""


def parse_client_ip(address: str) -> IPAddress | None:
    """A client of IPv4 is one of IPv4, also where a socket for both protocols writes it as one of IPv6."""
    ip = parse_ip(address)
    return getattr(ip, "ipv4_mapped", None) or ip


def network_of_client(ip: IPAddress) -> str:
    """What is limited together: an address of IPv4, the /64 of one of IPv6."""
    return str(ip if ip.version == 4 else ipaddress.ip_network((ip, IPV6_PREFIX), strict=False))


DROPPED = re.compile(r"[\t\n\r]")
PLAIN_LABEL = re.compile(r"[a-z0-9_ß-öø-ÿ-]+")
"""ASCII and the small letters of Latin-1, which browsers show as well: they differ by their accents at least."""
NO_HOST = re.compile(r"[\x00-\x20\x7f#%/:<>?@\[\\\]^|]")
"""Signs that no name of a host has (URL Standard, forbidden domain code points)."""


def readable_host(address: str) -> str:
    """The host to which a browser goes by this address, with its port; empty for an address that leads nowhere.

    A name of other letters, which may look like one that people know, stands as the network calls it: xn--80ak6aa92e.
    """
    try:
        parts = urlsplit(DROPPED.sub("", address.strip()).replace("\\", "/"))
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    name = f"[{host}]" if ":" in host else readable_name(host)
    return name if not name or port in (None, DEFAULT_PORTS.get(parts.scheme)) else f"{name}:{port}"


def readable_name(host: str) -> str:
    """Decoded as browsers do; empty where they refuse it."""
    decoded = unquote(host).lower()
    if NO_HOST.search(normalize("NFKC", decoded)):
        return ""
    return ".".join(map(readable_label, decoded.split(".")))


def readable_label(label: str) -> str:
    try:
        named = label[4:].encode("ascii").decode("punycode") if label.startswith("xn--") else label
        is_readable = PLAIN_LABEL.fullmatch(named) and (named == label or not named.isascii())
        return named if is_readable else label.encode("idna").decode("ascii")
    except UnicodeError:
        return label.encode("ascii", "backslashreplace").decode("ascii")
