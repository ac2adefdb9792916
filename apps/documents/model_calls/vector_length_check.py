"""Checks that the embedding model gives vectors of the length that is set, before anything else is paid for."""

import asyncio
from dataclasses import dataclass, field

from apps.documents.model_calls.request_batching import BatchingEmbedder
from apps.llm.errors import ModelError

NEVER_FIT = frozenset({"embedding_dimension", "no_embeddings"})
"""Without matching vectors no document can be completed, and its summary would be paid for in vain."""
SAMPLE = "Text"


@dataclass(slots=True)
class VectorCheck:
    """One small call for each run."""

    _known: "asyncio.Future[ModelError | None] | None" = field(default=None)

    async def passed(self, embedder: BatchingEmbedder) -> None:
        """Raises ModelError of NEVER_FIT.

        A server that cannot be reached is no error here; the stage that needs it deals with that.
        """
        if embedder.is_free:
            return
        if self._known is None:
            self._known = asyncio.ensure_future(vector_length_error(embedder))
        if (error := await asyncio.shield(self._known)) is not None:
            raise error


async def vector_length_error(embedder: BatchingEmbedder) -> ModelError | None:
    try:
        await embedder.embed([SAMPLE])
    except ModelError as error:
        return error if error.code in NEVER_FIT else None
    return None
