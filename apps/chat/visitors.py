"""Telling visitors apart without knowing them: a keyed fingerprint of the address that is another one every day."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

IPV6_PREFIX = 64
"""A household or an office has a network of this size and may use any address of it."""


def visitor_of(address: str) -> str:
    """The fingerprint under which today's limits of this address are counted. The address itself is kept nowhere."""
    day = timezone.now().date().isoformat()
    return salted_hmac("apps.chat.visitors", f"{day} {place_of(address)}", algorithm="sha256").hexdigest()[:32]


@lru_cache(maxsize=1_024)
def is_limited(address: str) -> bool:
    """False for addresses that stand for many people or for the machine itself (UNLIMITED_ADDRESSES)."""
    try:
        given = ip_address(address)
    except ValueError:
        return True
    return not any(given in ip_network(network, strict=False) for network in settings.UNLIMITED_ADDRESSES)


def place_of(address: str) -> str:
    try:
        given = ip_address(address)
    except ValueError:
        return address[:100]
    if isinstance(given, IPv6Address):
        return str(ip_network((given, IPV6_PREFIX), strict=False))
    return str(given)
