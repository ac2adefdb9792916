"""An embedding model at an endpoint, behind the Embedder interface."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.llm.call_ledger import Ledger
from apps.llm.errors import model_error
from apps.llm.providers.estimate_token_usage import estimate_total_tokens
from apps.llm.providers.read_vector_response import parse_vectors
from apps.llm.transport.gateway import Gateway, call_with_retries
from apps.llm.transport.metered_call import MeteredCall
from apps.llm.transport.read_model_responses import parse_usage
from apps.llm.transport.server_capabilities import ServerCapabilities, capabilities_of_server
from apps.llm.transport.timeouts_and_retries import EMBED_PURPOSE, RetryPolicy
from apps.llm.types import Usage

PATH = "/embeddings"


@dataclass(frozen=True, slots=True)
class GatewayEmbedder:
    """Cuts the texts into batches and has as many under way as the endpoint allows."""

    gateway: Gateway
    name: str
    dimensions: int
    sends_dimensions: bool
    batch_size: int
    retry_policy: RetryPolicy
    ledger: Ledger
    prefix: str = ""
    """Written before each text."""

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """Unit-length vectors in the order of the texts. One failed batch fails the call: ModelError."""
        batches = [texts[start : start + self.batch_size] for start in range(0, len(texts), self.batch_size)]
        # The clock of a batch starts when its turn comes, not while it waits for the others.
        turns = asyncio.Semaphore(self.gateway.address.max_concurrency)
        tasks = [asyncio.ensure_future(self._in_turn(turns, batch)) for batch in batches]
        try:
            results = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        return [vector for result in results for vector in result]

    async def _in_turn(self, turns: asyncio.Semaphore, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        async with turns:
            call = MeteredCall(
                EMBED_PURPOSE, self.name, self.gateway.name, retry_policy=self.retry_policy, ledger=self.ledger
            )
            with call.written_down():
                return await call_with_retries(call, lambda: self._batch(call, texts))

    async def _batch(self, call: MeteredCall, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        body: dict[str, Any] = {
            "model": self.name,
            # Servers refuse an empty text; a blank one gets some vector, which is all that is needed.
            "input": [self.prefix + text or " " for text in texts],
            "encoding_format": "base64",
            "dimensions": self.dimensions if self.sends_dimensions else None,
        }
        data = await self.gateway.post(PATH, body, call=call, dialect=self._dialect)
        if not data.get("data") and data.get("choices"):
            raise model_error("no_embeddings", self.gateway.name)
        call.spend(parse_usage(data) or Usage(estimate_total_tokens(texts), estimated=True))
        return parse_vectors(self.gateway.name, data, count=len(texts), dimensions=self.dimensions)

    @property
    def _dialect(self) -> ServerCapabilities:
        return capabilities_of_server(self.gateway.address.base_url, self.name)
