"""POST /v1/embeddings: vectors of the model that the search uses."""

import base64
import struct
from collections.abc import Sequence

from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from apps.chat.admission.admit_question import WITHHELD_MESSAGES
from apps.chat.admission.daily_budgets import is_budget_spent
from apps.chat.models.service_settings import load_service_rules
from apps.database.async_access import wait_without_connection
from apps.llm.call_ledger import Ledger
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.errors import ModelError
from apps.llm.model_registry import build_embedder, embedding_model_row
from apps.llm.models import EmbeddingModel
from apps.llm.transport.priority_semaphore import PERSON, call_rank
from apps.text.estimate_tokens import estimate_tokens
from config.api.protocol.errors import ApiError
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.permissions import require_scope
from config.api.resources.search import text_without_personal_data
from config.api.tokens.scopes import Scope
from config.openai_api.base_view import OpenAIView, RefusedField
from config.openai_api.chat_request_body import NUL
from config.openai_api.list_models import ACTIVE_MODEL_NAME

MOST_TEXTS, LONGEST_TEXT = 128, 8_000


class EmbeddingsView(OpenAIView):
    def post(self, request: Request) -> Response:
        """Asks the embedding model, writes the ledger. Raises ApiError."""
        require_scope(request, Scope.SEARCH)
        row = embedding_model_row()
        refuse_beyond_budget(row)
        texts, as_numbers = parse_embeddings_body(request.data, row)
        vectors = embed_texts(texts, row)
        tokens = sum(map(estimate_tokens, texts))
        data = [
            {
                "object": "embedding",
                "index": place,
                "embedding": list(vector) if as_numbers else encode_base64_floats(vector),
            }
            for place, vector in enumerate(vectors)
        ]
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        return Response({"object": "list", "data": data, "model": row.name, "usage": usage})


def refuse_beyond_budget(row: EmbeddingModel) -> None:
    """A model of our own costs nothing. Raises ApiError."""
    if row.endpoint_id is not None and is_budget_spent(load_service_rules()):
        raise ApiError("budget", str(WITHHELD_MESSAGES["budget"]), 503)


def parse_embeddings_body(body: JsonObject, row: EmbeddingModel) -> tuple[list[str], bool]:
    """The texts without personal data, and whether vectors are wanted as numbers. Raises ApiError."""
    if body.get("model") not in (row.name, ACTIVE_MODEL_NAME):
        message = _("The embedding model here is '%(name)s'.") % {"name": row.name}
        raise RefusedField("model", message, "model_not_found", 404)
    if body.get("dimensions") not in (None, row.dimensions):
        message = _("Vectors of this model have %(count)d dimensions.") % {"count": row.dimensions}
        raise RefusedField("dimensions", message)
    form = body.get("encoding_format", "float")
    if form not in ("float", "base64"):
        raise RefusedField("encoding_format", _("'encoding_format' is float or base64."))
    given = body.get("input")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not 0 < len(texts) <= MOST_TEXTS or not all(map(is_valid_text, texts)):
        limits = {"texts": MOST_TEXTS, "characters": LONGEST_TEXT}
        message = _("'input' is a text or up to %(texts)d texts of at most %(characters)d characters.") % limits
        raise RefusedField("input", message, "invalid_value")
    if any(NUL in text for text in texts):
        raise RefusedField("input", str(ProhibitNullCharactersValidator.message), "invalid_value")
    return [text_without_personal_data(text) for text in texts], form == "float"


def is_valid_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= len(value) <= LONGEST_TEXT


def embed_texts(texts: list[str], row: EmbeddingModel) -> Sequence[Sequence[float]]:
    """Several texts at once come from a program, so they wait behind the questions of people. Raises ApiError."""
    ledger = Ledger()
    before = call_rank.set(PERSON if len(texts) == 1 else LAST_RANK)
    try:
        return wait_without_connection(build_embedder(row, ledger=ledger).embed, texts)
    except ModelError as error:
        message = _("The embedding model cannot be reached at the moment. Please try again in a minute.")
        raise ApiError("model_unavailable", message, 503, error.retry_after) from None
    finally:
        call_rank.reset(before)
        ledger.save("embeddings")


def encode_base64_floats(vector: Sequence[float]) -> str:
    """Little-endian 32-bit numbers, which is what OpenAI's packages ask for when nobody says how."""
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
