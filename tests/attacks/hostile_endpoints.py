"""Addresses at which an administrator who is not the operator would like to see our requests, in all notations."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from ipaddress import IPv4Address, ip_address
from typing import Any

INSIDE = ["127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "10.255.255.254", "172.16.0.1", "172.31.255.254"]  # noqa: S104 - attacked
INSIDE += ["192.168.0.1", "192.168.178.1", "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.100.100.200"]
INSIDE += ["198.18.0.1", "240.0.0.1", "255.255.255.255", "192.0.0.192", "224.0.0.1", "::1", "::", "fd00::1"]
INSIDE += ["fe80::1", "fd00:ec2::254", "ff02::1", "fec0::1", "::ffff:127.0.0.1"]
NAMES = ["localhost", "LOCALHOST", "localhost.", "sub.localhost", "ip6-localhost"]
FORMS = ["http://{}/v1", "http://{}:8000/v1", "https://{}/latest/meta-data", "http://user:pw@{}/v1", "http://{}:6379"]
SECRETS = [
    "SLACK_SIGNING_SECRET", "SLACK_BOT_TOKEN", "SECRET_KEY", "DATABASE_URL", "METRICS_TOKEN", "OIDC_CLIENT_SECRET",
    "TEAMS_APP_SECRET", "AWS_SECRET_ACCESS_KEY", "PATH", "OPENAI_API_KEYS", "API_KEY", "openai_api_key", "HOME",
    "EMAIL_HOST_PASSWORD", "PGPASSWORD", "SECRET_KEY_FILE", "_API_KEY_", "MY_API_KEY_FILE", "OPENAI_API_KEY ", "",
]  # fmt: skip
"""Variables that are none of a model server."""


_connects: list[list[str]] = []
"""Who watches at the moment."""


@cache
def _watch() -> None:
    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.connect":
            for seen in _connects:
                seen.append(str(arguments[1]))

    # There is no way to take it away again.
    sys.addaudithook(note)


@contextmanager
def watched_connects() -> Iterator[list[str]]:
    """Every address that this process tries to connect to, whatever comes of it."""
    _watch()
    seen: list[str] = []
    _connects.append(seen)
    try:
        yield seen
    finally:
        _connects.remove(seen)


def hostile_endpoints() -> Iterator[str]:
    """Base URLs, each of which leads to this machine or its network, or nowhere."""
    for host in [*notations(), *NAMES]:
        yield from (form.format(host) for form in FORMS)


def notations() -> Iterator[str]:
    """Each address as it is written, and as a resolver may read it: one number, octal, hexadecimal, mapped."""
    for written in INSIDE:
        address = ip_address(written)
        if not isinstance(address, IPv4Address):
            yield f"[{written}]"
            continue
        number, parts = int(address), written.split(".")
        yield from (written, str(number), hex(number), f"{written}.", ".".join(hex(int(part)) for part in parts))
        yield ".".join(f"0{int(part):o}" for part in parts)
        yield f"{parts[0]}.{number % 2**24}"
        yield f"[::ffff:{written}]"
        yield f"[64:ff9b::{number >> 16:x}:{number & 0xFFFF:x}]"
        yield f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::]"
