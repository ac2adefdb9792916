"""Finds models by purpose: which language model serves it, which embedding model serves search.

Everything here is synchronous and reads the database; what it returns never does.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.conf import settings
from django.db.models import Q

from apps.database.settings_cache import load_cached
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOrder, Purpose, is_remote_model
from apps.llm.offline import OfflineEmbedder, OfflineLanguageModel
from apps.llm.offline.language_model import NAME as OFFLINE
from apps.llm.offline.spelling_embedder import NAME as SPELLING
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.providers.fallback_model import FallbackLanguageModel, TimedLanguageModel
from apps.llm.providers.gateway_embedder import GatewayEmbedder
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.providers.reranker import ChatReranker, GatewayReranker, Reranker
from apps.llm.semantic_embedding import verify_weights_package
from apps.llm.semantic_embedding.semantic_embedder import SemanticEmbedder
from apps.llm.semantic_embedding.talk_to_model_process import NAME as MEANING
from apps.llm.transport.endpoint_connections import EndpointAddress
from apps.llm.transport.gateway import Gateway
from apps.llm.transport.server_capabilities import capabilities_of_server
from apps.llm.transport.timeouts_and_retries import EMBED_PURPOSE, RetryPolicy, retry_policy_for
from apps.llm.types import Embedder, LanguageModel

BACKGROUND = frozenset({Purpose.SUMMARISE, Purpose.TAG, Purpose.EXTRACT, Purpose.REPORT, Purpose.GENERATE})
ANSWERS = (Purpose.ANSWER, Purpose.REDUCE)
"""Purposes whose replies people wait for: sentences of the documents are better than an apology."""
DISPENSABLE = (Purpose.REPHRASE, Purpose.RERANK)
"""Purposes whose replies nobody waits long for: the search goes on without them."""
IN_SERVICE = Q(model__is_active=True) & (Q(model__endpoint=None) | Q(model__endpoint__is_active=True))


def build_language_model(
    purpose: str,
    *,
    ledger: Ledger,
    in_house: bool,
    deadline: float | None = None,
    prompt: PublishedPrompt | None = None,
    reads_json: bool = True,
    rows: Sequence[ChatModel] | None = None,
) -> LanguageModel:
    """The models in the order set for the purpose, as one. One query.

    `in_house` leaves out those of servers outside: what is sent comes from a collection that stays in the house.

    A purpose without an order of its own uses that of `default`; without any model in service the offline model
    answers. `deadline` in seconds covers a whole call, all models and retries included; None takes the setting for the
    purpose (timeouts_and_retries.py). The version of the `prompt` is written to the ledger with each call, such as
    "answer/3": that of the model's own wording where it has one. Without `reads_json` the caller reads replies itself,
    the wrong ones too. `rows` take the place of the purpose's order.
    """
    retry_policy = retry_policy_for(purpose, deadline)
    rows = rows or load_cached(("models", purpose), lambda: models_in_order(purpose))
    rows = in_house_rows(rows) if in_house else rows
    models = [build_served_model(row, purpose, retry_policy, ledger, prompt, reads_json) for row in rows]
    if not models:
        return OfflineLanguageModel(purpose, ledger=ledger, prompt_version=prompt_version_for_model(prompt, OFFLINE))
    if len(models) == 1:
        return models[0]
    return FallbackLanguageModel(models, max(retry_policy_of(row, purpose, retry_policy).deadline for row in rows))


def build_reranker(
    *,
    ledger: Ledger,
    in_house: bool,
    rows: Sequence[ChatModel] | None = None,
    prompt: Callable[[str], PublishedPrompt] = load_published_prompt,
) -> Reranker | None:
    """The first model that another server has for ordering passages; None when there is none, and nothing is ordered.

    One or two queries. The built-in model orders nothing: the search has done what can be done without a server.
    `rows` take the place of the purpose's order, `prompt` that of the prompts in force.
    """
    rows = rows or load_cached(("models", Purpose.RERANK.value), lambda: models_in_order(Purpose.RERANK))
    rows = in_house_rows(rows) if in_house else rows
    row = next((row for row in rows if row.endpoint is not None), None)
    if row is None or row.endpoint is None:
        return None
    if row.is_reranker:
        gateway = Gateway(endpoint_address(row.endpoint))
        return GatewayReranker(gateway, row.name, retry_policy_for(Purpose.RERANK), ledger)
    wording = prompt("rerank")
    model = build_served_model(row, Purpose.RERANK, retry_policy_for(Purpose.RERANK), ledger, wording)
    return ChatReranker(model, wording)


def models_in_order(purpose: str) -> Sequence[ChatModel]:
    """Returns the models of the purpose, or of `default` when it has none in service. One query."""
    return models_by_purpose([purpose])[purpose]


def in_house_rows(rows: Sequence[ChatModel]) -> list[ChatModel]:
    """Keeps the models that text of the house may go to, of this order or that of `default`. One query or none.

    None of them: the built-in model is left, which sends nothing.
    """
    own = [row for row in rows if not is_remote_model(row)]
    if any(row.endpoint is not None for row in own):
        return own
    usual = load_cached(("models", Purpose.DEFAULT.value), lambda: models_in_order(Purpose.DEFAULT))
    served = [row for row in usual if row.endpoint is not None and not is_remote_model(row)]
    return [*served, *own]


def is_built_in_disabled() -> bool:
    """Whether an administrator wants no sentences in place of answers. One query, then none."""

    def ask() -> bool:
        return ChatModel.objects.filter(endpoint=None, name=OFFLINE, is_active=False).exists()

    return load_cached("built-in-off", ask)


def models_by_purpose(purposes: Sequence[str]) -> dict[str, list[ChatModel]]:
    """Returns the models of several purposes by one query."""
    orders = ModelOrder.objects.filter(IN_SERVICE, purpose__in=[*purposes, Purpose.DEFAULT])
    found: dict[str, list[ChatModel]] = {}
    for order in orders.select_related("model__endpoint").order_by("position"):
        found.setdefault(order.purpose, []).append(order.model)
    usual = found.get(Purpose.DEFAULT, [])
    return {
        purpose: append_built_in_model(purpose, found.get(purpose) or inherited_default_order(purpose, usual), usual)
        for purpose in purposes
    }


def inherited_default_order(purpose: str, usual: Sequence[ChatModel]) -> list[ChatModel]:
    """The order of `default` for a purpose without an own one.

    Work in the background waits for its model: nobody is waiting for it, and what the built-in model writes in its
    place would stay for good. Whoever wants that all the same gives the purpose an order of its own.
    """
    served = [row for row in usual if row.endpoint_id is not None]
    waits = purpose in BACKGROUND and bool(usual) and usual[0].endpoint_id is not None
    return served if waits else list(usual)


def append_built_in_model(purpose: str, rows: list[ChatModel], usual: Sequence[ChatModel]) -> list[ChatModel]:
    """An order of its own for answers keeps the built-in model at its end, as long as that is in service for all."""
    if purpose not in ANSWERS or any(row.endpoint_id is None for row in rows):
        return rows
    return [*rows, *(row for row in usual if row.endpoint_id is None)]


def build_served_model(
    row: ChatModel,
    purpose: str,
    retry_policy: RetryPolicy,
    ledger: Ledger,
    prompt: PublishedPrompt | None,
    reads_json: bool = True,
) -> TimedLanguageModel:
    if row.endpoint is None:
        return OfflineLanguageModel(purpose, ledger=ledger, prompt_version=prompt_version_for_model(prompt, OFFLINE))
    return GatewayLanguageModel(
        gateway=Gateway(endpoint_address(row.endpoint)),
        name=row.name,
        context_window=known_context_window(row),
        max_output_tokens=row.max_output_tokens,
        purpose=purpose,
        retry_policy=retry_policy_of(row, purpose, retry_policy),
        ledger=ledger,
        prompt_version=prompt_version_for_model(prompt, row.name),
        reads_json=reads_json,
    )


def prompt_version_for_model(prompt: PublishedPrompt | None, model: str) -> str:
    """The version that the model of that name is sent, such as "answer/3"; empty without a prompt."""
    return prompt.for_model(model).label if prompt else ""


def retry_policy_of(row: ChatModel, purpose: str, usual: RetryPolicy) -> RetryPolicy:
    """Waits as long as the endpoint says; what can be done without stays as quick as it is."""
    if row.endpoint is None or row.endpoint.call_seconds is None or purpose in DISPENSABLE:
        return usual
    return replace(usual, deadline=float(row.endpoint.call_seconds))


def known_context_window(row: ChatModel) -> int:
    """What is set, unless the server has named less; what a check has found out is used from now on."""
    if row.endpoint is None:
        return row.context_window
    address = row.endpoint
    dialect = capabilities_of_server(address.base_url, row.name, supports_json_schema=address.supports_json_schema)
    dialect.know(row.abilities)
    return min(row.context_window, dialect.context_window or row.context_window)


def endpoint_address(endpoint: Endpoint) -> EndpointAddress:
    return EndpointAddress(
        name=endpoint.name,
        base_url=endpoint.base_url,
        api_key=endpoint.api_key(),
        max_concurrency=endpoint.max_concurrency,
        supports_json_schema=endpoint.supports_json_schema,
        is_shared=settings.SHARED_PLACES,
    )


def embedding_model_row() -> EmbeddingModel:
    """The embedding model search uses. One query; makes the offline one when no row is marked for search."""
    row = load_cached("embedding-model", default_embedding_model)
    if row is not None and is_semantic_model(row) and not (settings.MEANING and verify_weights_package.is_installed()):
        row = fallback_embedding_model(row)
    if row is None:
        # Only here: bootstrap imports this module's neighbours, not the other way round.
        from apps.llm.create_initial_models import ensure_offline_embedding_model

        row = ensure_offline_embedding_model()
    return row


def default_embedding_model() -> EmbeddingModel | None:
    return EmbeddingModel.objects.select_related("endpoint").filter(is_default=True).first()


def embedding_model_in_house() -> EmbeddingModel:
    """The embedding model of what stays in the house: that of search, or the built-in one where text would leave."""
    row = embedding_model_row()
    return load_cached("embedding-model-in-house", built_in_embedding_model) if is_remote_model(row) else row


def built_in_embedding_model() -> EmbeddingModel:
    """The one of meaning where it is installed, else the one by spelling. One or two queries."""
    from apps.llm.create_initial_models import ensure_offline_embedding_model

    meaning = EmbeddingModel.objects.filter(endpoint=None, name=MEANING)
    found = meaning.first() if settings.MEANING and verify_weights_package.is_installed() else None
    return found or ensure_offline_embedding_model()


def build_embedder(
    row: EmbeddingModel, *, ledger: Ledger, deadline: float | None = None, is_query: bool = False
) -> Embedder:
    """The embedding model of that row, for passages or for questions. No query when its endpoint is loaded.

    Without a `deadline` a person is taken to be waiting for the search; batches give theirs (BATCH_DEADLINE).
    """
    if row.endpoint is None:
        return SemanticEmbedder(ledger, is_query=is_query) if is_semantic_model(row) else OfflineEmbedder(ledger)
    return GatewayEmbedder(
        gateway=Gateway(endpoint_address(row.endpoint)),
        name=row.name,
        dimensions=row.dimensions,
        sends_dimensions=row.sends_dimensions,
        batch_size=row.batch_size,
        retry_policy=retry_policy_for(EMBED_PURPOSE, deadline),
        ledger=ledger,
        prefix=row.query_prefix if is_query else row.passage_prefix,
    )


def is_semantic_model(row: EmbeddingModel) -> bool:
    """Whether it is the built-in model that understands meaning."""
    return row.endpoint_id is None and row.name == MEANING


def compares_meaning(row: EmbeddingModel) -> bool:
    """Whether it compares what is meant; the other built-in one compares how it is spelled."""
    return row.endpoint_id is not None or is_semantic_model(row)


def embedding_model_for_documents(row: EmbeddingModel) -> EmbeddingModel:
    """The model whose vectors the pipeline and graphs make when search uses this row. One query.

    Vectors of meaning take a third of a second each, so they come later (apps/documents/vectors/fill_missing.py).
    """
    return fallback_embedding_model(row) or row


def fallback_embedding_model(row: EmbeddingModel) -> EmbeddingModel | None:
    """The built-in vectors by spelling, which every text has beside those of the built-in model of meaning.

    One query; None for other models, whose failure leaves words alone.
    """
    if not is_semantic_model(row):
        return None
    return load_cached(
        "stand-in-embedding-model", lambda: EmbeddingModel.objects.filter(endpoint=None, name=SPELLING).first()
    )
