"""The tables of language models: endpoints, models and their order, embedding models, prompts, the ledger of calls.

May import from this app: its root, endpoints, prompt_definitions.
"""

from apps.llm.models.chat_models import ChatModel, ModelOrder, Price, Purpose, ordered_model_ids, store_model_order
from apps.llm.models.embedding_models import EmbeddingModel
from apps.llm.models.endpoints import Endpoint, endpoint_problems, is_remote_model, slots_by_endpoint
from apps.llm.models.model_calls_and_outages import ModelCall, ModelOutage
from apps.llm.models.prompts import Prompt, PromptUse, PromptVersion, version_content
from apps.llm.models.slot_claims import PlaceClaim

__all__ = [
    "ChatModel",
    "EmbeddingModel",
    "Endpoint",
    "ModelCall",
    "ModelOrder",
    "ModelOutage",
    "PlaceClaim",
    "Price",
    "Prompt",
    "PromptUse",
    "PromptVersion",
    "Purpose",
    "endpoint_problems",
    "is_remote_model",
    "ordered_model_ids",
    "slots_by_endpoint",
    "store_model_order",
    "version_content",
]
