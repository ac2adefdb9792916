"""Embeds the question; when the embedding model fails, others or words alone take its place."""

import time
from collections.abc import Sequence
from dataclasses import replace

from apps.llm.errors import ModelError
from apps.retrieval.algorithms import keyword
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import SearchStep


async def embed_question(text: str, setup: SearchSetup) -> tuple[SearchSetup, Sequence[float], list[SearchStep]]:
    """The setup to search with, the vector (empty when none is needed or to be had), and the step. Calls the model.

    Every failure counts, a wrong key as well as a server that is down: the search then compares the spelling where
    there are such vectors, or else finds what words find, and its steps say so. With an open circuit only the first
    questions wait for a dead server.
    """
    algorithm = setup.algorithm
    if not algorithm.needs_vector(text):
        return setup, [], []
    started = time.perf_counter()
    earlier = setup.query.earlier if algorithm.reads_earlier else ()
    try:
        [vector] = await setup.embedder.embed(["\n".join([text, *earlier])])
    except ModelError as error:
        if setup.stand_in is not None:
            return await embed_by_spelling(text, setup.within(setup.stand_in), error, started)
        words = keyword.ALGORITHM
        detail = {"failed": error.code, "instead": words.slug}
        step = SearchStep("embed", time.perf_counter() - started, 0, detail=detail)
        return replace(setup, algorithm=words), [], [step]
    return setup, vector, [SearchStep("embed", time.perf_counter() - started, 1)]


async def embed_by_spelling(
    text: str, setup: SearchSetup, error: ModelError, started: float
) -> tuple[SearchSetup, Sequence[float], list[SearchStep]]:
    """Embeds the text among the vectors that compare spelling, which are made here."""
    [vector] = await setup.embedder.embed([text])
    detail = {"failed": error.code, "instead": setup.embedder.name}
    return setup, vector, [SearchStep("embed", time.perf_counter() - started, 1, detail=detail)]


def was_searched_by_words(steps: Sequence[SearchStep]) -> bool:
    """Whether words alone were searched because the embedding model failed."""
    return any(step.name == "embed" and "failed" in step.detail for step in steps)
