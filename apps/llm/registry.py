"""From rows to models: which language model serves a purpose, which embedding model serves search."""

from apps.llm.ledger import Ledger
from apps.llm.models import EmbeddingModel
from apps.llm.offline import OfflineEmbedder, OfflineLanguageModel
from apps.llm.types import Embedder, LanguageModel


def language_model(
    purpose: str, *, ledger: Ledger, deadline: float | None = None, prompt_version: str = ""
) -> LanguageModel:
    return OfflineLanguageModel(purpose, ledger=ledger, prompt_version=prompt_version)


def embedding_model_row() -> EmbeddingModel:
    row = EmbeddingModel.objects.select_related("endpoint").filter(is_default=True).first()
    if row is None:
        row, _created = EmbeddingModel.objects.get_or_create(
            endpoint=None, name="offline-ngrams", dimensions=1024, defaults={"is_default": True, "threshold": 0.1}
        )
    return row


def embedder(row: EmbeddingModel, *, ledger: Ledger, deadline: float | None = None) -> Embedder:
    return OfflineEmbedder(ledger)
