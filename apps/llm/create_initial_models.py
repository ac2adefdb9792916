"""Creates the built-in models, and a model server if the environment names one. Runs after each migration.

OPENAI_BASE_URL or OPENAI_API_KEY      make the endpoint `default`; with only the key it is api.openai.com
CHAT_MODEL, CHAT_CONTEXT_WINDOW        its language model and how many tokens that takes; `gpt-4o-mini` when unset
EMBEDDING_BASE_URL, EMBEDDING_API_KEY  make the endpoint `embeddings`, when vectors come from another server
EMBEDDING_MODEL, EMBEDDING_DIMENSIONS  its embedding model; unset, search stays with the offline vectors, because not
                                       every server that speaks also embeds, and search has nothing to fall back to

Rows are only ever added, and only while there is no endpoint (no embedding model with an endpoint): what was changed in
the admin stays, whatever the environment says later. The variables may be set on an installation that has run without.
The model then comes first and the offline model last; but summaries and tags are left to the model alone, since
a document is better summarised later than badly for good. Where documents have vectors already, search stays with
them until those of the new model are complete; then it takes over.
"""

import logging

from django.conf import settings
from django.db import connection
from django.db.models import Model

from apps.llm.endpoints.api_keys_from_environment import OPENAI_URL
from apps.llm.endpoints.in_house_addresses import is_in_the_house
from apps.llm.models import (
    ChatModel,
    EmbeddingModel,
    Endpoint,
    ModelOrder,
    Purpose,
    built_in_model_labels,
    endpoint_problems,
    ordered_model_ids,
    store_model_order,
)
from apps.llm.offline import language_model as offline_model
from apps.llm.offline import spelling_embedder
from apps.llm.prompts.prompt_store import install_shipped_prompts
from apps.llm.publication_hooks import one_change_at_a_time
from apps.llm.semantic_embedding import semantic_embedder as embedder_of_meaning
from apps.llm.semantic_embedding import verify_weights_package
from apps.llm.semantic_embedding.talk_to_model_process import NAME as MEANING

logger = logging.getLogger(__name__)

CHAT_MODEL = "gpt-4o-mini"
CHAT_CONTEXT_WINDOW = 128_000
UNKNOWN_CONTEXT_WINDOW = 4_096
"""What servers give a model of which nobody has said more; one that is told too much cuts the beginning off unseen."""
CALLS_AT_ONCE = 16
SHORTENS_VECTORS = "text-embedding-3"
WITHOUT_OFFLINE = (Purpose.SUMMARISE, Purpose.TAG)


def create_first_rows(**kwargs: object) -> None:
    """Receiver of post_migrate. May run twice, also in several processes at once."""
    if not has_table(ChatModel):
        # Somebody has migrated this app back to nothing.
        return
    with one_change_at_a_time():
        create_offline_models()
        if settings.OPENAI_BASE_URL or settings.OPENAI_API_KEY or settings.EMBEDDING_BASE_URL:
            create_models_of_environment()
    install_shipped_prompts()
    warn_of_forbidden_endpoints()


def warn_of_forbidden_endpoints() -> None:
    """Rows that were allowed when they were written, or were written by a script."""
    for endpoint in Endpoint.objects.filter(is_active=True):
        for problem in endpoint_problems(endpoint.base_url, endpoint.api_key_variable).values():
            logger.warning("Endpoint '%s': %s", endpoint.name, problem)


def create_offline_models() -> None:
    ensure_offline_chat_model()
    spelling = ensure_offline_embedding_model()
    if settings.MEANING and verify_weights_package.is_installed():
        ensure_semantic_model(spelling)


def ensure_offline_chat_model() -> ChatModel:
    """The built-in language model, last in the order of `default` unless it has a place there already."""
    row, created = ChatModel.objects.get_or_create(
        endpoint=None,
        name=offline_model.NAME,
        defaults={"label": built_in_model_labels.EXCERPTS, "context_window": offline_model.CONTEXT_WINDOW},
    )
    if created:
        last = ModelOrder.objects.filter(purpose=Purpose.DEFAULT).order_by("-position").first()
        ModelOrder.objects.create(purpose=Purpose.DEFAULT, model=row, position=last.position + 1 if last else 1)
    return row


def ensure_offline_embedding_model() -> EmbeddingModel:
    """The built-in embedding model, used for search unless another one is."""
    row, _created = EmbeddingModel.objects.get_or_create(
        endpoint=None,
        name=spelling_embedder.NAME,
        dimensions=spelling_embedder.DIMENSIONS,
        defaults={
            "label": built_in_model_labels.SPELLINGS,
            "threshold": spelling_embedder.THRESHOLD,
            "batch_size": 256,
        },
    )
    if not EmbeddingModel.objects.filter(is_default=True).exists():
        row.is_default = True
        row.save(update_fields=["is_default"])
    return row


