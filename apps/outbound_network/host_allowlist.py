"""The allowlist of hosts that may be fetched from, and the addresses their names may lead to.

www.example.org                    port 80 and 443, public addresses only
*.example.org                      every name below it
www.example.org:8443               this port only
intranet.example.org@10.0.0.0/8    a name that leads into an own network
10.0.0.5:8080, [fd00::5], localhost    themselves
"""

import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from apps.outbound_network.parse_hosts_and_ip_addresses import (
    DEFAULT_PORTS,
    HOST_NAME,
    NUMERIC_HOST,
    IPAddress,
    parse_ip,
)

IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network

ENTRY = re.compile(
    r"(?P<host>\[[0-9a-f:.]+\]|[^\s:@\[\]/]+)(?::(?P<port>\d{1,5}))?(?:@(?P<network>[0-9a-f.:]+/\d{1,3}))?"
)
ALL_NETWORKS = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
# They carry an address of the older protocol within, which would slip past a check of the outer one.
TRANSLATED = (
    ipaddress.ip_network("64:ff9b::/96"),
    ipaddress.ip_network("64:ff9b:1::/48"),
    ipaddress.ip_network("::/96"),
)


class HostAndPort(Protocol):
    """A parsed address; `host` in lower case, an international name in its ASCII form."""

    @property
    def host(self) -> str: ...
    @property
    def port(self) -> int: ...


@dataclass(frozen=True, slots=True)
class AllowedHost:
    """One entry. `networks` are the private ones that the name may lead to."""

    host: str
    port: int | None = None
    networks: tuple[IPNetwork, ...] = ()

    def admits(self, address: HostAndPort) -> bool:
        """Host and port only; where the name leads is `permits`' question."""
        named = address.host == self.host or (self.host.startswith("*.") and address.host.endswith(self.host[1:]))
        return named and (address.port == self.port if self.port else address.port in DEFAULT_PORTS.values())

    def permits(self, ip: IPAddress) -> bool:
        """Public addresses, and private ones that the entry names."""
        inner = getattr(ip, "ipv4_mapped", None) or ip
        return is_public(ip) or any(inner in network for network in self.networks)

    @property
    def is_private(self) -> bool:
        return bool(self.networks)


def parse_hosts(entries: Iterable[str]) -> list[AllowedHost]:
    """Raises ValueError, its argument being the entry that cannot be read."""
    return [parse_host(entry) for entry in entries]


def parse_host(entry: str) -> AllowedHost:
    """Raises ValueError with the entry."""
    found = ENTRY.fullmatch(entry.strip().lower())
    if found is None:
        raise ValueError(entry)
    port = int(found["port"]) if found["port"] else None
    host = found["host"].strip("[]")
    networks: tuple[IPNetwork, ...]
    if (ip := parse_ip(host)) is not None:
        host, networks = str(ip), () if is_public(ip) else (ipaddress.ip_network(ip),)
    else:
        host = parse_ascii_name(entry, host)
        networks = LOOPBACK if host == "localhost" else ()
    if found["network"]:
        try:
            networks = (*networks, ipaddress.ip_network(found["network"], strict=False))
        except ValueError:
            raise ValueError(entry) from None
    if port is not None and not 0 < port < 65_536:
        raise ValueError(entry)
    return AllowedHost(host, port, networks)


def parse_host_or_network(entry: str) -> AllowedHost | IPNetwork:
    """`10.0.0.0/8` is a network: every address in it, whatever the host and the port. Raises ValueError."""
    return ipaddress.ip_network(entry, strict=False) if is_network(entry) else parse_host(entry)


def is_network(entry: str) -> bool:
    return "/" in entry and "@" not in entry


def parse_host_of_variable(entry: str) -> tuple[str, AllowedHost]:
    """`SOURCE_SHARE_PASSWORD@cloud.example.org`: a variable, and a host that its secret may be sent to.

    Raises ValueError with the entry, or with its host.
    """
    variable, _sign, host = entry.partition("@")
    if not (variable and host):
        raise ValueError(entry)
    return variable, parse_host(host)


def parse_ascii_name(entry: str, host: str) -> str:
    """Raises ValueError with the entry."""
    star = "*." if host.startswith("*.") else ""
    try:
        name = host.removeprefix("*.").encode("idna").decode("ascii")
    except UnicodeError:
        raise ValueError(entry) from None
    if not HOST_NAME.fullmatch(name) or NUMERIC_HOST.fullmatch(name):
        raise ValueError(entry)
    return star + name


def matching_entries(address: HostAndPort, allowed: Sequence[AllowedHost]) -> list[AllowedHost]:
    return [entry for entry in allowed if entry.admits(address)]


SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in ("192.0.0.0/24", "168.63.129.16/32", "192.88.99.0/24", "2001::/23", "3fff::/20", "5f00::/16")
)
"""Set aside by the registries of special addresses (RFC 6890) and called global by older versions of Python: protocol
assignments, where a cloud may keep its metadata, relays, documentation, segment routing. Beside them the address under
which Azure answers its own machines alone: public by its number, and no host of the internet."""


def is_public(ip: IPAddress) -> bool:
    """An address of the open internet, with no other one hidden in it."""
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(ip.ipv4_mapped)
        if ip.sixtofour is not None or ip.teredo is not None or ip.is_site_local:
            return False
        if any(ip in network for network in TRANSLATED):
            return False
    if any(ip in network for network in SPECIAL):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_link_local)
