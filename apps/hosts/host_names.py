"""Parses how hosts are written: names, numbers that some take for an address, ports of the schemes."""

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
