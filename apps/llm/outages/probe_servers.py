"""Probes servers that are down with the smallest possible call, so that their return is noticed without a visitor."""

import asyncio
from contextlib import suppress

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import endpoint_address
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOutage
from apps.llm.providers.gateway_embedder import GatewayEmbedder
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.transport.gateway import Gateway
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Message

PURPOSE = "probe"
"""In the ledger; no order of models belongs to it."""
ONCE = RetryPolicy(deadline=10.0, attempts=1, longest_wait=0.0)
REPLY_TOKENS = 16
QUESTION = [Message("user", "Antworten Sie nur: ja")]


def probe_server(outage: ModelOutage) -> None:
    """One call of at most ten seconds, whose outcome stands in the ledger. Sync; calls the network."""
    endpoint = Endpoint.objects.filter(name=outage.endpoint, is_active=True).first()
    if endpoint is None:
        return
    chat, embedding = probed_models(endpoint, outage.model)
    if outage.model and outage.model not in (chat and chat.name, embedding and embedding.name):
        outage.model = ""
        outage.save(update_fields=["model"])
    ledger = Ledger()
    with suppress(ModelError):
        asyncio.run(send_probe_call(endpoint, chat, embedding, ledger))
    ledger.save(f"outage:{outage.pk}")


def probed_models(endpoint: Endpoint, failed: str) -> tuple[ChatModel | None, EmbeddingModel | None]:
    """The model that failed, as one that writes or one of vectors. Where it is neither any more, or orders documents,
    the first of each, those in an order before others."""
    chats = endpoint.chat_models.filter(is_active=True, is_reranker=False).order_by("orders__position", "pk")
    embeddings = endpoint.embedding_models.order_by("-is_default", "pk")
    chat, embedding = chats.filter(name=failed).first(), embeddings.filter(name=failed).first()
    return (chat, embedding) if chat or embedding else (chats.first(), embeddings.first())


async def send_probe_call(
    endpoint: Endpoint, chat: ChatModel | None, embedding: EmbeddingModel | None, ledger: Ledger
) -> None:
    """Raises ModelError. A server whose models nobody has named is not asked."""
    gateway = Gateway(endpoint_address(endpoint))
    if chat is not None:
        model = GatewayLanguageModel(gateway, chat.name, chat.context_window, REPLY_TOKENS, PURPOSE, ONCE, ledger)
        await model.complete(QUESTION)
    elif embedding is not None:
        embedder = GatewayEmbedder(
            gateway=gateway,
            name=embedding.name,
            dimensions=embedding.dimensions,
            sends_dimensions=embedding.sends_dimensions,
            batch_size=embedding.batch_size,
            retry_policy=ONCE,
            ledger=ledger,
        )
        await embedder.embed([QUESTION[0].text])
