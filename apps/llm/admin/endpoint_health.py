"""Whether endpoints answer: each is asked for the list of its models. Calls the network."""

import asyncio
from collections.abc import Sequence

from apps.llm.transport.connections import EndpointAddress, connect

HEALTH_SECONDS = 5.0


async def health_of(endpoints: Sequence[EndpointAddress]) -> dict[str, bool]:
    """Name of the endpoint -> whether it lists its models. Asks all of them at once, each for at most five seconds."""
    answers = await asyncio.gather(*(answers_at(endpoint) for endpoint in endpoints))
    return {endpoint.name: answer for endpoint, answer in zip(endpoints, answers, strict=True)}


async def answers_at(endpoint: EndpointAddress) -> bool:
    import httpx2
    import openai

    connection = await connect(endpoint)
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            await connection.client.models.list()
    except (openai.OpenAIError, httpx2.HTTPError, TimeoutError):
        return False
    return True
