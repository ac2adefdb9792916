"""Models at the fake server, made without the database: what the gateway tests talk to."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.providers.gateway_embedder import GatewayEmbedder
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.transport.endpoint_connections import EndpointAddress
from apps.llm.transport.gateway import Gateway
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from tests.fakes.openai_server import FakeOpenAIServer

KEY = "sk-key-of-the-test"
QUICK = RetryPolicy(deadline=20.0, attempts=2, longest_wait=1.0)

MakeModel = Callable[..., GatewayLanguageModel]
MakeEmbedder = Callable[..., GatewayEmbedder]


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def make_model(openai_server: FakeOpenAIServer, ledger: Ledger) -> MakeModel:
    def make(*, retry_policy: RetryPolicy = QUICK, **address: Any) -> GatewayLanguageModel:
        known = {"name": "test", "base_url": openai_server.base_url, "api_key": KEY}
        return GatewayLanguageModel(
            gateway=Gateway(EndpointAddress(**{**known, **address})),
            name="some-model",
            context_window=16_385,
            max_output_tokens=500,
            purpose="answer",
            retry_policy=retry_policy,
            ledger=ledger,
            prompt_version="answer/1",
        )

    return make


@pytest.fixture
def make_embedder(openai_server: FakeOpenAIServer, ledger: Ledger) -> MakeEmbedder:
    def make(*, retry_policy: RetryPolicy = QUICK, max_concurrency: int = 8, **options: Any) -> GatewayEmbedder:
        known: dict[str, Any] = {"dimensions": 8, "sends_dimensions": False, "batch_size": 4}
        return GatewayEmbedder(
            gateway=Gateway(EndpointAddress("test", openai_server.base_url, KEY, max_concurrency)),
            name="some-embedder",
            retry_policy=retry_policy,
            ledger=ledger,
            **{**known, **options},
        )

    return make
