"""Of each place that is shown, the sentence or row that is nearest to the question by meaning.

The words of a question in another language, or in other words, say nothing about which sentence of a page it is, and
little about which of the pages.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from operator import mul
from typing import NamedTuple

from apps.llm.errors import ModelError
from apps.llm.meaning.embedder import MeaningEmbedder
from apps.llm.offline.answers.readable_units import readable_units
from apps.llm.types import Embedder
from apps.retrieval.query.types import Passage
from apps.text.quotable_units import QuotableUnit, units

MOST_SECONDS = 3.0
"""Some 60 to 100 sentences on an idle processor, which is what four or five pages have. What has not been compared by
then is left out; others wait for the model."""
LONGEST = 300
"""Characters that are compared."""


class SimilarSentence(NamedTuple):
    """`quote` stands in the passage; `similarity` is its cosine with the question."""

    similarity: float
    quote: str


async def similar_sentences(question: str, passages: Sequence[Passage], model: Embedder) -> dict[int, SimilarSentence]:
    """By the id of the chunk; calls the built-in model of meaning for MOST_SECONDS at most.

    Passages that it did not get to are missing, and all of them when it fails or search compares by another model.
    """
    if not isinstance(model, MeaningEmbedder):
        return {}
    ends = time.monotonic() + MOST_SECONDS
    nearest: dict[int, SimilarSentence] = {}
    sentences = model.for_sentences()
    with suppress(ModelError):
        [asked] = await model.embed([question])
        # One at a time: the questions of others come in between. The short ones first: they take least of the time.
        for chunk_id, unit in sorted(candidates(passages), key=lambda one: len(one[1].shown)):
            if time.monotonic() > ends:
                break
            [vector] = await sentences.embed([in_context(unit)])
            found = SimilarSentence(sum(map(mul, asked, vector)), unit.quote)
            nearest[chunk_id] = max(nearest.get(chunk_id, found), found)
    return nearest


def in_context(unit: QuotableUnit) -> str:
    """Behind its heading; a row says little without it."""
    return (f"{unit.lead}: {unit.shown}" if unit.lead else unit.shown)[:LONGEST]


def candidates(passages: Sequence[Passage]) -> list[tuple[int, QuotableUnit]]:
    """Each sentence with the id of its chunk; pure."""
    return [(passage.chunk_id, unit) for passage in passages for unit in sentences_of(passage.text)]


def sentences_of(text: str) -> list[QuotableUnit]:
    """What can be read by itself: sentences, items of lists, rows of tables; no headings and no feet of pages. Pure."""
    return [one.unit for one in readable_units(units(text)) if one.can_be_read or one.unit.cells]