def ensure_semantic_model(spelling: EmbeddingModel) -> EmbeddingModel:
    """The built-in model that understands meaning. On its first day it takes over from the vectors by spelling."""
    row, created = EmbeddingModel.objects.get_or_create(
        endpoint=None,
        name=MEANING,
        dimensions=embedder_of_meaning.DIMENSIONS,
        defaults={
            "label": built_in_model_labels.MEANING,
            "threshold": embedder_of_meaning.THRESHOLD,
            "query_prefix": embedder_of_meaning.QUERY_PREFIX,
            "passage_prefix": embedder_of_meaning.PASSAGE_PREFIX,
            "batch_size": 8,
        },
    )
    if created and spelling.is_default and not EmbeddingModel.objects.filter(takes_over=True).exists():
        row.takes_over = True
        row.save(update_fields=["takes_over"])
    return row


def create_models_of_environment() -> None:
    if (settings.OPENAI_BASE_URL or settings.OPENAI_API_KEY) and not Endpoint.objects.exists():
        address = settings.OPENAI_BASE_URL or OPENAI_URL
        endpoint = Endpoint.objects.create(
            name="default", base_url=address, max_concurrency=CALLS_AT_ONCE, is_remote=not is_in_the_house(address)
        )
        create_chat_model(endpoint)
    named = ensure_embedding_endpoint()
    if named and settings.EMBEDDING_MODEL and not EmbeddingModel.objects.exclude(endpoint=None).exists():
        create_embedding_model(named)


def ensure_embedding_endpoint() -> Endpoint | None:
    """The server that makes vectors: one of its own when the environment names it."""
    if settings.EMBEDDING_BASE_URL:
        return Endpoint.objects.get_or_create(
            name="embeddings",
            defaults={
                "base_url": settings.EMBEDDING_BASE_URL,
                "api_key_variable": "EMBEDDING_API_KEY" if settings.EMBEDDING_API_KEY else "",
                "max_concurrency": CALLS_AT_ONCE,
                "is_remote": not is_in_the_house(settings.EMBEDDING_BASE_URL),
            },
        )[0]
    return Endpoint.objects.filter(name="default").first()


def create_chat_model(endpoint: Endpoint) -> None:
    row = ChatModel(endpoint=endpoint, name=settings.CHAT_MODEL or CHAT_MODEL)
    known = CHAT_CONTEXT_WINDOW if row.name == CHAT_MODEL else UNKNOWN_CONTEXT_WINDOW
    row.context_window = settings.CHAT_CONTEXT_WINDOW or known
    row.max_output_tokens = min(row.max_output_tokens, row.context_window // 2)
    row.save()
    put_model_in_service(row, Purpose.DEFAULT)


def move_model_first(row: ChatModel, purpose: Purpose) -> None:
    """Whatever place it had. Raises PublicationHeld when orders may not be changed without being measured first."""
    before = ordered_model_ids(purpose)
    after = [row.pk, *(pk for pk in before if pk != row.pk)]
    if before == after:
        return
    store_model_order(purpose, after)


def put_model_in_service(row: ChatModel, purpose: Purpose) -> None:
    """First for the purpose; what serves everything writes summaries and tags, too, where no other model does.

    Raises PublicationHeld, as `move_model_first` does.
    """
    move_model_first(row, purpose)
    for other in WITHOUT_OFFLINE if purpose == Purpose.DEFAULT else ():
        if not ModelOrder.objects.filter(purpose=other).exists():
            move_model_first(row, other)


def create_embedding_model(endpoint: Endpoint) -> None:
    row = EmbeddingModel.objects.create(
        endpoint=endpoint,
        name=settings.EMBEDDING_MODEL,
        dimensions=settings.EMBEDDING_DIMENSIONS,
        sends_dimensions=settings.EMBEDDING_MODEL.startswith(SHORTENS_VECTORS),
    )
    used = EmbeddingModel.objects.filter(is_default=True).first()
    EmbeddingModel.objects.filter(takes_over=True).update(takes_over=False)
    if used is None or not has_vectors(used):
        EmbeddingModel.objects.filter(is_default=True).update(is_default=False)
        row.is_default = True
    else:
        row.takes_over = True
    row.save(update_fields=["is_default", "takes_over"])


def has_vectors(row: EmbeddingModel) -> bool:
    """True when anything was embedded with it. The vectors belong to another app, which this one does not import."""
    vectors = EmbeddingModel._meta.get_field("embeddings").related_model
    return has_table(vectors) and vectors._default_manager.filter(model=row).exists()


def has_table(model: type[Model]) -> bool:
    return model._meta.db_table in connection.introspection.table_names()
