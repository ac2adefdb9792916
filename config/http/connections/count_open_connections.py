"""Counts the open connections of each address, before anything is read from them."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

from apps.outbound_network.parse_hosts_and_ip_addresses import network_of_client, parse_client_ip

Network = IPv4Network | IPv6Network
EVERYBODY = "*"


class OpenConnections:
    """Counts one process's connections, `most` for each address (IPv6: each /64); `uncounted` networks have no limit.

    Proxies belong there: behind one, everybody comes from its address, and it limits by itself. So do sockets of the
    machine's own, which have no address.
    """

    def __init__(self, most: int, uncounted: Sequence[str] = ()) -> None:
        self.most = most
        self.nobody_is_counted = EVERYBODY in uncounted
        self.uncounted = [network for one in uncounted if (network := parse_network(one)) is not None]
        self._places: dict[asyncio.BaseTransport, str] = {}
        self._held: Counter[str] = Counter()
        self.place_of = lru_cache(maxsize=4096)(self._place_of)

    def admits(self, transport: asyncio.BaseTransport, address: str | None) -> bool:
        """Counts the connection, unless its address holds too many already."""
        place = self.place_of(address or "")
        if not place:
            return True
        if self._held[place] >= self.most:
            return False
        self._held[place] += 1
        self._places[transport] = place
        return True

    def counts(self, address: str | None) -> bool:
        """False for proxies, which keep connections for longer than people do."""
        return bool(self.place_of(address or ""))

    def forget(self, transport: asyncio.BaseTransport) -> None:
        """The connection is closed. A second time, or for one that was not counted, nothing happens."""
        place = self._places.pop(transport, "")
        if place:
            self._held[place] -= 1
            if not self._held[place]:
                del self._held[place]

    def held_by(self, address: str) -> int:
        return self._held[self.place_of(address)]

    def _place_of(self, address: str) -> str:
        """What is counted together; empty for what is not counted."""
        ip = parse_client_ip(address)
        if ip is None or self.nobody_is_counted or any(ip in network for network in self.uncounted):
            return ""
        return network_of_client(ip)


def parse_network(written: str) -> Network | None:
    """None for what is no network: FORWARDED_ALLOW_IPS may also name the paths of sockets."""
    try:
        return ip_network(written.strip(), strict=False)
    except ValueError:
        return None
