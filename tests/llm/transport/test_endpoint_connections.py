"""Clients belong to an event loop and are closed with it."""

import asyncio
import warnings
from typing import Any

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.transport import endpoint_connections
from apps.llm.transport.endpoint_connections import EndpointAddress, endpoint_connection
from apps.llm.transport.gateway import Gateway
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Message
from tests.fakes.openai_server import FakeOpenAIServer


async def test_one_client_serves_all_calls_of_a_loop(openai_server: FakeOpenAIServer) -> None:
    address = EndpointAddress("test", openai_server.base_url)
    found = await asyncio.gather(*(endpoint_connection(address) for _ in range(10)))
    assert len({id(connection.http) for connection in found}) == 1


async def test_another_key_is_another_client(openai_server: FakeOpenAIServer) -> None:
    first = await endpoint_connection(EndpointAddress("test", openai_server.base_url, "eins"))
    second = await endpoint_connection(EndpointAddress("test", openai_server.base_url, "zwei"))
    assert first.http is not second.http


def test_each_loop_has_its_own_client_and_closes_it(openai_server: FakeOpenAIServer) -> None:
    clients: list[Any] = []

    async def ask() -> None:
        address = EndpointAddress("test", openai_server.base_url)
        model = GatewayLanguageModel(Gateway(address), "m", 16_385, 100, "answer", RetryPolicy(5.0, 1, 0.0), Ledger())
        await model.complete([Message("user", "Guten Tag")])
        clients.append((await endpoint_connection(address)).http)

    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        asyncio.run(ask())
        asyncio.run(ask())
    assert clients[0] is not clients[1]
    assert all(client.is_closed for client in clients)


async def test_of_a_key_with_a_letter_that_none_can_have_the_server_says_that_it_is_wrong(
    openai_server: FakeOpenAIServer,
) -> None:
    """Copied from a text with typographic quotes, for example: no call may break off by an error of our own."""
    http = (await endpoint_connection(EndpointAddress("test", openai_server.base_url, "„schlüssel“"))).http
    await http.get(f"{openai_server.base_url}/models")
    assert openai_server.requests[-1].headers["authorization"] == "Bearer „schlüssel“"


def test_a_key_of_another_service_is_not_sent_where_none_is_set(
    openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody-else")
    http = endpoint_connections.make_http_client(EndpointAddress("test", openai_server.base_url))
    assert http.headers["Authorization"] == f"Bearer {endpoint_connections.NO_KEY}"
