"""Detects in-house addresses, the default for a new endpoint until an administrator decides."""

from django.conf import settings

from apps.llm.endpoints.allowed_addresses import host_and_port
from apps.outbound_network.host_allowlist import AllowedHost, is_network, is_public, parse_host
from apps.outbound_network.parse_hosts_and_ip_addresses import parse_ip

OWN_NAMES = (".local", ".internal", ".lan", ".localhost", ".home.arpa")
"""Endings that lead nowhere on the internet."""


def is_in_the_house(base_url: str) -> bool:
    """Whether the address itself leads to this machine or into a private network, or MODEL_HOSTS says so of its name.

    No network. A public name may lead to an own server all the same; that only people can say.
    """
    address = host_and_port(base_url)
    if address is None:
        return False
    ip = parse_ip(address.host)
    if ip is not None:
        return not is_public(ip)
    is_own_name = "." not in address.host or address.host.endswith(OWN_NAMES)
    return is_own_name or any(host.is_private and host.admits(address) for host in configured_model_hosts())


def configured_model_hosts() -> list[AllowedHost]:
    return [parse_host(entry) for entry in settings.MODEL_HOSTS if not is_network(entry)]
