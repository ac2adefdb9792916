"""Of each place that is shown, the sentence that is nearest to the question by meaning.

The words of a question in another language, or in other words, say nothing about which sentence of a page it is.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from operator import mul

from apps.chat.proof.find_quote import PageText
from apps.llm.errors import ModelError
from apps.llm.meaning.embedder import MeaningEmbedder
from apps.llm.types import Embedder
from apps.retrieval.query.types import Passage

MOST_SECONDS = 1.5
"""Some 30 sentences on an idle processor. What has not been compared by then is left out; others wait for the model."""
SHORTEST = 20
"""Characters. What is shorter is a heading or a cell, which is near to everything that has its word."""


async def similar_sentences(question: str, passages: Sequence[Passage], model: Embedder) -> dict[int, str]:
    """By the id of the chunk; calls the built-in model of meaning for MOST_SECONDS at most.

    Passages that it did not get to are missing, and all of them when it fails or search compares by another model.
    """
    if not isinstance(model, MeaningEmbedder):
        return {}
    ends = time.monotonic() + MOST_SECONDS
    nearest: dict[int, str] = {}
    sentences = model.for_sentences()
    with suppress(ModelError):
        [asked] = await model.embed([question])
        for passage in passages:
            best = -1.0
            # One at a time: the questions of others come in between.
            for sentence in sentences_of(passage.text):
                if time.monotonic() > ends:
                    return nearest
                [vector] = await sentences.embed([sentence])
                similarity = sum(map(mul, asked, vector))
                if similarity > best:
                    best, nearest[passage.chunk_id] = similarity, sentence
    return nearest


def sentences_of(text: str) -> list[str]:
    """Those that say something; pure."""
    return [sentence for sentence in PageText(text).sentences if len(sentence) >= SHORTEST]
