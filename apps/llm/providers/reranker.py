"""Rerankers: servers that answer /rerank, and chat models that score by a prompt how well texts answer."""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

from apps.llm.call_ledger import Ledger
from apps.llm.errors import model_error
from apps.llm.models import Purpose
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.providers.estimate_token_usage import estimate_total_tokens
from apps.llm.transport.gateway import Gateway, call_with_retries
from apps.llm.transport.metered_call import MeteredCall
from apps.llm.transport.read_model_responses import parse_usage
from apps.llm.transport.server_capabilities import ServerCapabilities, capabilities_of_server
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import LanguageModel, Usage

PATH = "/rerank"
NUMBER: dict[str, Any] = {"type": ["number", "string"]}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "ratings": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"number": NUMBER, "rating": NUMBER},
                "required": ["number", "rating"],
            },
        }
    },
    "required": ["ratings"],
}
"""What the prompt `rerank` asks for."""
MOST_CHARACTERS = 2_000
"""Of each text that a chat model reads."""


class Reranker(Protocol):
    async def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """One number for each text, the higher the better; comparable within one call. Raises ModelError."""


@dataclass(frozen=True, slots=True)
class GatewayReranker:
    """A server that speaks as Cohere's and Jina's do: POST /rerank below the endpoint's address. Hugging Face's
    text-embeddings-inference takes `texts` and answers a bare list: it is not understood."""

    gateway: Gateway
    name: str
    retry_policy: RetryPolicy
    ledger: Ledger

    async def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        call = MeteredCall(
            Purpose.RERANK, self.name, self.gateway.name, retry_policy=self.retry_policy, ledger=self.ledger
        )
        with call.written_down():
            return await call_with_retries(call, lambda: self._asked(call, question, texts))

    async def _asked(self, call: MeteredCall, question: str, texts: Sequence[str]) -> list[float]:
        body = {"model": self.name, "query": question, "documents": list(texts), "top_n": len(texts)}
        data = await self.gateway.post(PATH, body, call=call, dialect=self._dialect)
        call.spend(parse_usage(data) or Usage(estimate_total_tokens([question, *texts]), estimated=True))
        rows = [(each.get("index"), each.get("relevance_score")) for each in reranking_results(data)]
        found = {place: float(score) for place, score in rows if is_number(place) and is_number(score)}
        if len(found) < len(rows) or set(found) != set(range(len(texts))):
            raise model_error("garbage", self.gateway.name)
        return [found[place] for place in range(len(texts))]

    @property
    def _dialect(self) -> ServerCapabilities:
        return capabilities_of_server(self.gateway.address.base_url, self.name)


@dataclass(frozen=True, slots=True)
class ChatReranker:
    """A chat model that rates numbered texts; one that its reply does not mention comes last."""

    model: LanguageModel
    prompt: PublishedPrompt

    async def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        numbered = [f"[{place}] {' '.join(text.split())[:MOST_CHARACTERS]}" for place, text in enumerate(texts, 1)]
        messages = self.prompt.messages(text="\n\n".join(numbered), question=question)
        completion = await self.model.complete(messages, schema=SCHEMA)
        rated = {parse_rating(each["number"]): parse_rating(each["rating"]) for each in completion.data["ratings"]}
        return [rated.get(float(place), 0.0) for place in range(1, len(texts) + 1)]


def reranking_results(data: Mapping[str, object]) -> list[Mapping[str, object]]:
    """What a server listed; nothing where the reply has another form."""
    listed = data.get("results")
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def is_number(value: object) -> TypeGuard[float]:
    """Whether a float can hold it; JSON knows integers of any length."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def parse_rating(value: object) -> float:
    """Models write "3" and "3/5" too; 0 for what is no number."""
    try:
        found = float(str(value).split("/")[0])
    except ValueError:
        return 0.0
    return found if math.isfinite(found) else 0.0
