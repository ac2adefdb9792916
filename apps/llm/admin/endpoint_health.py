"""Checks the health of endpoints: whether they answer, and which models they list. Calls the network."""

import asyncio
from collections.abc import Sequence

from apps.llm.doctor.list_server_models import fetch_model_list
from apps.llm.errors import ModelError
from apps.llm.transport.endpoint_connections import EndpointAddress


async def fetch_models_by_endpoint(endpoints: Sequence[EndpointAddress]) -> dict[str, frozenset[str] | None]:
    """Name of the endpoint -> the models it lists, None when it does not answer. All at once, each for five seconds."""
    answers = await asyncio.gather(*(fetch_model_names(endpoint) for endpoint in endpoints))
    return {endpoint.name: answer for endpoint, answer in zip(endpoints, answers, strict=True)}


def has_model(listed: frozenset[str] | None, name: str) -> bool:
    """Whether the server has the model; ollama lists `llama3` as `llama3:latest`."""
    return listed is not None and (name in listed or f"{name}:latest" in listed)


async def fetch_model_names(endpoint: EndpointAddress) -> frozenset[str] | None:
    try:
        return frozenset((await fetch_model_list(endpoint)).sizes)
    except ModelError:
        return None
