"""The most similar sentence or row of each passage that is shown, by meaning.

The words of a question in another language, or in other words, say nothing about which sentence of a page it is, and
little about which of the pages.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from operator import mul
from typing import NamedTuple

from apps.llm.errors import ModelError
from apps.llm.offline.answers.make_units_readable import readable_units
from apps.llm.semantic_embedding.semantic_embedder import SemanticEmbedder
from apps.llm.types import Embedder
from apps.retrieval.query.types import Passage
from apps.text.quotable_units import QuotableUnit, quotable_units

MOST_CHARACTERS, CHARACTERS_OF_A_CALL = 3_400, 40
"""Of the sentences that are compared, which take an idle processor a second and a half, and what each call costs beside
its text. By them, not by the clock, so that a question asked again is told the same."""
MOST_SECONDS = 2.0
"""What has not been compared by then is left out: readers of a refusal wait no longer, whatever the machine does."""
MOST_IN_TURN = 2
"""Calls of the model that are worked on or wait, from which on sentences give way: questions of others go first."""
PAUSE = 0.02
LONGEST = 300
"""Characters that are compared."""


class SimilarSentence(NamedTuple):
    """`quote` stands in the passage; `similarity` is its cosine with the question."""

    similarity: float
    quote: str


async def similar_sentences(question: str, passages: Sequence[Passage], model: Embedder) -> dict[int, SimilarSentence]:
    """Compares sentences by the built-in model, for MOST_SECONDS at most; the nearest by the chunk's id.

    Passages that it did not get to are missing, and all of them when it fails or search compares by another model.
    """
    nearest: dict[int, SimilarSentence] = {}
    if isinstance(model, SemanticEmbedder):
        with suppress(ModelError, TimeoutError):
            async with asyncio.timeout(MOST_SECONDS):
                await compare_sentences(question, passages, model, nearest)
    return nearest


async def compare_sentences(
    question: str, passages: Sequence[Passage], model: SemanticEmbedder, nearest: dict[int, SimilarSentence]
) -> None:
    """Fills `nearest` as it goes on, so that whoever has waited long enough has something. Raises ModelError."""
    sentences = model.for_sentences()
    [asked] = await model.embed([question])
    # One at a time: the questions of others come in between.
    for chunk_id, unit in candidate_sentences(passages):
        while model.calls_in_turn >= MOST_IN_TURN:  # noqa: ASYNC110 - they end in threads
            await asyncio.sleep(PAUSE)
        [vector] = await sentences.embed([sentence_with_heading(unit)])
        found = SimilarSentence(sum(map(mul, asked, vector)), unit.quote)
        nearest[chunk_id] = max(nearest.get(chunk_id, found), found)


def sentence_with_heading(unit: QuotableUnit) -> str:
    """Behind its heading; a row says little without it."""
    return (f"{unit.lead}: {unit.shown}" if unit.lead else unit.shown)[:LONGEST]


def candidate_sentences(passages: Sequence[Passage]) -> list[tuple[int, QuotableUnit]]:
    """MOST_CHARACTERS of sentences, each with the id of its chunk: of the best place first, there the short ones; pure.

    They take least of the time. In a fifth of what comparing all takes, the similarity of the nearest sentence was
    missed by 0.006 on average; with the short ones of all places first, by 0.009.
    """
    units_by_place = (
        (passage.chunk_id, unit)
        for passage in passages
        for unit in sorted(readable_sentences(passage.text), key=lambda unit: len(unit.shown))
    )
    found: list[tuple[int, QuotableUnit]] = []
    left = MOST_CHARACTERS
    for chunk_id, unit in units_by_place:
        left -= len(sentence_with_heading(unit)) + CHARACTERS_OF_A_CALL
        if left < 0 and found:
            break
        found.append((chunk_id, unit))
    return found


def readable_sentences(text: str) -> list[QuotableUnit]:
    """What can be read by itself: sentences, items of lists, rows of tables; no headings and no feet of pages."""
    return [one.unit for one in readable_units(quotable_units(text)) if one.can_be_read or one.unit.cells]
