"""Checks the health of endpoints: whether they answer, and which models they list. Calls the network."""

import asyncio
from collections.abc import Sequence

from apps.llm.transport.connections import EndpointAddress, connect

HEALTH_SECONDS = 5.0


async def health_of(endpoints: Sequence[EndpointAddress]) -> dict[str, frozenset[str] | None]:
    """Name of the endpoint -> the models it lists, None when it does not answer. All at once, each for five seconds."""
    answers = await asyncio.gather(*(models_at(endpoint) for endpoint in endpoints))
    return {endpoint.name: answer for endpoint, answer in zip(endpoints, answers, strict=True)}


def has_model(listed: frozenset[str] | None, name: str) -> bool:
    """Whether the server has the model; ollama lists `llama3` as `llama3:latest`."""
    return listed is not None and (name in listed or f"{name}:latest" in listed)


async def models_at(endpoint: EndpointAddress) -> frozenset[str] | None:
    import httpx2
    import openai

    connection = await connect(endpoint)
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            page = await connection.client.models.list()
    except (openai.OpenAIError, httpx2.HTTPError, TimeoutError):
        return None
    named = (getattr(one, "id", None) for one in page.data or [])
    return frozenset(name for name in named if isinstance(name, str))
