"""Reranking: a model reads the best passages after a search and orders them by how well they answer the question.

Off unless the profile asks for it and a reranking model is set.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from apps.llm.errors import ModelError
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import Passage, RetrievalResult, SearchLimits, SearchStep


def candidate_limits(setup: SearchSetup) -> SearchLimits:
    """How far to search when a model chooses afterwards: as many documents as it reads passages, none cut shorter."""
    limits = setup.limits
    if setup.reranker is None:
        return limits
    documents = max(limits.document_limit, limits.rerank_limit)
    context = limits.context_tokens * -(-documents // limits.document_limit)
    return replace(limits, document_limit=documents, context_tokens=context)


async def rerank(found: RetrievalResult, question: str, setup: SearchSetup) -> RetrievalResult:
    """The passages in the model's order, cut to the profile's limits; in the search's own order when the model fails.

    Each document's best page is read before any document's second one. Calls the model, never raises ModelError.
    """
    if setup.reranker is None or not found.passages:
        return found
    started = time.perf_counter()
    read = passages_to_read(found.passages, setup.limits.rerank_limit)
    detail = {"limit": setup.limits.rerank_limit}
    try:
        scores = await setup.reranker.scores(question, [passage.text for passage in read])
    except ModelError as error:
        step = SearchStep("rerank", time.perf_counter() - started, 0, detail={**detail, "failed": error.code})
        return replace(found, passages=cut_to_limits(found.passages, setup.limits), steps=[*found.steps, step])
    known = {passage.chunk_id: score for passage, score in zip(read, scores, strict=True)}
    step = SearchStep("rerank", time.perf_counter() - started, len(read), detail=detail)
    passages = cut_to_limits(sort_by_scores(found.passages, known), setup.limits)
    return replace(found, passages=passages, steps=[*found.steps, step])


def passages_to_read(passages: Sequence[Passage], limit: int) -> list[Passage]:
    turns: dict[int, int] = {}
    numbered = []
    for place, passage in enumerate(passages):
        turns[passage.document_id] = turns.get(passage.document_id, 0) + 1
        numbered.append((turns[passage.document_id], place, passage))
    return [passage for _, _, passage in sorted(numbered, key=lambda each: each[:2])[:limit]]


def sort_by_scores(passages: Sequence[Passage], scores: dict[int, float]) -> list[Passage]:
    """Best document first, and within it what was read, best first; pages before summaries, which cannot be cited.

    A document is as good as the best of its passages that was read. Documents of which none was read are left out.
    """
    best: dict[int, float] = {}
    for passage in passages:
        if passage.chunk_id in scores:
            score = scores[passage.chunk_id]
            best[passage.document_id] = max(score, best.get(passage.document_id, score))
    kept = [
        replace(
            passage,
            score=scores.get(passage.chunk_id, passage.score),
            document_score=best[passage.document_id],
        )
        for passage in passages
        if passage.document_id in best
    ]
    # Sorting keeps the search's order among what was not read.
    return sorted(
        kept,
        key=lambda passage: (
            -passage.document_score,
            passage.document_id,
            passage.page is None,
            -scores[passage.chunk_id] if passage.chunk_id in scores else float("inf"),
        ),
    )


def cut_to_limits(passages: Sequence[Passage], limits: SearchLimits) -> list[Passage]:
    """The first documents, each with an even share of the context, one passage at least; summaries take no share."""
    documents = list(dict.fromkeys(passage.document_id for passage in passages))[: limits.document_limit]
    share = max(1, limits.context_tokens // limits.chunk_tokens // max(1, len(documents)))
    pages = dict.fromkeys(documents, 0)
    kept = []
    for passage in passages:
        if passage.document_id not in pages:
            continue
        pages[passage.document_id] += passage.page is not None
        if passage.page is None or pages[passage.document_id] <= share:
            kept.append(passage)
    return kept
