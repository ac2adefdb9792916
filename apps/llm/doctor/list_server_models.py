"""Lists the models of a server, whichever kind of server it is. Calls the network."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from apps.llm.endpoints.allowed_addresses import is_address_refusal
from apps.llm.errors import ModelError, ModelErrorCode, model_error
from apps.llm.transport.endpoint_connections import EndpointAddress, endpoint_connection
from apps.llm.transport.read_model_responses import error_from_status, parse_response_object
from apps.llm.transport.request_url import request_url

SECONDS = 5.0
NO_LIST = (404, 405, 501)
SIZES = ("max_model_len", "context_length", "max_context_length", "loaded_context_length", "context_window", "n_ctx")
"""vLLM · OpenRouter · Mistral, LM Studio · LM Studio · several · llama.cpp (within `meta`)."""


@dataclass(frozen=True, slots=True)
class ListedModels:
    """Context in tokens by name, None where the list does not say. `was_read`: there is a list at all."""

    sizes: Mapping[str, int | None] = field(default_factory=dict)
    was_read: bool = False

    def has(self, name: str) -> bool:
        return name in self.sizes or f"{name}:latest" in self.sizes

    def size(self, name: str) -> int | None:
        """Returns the model's size, or that of the only one: llama.cpp lists a file's path and answers to any name."""
        if not self.has(name) and len(self.sizes) == 1:
            return next(iter(self.sizes.values()))
        return self.sizes.get(name) or self.sizes.get(f"{name}:latest")


async def try_fetch_model_list(address: EndpointAddress) -> ListedModels:
    """Never raises: a server that has no list may answer all the same."""
    try:
        return await fetch_model_list(address)
    except ModelError:
        return ListedModels()


async def fetch_model_list(address: EndpointAddress) -> ListedModels:
    """Empty for a server that has no list. Raises ModelError when it cannot be asked for one."""
    import httpx2

    http = (await endpoint_connection(address)).http
    try:
        async with asyncio.timeout(SECONDS):
            response = await http.get(request_url(address.base_url, "/models"))
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError, TimeoutError) as error:
        raise model_error(transport_error_code(error), address.name) from None
    if response.status_code in NO_LIST:
        return ListedModels()
    if not response.is_success:
        raise error_from_status(address.name, response.status_code, response.headers, response.text)
    rows = [
        row
        for row in as_list(parse_response_object(address.name, response.content).get("data"))
        if isinstance(row, dict)
    ]
    return ListedModels({str(row.get("id")): listed_context_size(row) for row in rows}, was_read=bool(rows))


def transport_error_code(error: Exception) -> ModelErrorCode:
    import httpx2

    if is_address_refusal(error):
        return "address_refused"
    is_slow = isinstance(error, TimeoutError | httpx2.ReadTimeout)
    return "timeout" if is_slow else "unreachable"


def as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def listed_context_size(row: Mapping[str, Any]) -> int | None:
    """The context that the server gives the model; what it was trained with is no promise."""
    meta = row.get("meta")
    for place in (row, meta if isinstance(meta, dict) else {}):
        for name in SIZES:
            size = place.get(name)
            if isinstance(size, int) and size > 0:
                return size
    return None
