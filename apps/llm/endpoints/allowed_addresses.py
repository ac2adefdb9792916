"""The addresses an endpoint may lead to: administrators name public hosts, private networks only the operator names.

The address is checked on the socket, so that neither a name that resolves to another address a moment later nor a
spelling that another parser reads differently gets past it.
"""

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from apps.outbound_network.host_allowlist import (
    ALL_NETWORKS,
    LOOPBACK,
    AllowedHost,
    IPNetwork,
    is_network,
    is_public,
    parse_host,
)
from apps.outbound_network.parse_hosts_and_ip_addresses import DEFAULT_PORTS, IPAddress, parse_ip


class AddressNotAllowedError(OSError):
    """An endpoint leads to an address that only the operator can allow. Nothing was sent."""


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of an endpoint: a host, by name or address, and its port."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class ModelHosts:
    """What MODEL_HOSTS, OPENAI_BASE_URL and EMBEDDING_BASE_URL name: hosts with their ports, and whole networks."""

    hosts: Sequence[AllowedHost]
    networks: Sequence[IPNetwork]

    def networks_for(self, base_url: str) -> tuple[IPNetwork, ...]:
        """The private networks that this address may lead into."""
        address = host_and_port(base_url)
        named = [entry for entry in self.hosts if address and entry.admits(address)]
        return (*self.networks, *(network for entry in named for network in entry.networks))


def allowed_networks(base_url: str) -> tuple[IPNetwork, ...]:
    """Returns the networks by the settings of now. Raises ValueError for an unreadable entry of MODEL_HOSTS."""
    own = (settings.OPENAI_BASE_URL, settings.EMBEDDING_BASE_URL)
    return parse_model_hosts(tuple(settings.MODEL_HOSTS), own).networks_for(base_url)


def leads_into_private_network(base_url: str) -> bool:
    """Whether the address itself says that a call would be refused; names are looked up when a call is made."""
    address = host_and_port(base_url)
    if address is None:
        return False
    ips = [network[1] for network in LOOPBACK[:1]] if address.host == "localhost" else [parse_ip(address.host)]
    networks = allowed_networks(base_url)
    return any(ip is not None and not may_connect(ip, networks) for ip in ips)


@lru_cache(maxsize=8)
def parse_model_hosts(entries: Sequence[str], own_urls: Sequence[str]) -> ModelHosts:
    """`own_urls` are the servers that the operator named; whatever their names resolve to is allowed.

    Raises ValueError.
    """
    named = [own for own in map(host_and_port, own_urls) if own]
    trusted = [AllowedHost(own.host, own.port, ALL_NETWORKS) for own in named]
    return ModelHosts(
        [*trusted, *(parse_host(entry) for entry in entries if not is_network(entry))],
        [ipaddress.ip_network(entry, strict=False) for entry in entries if is_network(entry)],
    )


def host_and_port(base_url: str) -> ServerAddress | None:
    """None for what is no address of the web."""
    try:
        parts = urlsplit(base_url)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
        host = parts.hostname or ""
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    except (ValueError, KeyError):
        return None
    ip = parse_ip(host)
    return ServerAddress(str(ip) if ip else host, port)


def may_connect(ip: IPAddress, networks: Iterable[IPNetwork]) -> bool:
    inner = getattr(ip, "ipv4_mapped", None) or ip
    return is_public(ip) or any(inner in network for network in networks)


def create_allowed_socket(networks: Sequence[IPNetwork], address: Any) -> socket.socket:
    """A socket for an entry of `getaddrinfo`, not connected yet. Raises AddressNotAllowedError."""
    family, kind, protocol, _name, target = address
    ip = parse_ip(str(target[0]).partition("%")[0])
    if ip is None or not may_connect(ip, networks):
        raise AddressNotAllowedError("The endpoint leads into a private network.")
    return socket.socket(family=family, type=kind, proto=protocol)


def is_address_refusal(error: BaseException | None) -> bool:
    """Whether the address was the reason, however deep the transport has wrapped it."""
    while error is not None:
        if isinstance(error, AddressNotAllowedError) or isinstance(
            getattr(error, "os_error", None), AddressNotAllowedError
        ):
            return True
        error = error.__cause__ or error.__context__
    return False
