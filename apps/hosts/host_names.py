"""Parses how hosts are written: names, numbers that some take for an address, ports of the schemes, clients."""

import ipaddress
import re

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

PORTS = {"http": 80, "https": 443}
NAME = re.compile(
    r"(?=.{1,253}\Z)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*"
)
# `127.1`, `0x7f000001`, `017700000001`: numbers that some resolvers take for an address.
NUMERIC = re.compile(r"(?:.*\.)?(?:0x[0-9a-f]*|\d+)")


def ip_of(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


IPV6_PREFIX = 64
"""A household or an office has a network of this size and may use any address of it."""


def client_ip(address: str) -> IPAddress | None:
    """A client of IPv4 is one of IPv4, also where a socket for both protocols writes it as one of IPv6."""
    ip = ip_of(address)
    return getattr(ip, "ipv4_mapped", None) or ip


def network_of_client(ip: IPAddress) -> str:
    """What is limited together: an address of IPv4, the /64 of one of IPv6."""
    return str(ip if ip.version == 4 else ipaddress.ip_network((ip, IPV6_PREFIX), strict=False))
