"""Encrypts API keys typed into the console with the installation's SECRET_KEY, each for one server alone.

The address stands inside the seal. A row that is changed to lead elsewhere therefore has no key, and a copy of the
database without SECRET_KEY holds none.
"""

import base64
import json
import logging
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings

from apps.llm.endpoints.allowed_addresses import host_and_port

if TYPE_CHECKING:
    # Eight megabytes, which a process without a sealed key never needs.
    from cryptography.fernet import Fernet

logger = logging.getLogger(__name__)

PURPOSE = b"auskunft keys of model servers"
"""Whatever else is made of SECRET_KEY is made with other words."""


def seal(key: str, base_url: str) -> str:
    """The key, readable only here and only for the host and port of this address. Raises ValueError for no address."""
    server = server_origin(base_url)
    if not server:
        raise ValueError(base_url)
    return cipher_from_secret(settings.SECRET_KEY).encrypt(json.dumps([server, key]).encode()).decode()


def open_seal(sealed: str, base_url: str) -> str:
    """The key; empty, and a line in the log, when it was sealed for another server or with another SECRET_KEY."""
    from cryptography.fernet import InvalidToken

    try:
        server, key = json.loads(cipher_from_secret(settings.SECRET_KEY).decrypt(sealed))
    except InvalidToken:
        logger.error("The stored key for '%s' cannot be read: SECRET_KEY is another one. Enter it again.", base_url)
        return ""
    if server != server_origin(base_url):
        logger.error("The stored key is not for '%s': it was entered for another server.", base_url)
        return ""
    return str(key)


def server_origin(base_url: str) -> str:
    """Scheme, host and port: what was entered for an encrypted address is not sent in the clear."""
    address = host_and_port(base_url)
    return f"{base_url.partition(':')[0].lower()}://{address.host}:{address.port}" if address else ""


@lru_cache(maxsize=4)
def cipher_from_secret(secret: str) -> "Fernet":
    """Derives 32 bytes by HKDF (RFC 5869): SECRET_KEY is long and random, so nothing slow is needed."""
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
