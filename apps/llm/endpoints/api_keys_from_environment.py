"""Reads API keys from the environment: an endpoint stores the name of a variable, never the key itself."""

import logging
import os
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from apps.llm.endpoints.allowed_addresses import host_and_port
from apps.outbound_network.host_allowlist import AllowedHost, parse_host_of_variable

OPENAI_URL = "https://api.openai.com/v1"
"""The server when only a key is set."""

logger = logging.getLogger(__name__)


def read_api_key(variable: str, base_url: str) -> str:
    """The key in that variable, or in the file that NAME_FILE names; empty when there is none for this address.

    Only variables that API_KEY_VARIABLES admits are read, and a key that the operator has named hosts for goes to no
    other: endpoints are administrators' rows, and the environment holds secrets that are none of theirs.

    A file that cannot be read and a key with letters no header may hold are logged and give no key: the server then
    refuses the call and the next model is asked.
    """
    if variable and not is_key_variable(variable):
        logger.error("%s is no variable for keys: see API_KEY_VARIABLES.", variable)
        return ""
    key = key_from_environment(variable) if variable else ""
    if key and not may_send_key(variable, base_url):
        logger.error("%s is not for '%s': see API_KEY_HOSTS.", variable, base_url)
        return ""
    if key.isascii() and key.isprintable():
        return key
    logger.error("%s holds characters that no key has.", variable)
    return ""


def is_key_variable(variable: str) -> bool:
    """Whether the operator lists it, by name or pattern; `*_API_KEY` when nothing is set."""
    return any(fnmatchcase(variable, pattern) for pattern in settings.API_KEY_VARIABLES)


def may_send_key(variable: str, base_url: str) -> bool:
    """Whether this address is one of those that the operator has named for the key; without any it may go anywhere.

    Raises ValueError with an entry of API_KEY_HOSTS that cannot be read.
    """
    own_url = own_server_url(variable)
    hosts = parse_key_hosts(variable, tuple(settings.API_KEY_HOSTS), own_url)
    address = host_and_port(base_url)
    return not hosts or (address is not None and any(host.admits(address) for host in hosts))


def own_server_url(variable: str) -> str:
    """Returns the server that the environment names together with the key; empty for other keys."""
    if variable == "OPENAI_API_KEY":
        return settings.OPENAI_BASE_URL or OPENAI_URL
    return settings.EMBEDDING_BASE_URL if variable == "EMBEDDING_API_KEY" else ""


@lru_cache(maxsize=64)
def parse_key_hosts(variable: str, entries: Sequence[str], own_url: str) -> list[AllowedHost]:
    """Entries are such as `MISTRAL_API_KEY@api.mistral.ai`; `own_url` is where the key belongs besides, or empty."""
    hosts = [host for name, host in map(parse_host_of_variable, entries) if name == variable]
    own = host_and_port(own_url)
    return [*hosts, AllowedHost(own.host, own.port)] if own else hosts


def key_from_environment(variable: str) -> str:
    if value := os.environ.get(variable, "").strip():
        return value
    path = os.environ.get(f"{variable}_FILE", "").strip()
    if not path:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        logger.error("%s_FILE cannot be read: %s.", variable, error.strerror)
        return ""
