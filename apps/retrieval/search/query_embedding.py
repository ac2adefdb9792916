"""The vector of a question; when its model fails, a search by words alone in the place of what was chosen."""

import time
from collections.abc import Sequence
from dataclasses import replace

from apps.llm.errors import ModelError
from apps.retrieval.algorithms import keyword
from apps.retrieval.query.types import Step
from apps.retrieval.search.settings import Settings


async def with_vector(text: str, settings: Settings) -> tuple[Settings, Sequence[float], list[Step]]:
    """The settings to search with, the vector (empty when none is needed or to be had), and the step. Calls the model.

    Every failure counts, a wrong key as well as a server that is down: who asks gets what words find, and reads in the
    steps that vectors were missing. An open circuit fails at once, so only the first questions wait for a dead server.
    """
    algorithm = settings.algorithm
    if not algorithm.needs_vector(text):
        return settings, [], []
    started = time.perf_counter()
    earlier = settings.query.earlier if algorithm.reads_earlier else ()
    try:
        [vector] = await settings.embedder.embed(["\n".join([text, *earlier])])
    except ModelError as error:
        words = keyword.ALGORITHM
        detail = {"failed": error.code, "instead": words.slug}
        step = Step("embed", time.perf_counter() - started, 0, detail=detail)
        return replace(settings, algorithm=words), [], [step]
    return settings, vector, [Step("embed", time.perf_counter() - started, 1)]


def searched_by_words_instead(steps: Sequence[Step]) -> bool:
    """Whether words alone were searched because the embedding model failed."""
    return any(step.name == "embed" and "failed" in step.detail for step in steps)
