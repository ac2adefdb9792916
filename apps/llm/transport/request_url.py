"""Builds the URL of a request: the endpoint's own, with the path put before its query (`?api-version=…`)."""

from urllib.parse import urlsplit, urlunsplit

from apps.llm.endpoints.allowed_addresses import host_and_port

AZURE = (".openai.azure.com", ".cognitiveservices.azure.com")
"""Hosts that look for the key in a header of their own, unless their address ends in /openai/v1."""


def request_url(base_url: str, path: str) -> str:
    """Azure's older addresses end in `/openai/deployments/NAME?api-version=2024-10-21`. Raises ValueError."""
    parts = urlsplit(base_url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}{path}"))


def wants_key_header(base_url: str) -> bool:
    """Whether the key goes into the header `api-key`, too."""
    address = host_and_port(base_url)
    return address is not None and address.host.endswith(AZURE)
