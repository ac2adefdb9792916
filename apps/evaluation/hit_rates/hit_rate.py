"""Hit rate: for how many questions is the document, and the page, among the first that a search finds?

Every algorithm gets the same question vectors and the same candidate pool, so that they differ by ranking alone. Only
search is measured; no language model is asked.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.evaluation.statistics.confidence_intervals import wilson_interval
from apps.retrieval.query.types import Passage, Query, Retrieve, SearchLimits

EVERY_PAGE = {"context_tokens": 1_000_000_000, "chunk_tokens": 1}


@dataclass(frozen=True, slots=True)
class SearchCase:
    """A question ready to be searched, and what should be found. Without `documents` it can only be missed."""

    query: Query
    documents: frozenset[int]
    page: int | None = None


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """Ranks count from 1; None when not found. `page_rank` is only meant where the case names a page."""

    document_rank: int | None
    page_rank: int | None
    has_page: bool
    is_answered: bool
    seconds: float


def deep_limits(limits: SearchLimits, deepest: int) -> SearchLimits:
    """The limits with room for ranks up to `deepest`: as many documents are ranked whatever the profile shows, and no
    page of the pool is left out. Pool and threshold stay, so the order of the first ones does not change."""
    return replace(
        limits,
        document_limit=max(limits.document_limit, deepest),
        pages_per_document=limits.chunk_limit,
        **EVERY_PAGE,
    )


def search_cases(cases: Sequence[SearchCase], retrieve: Retrieve, limits: SearchLimits) -> Iterator[SearchOutcome]:
    """One search for each case. Reads the database."""
    for case in cases:
        started = time.perf_counter()
        passages = retrieve(case.query, limits).passages
        yield search_outcome(case, passages, time.perf_counter() - started)


def search_outcome(case: SearchCase, passages: Sequence[Passage], seconds: float) -> SearchOutcome:
    documents = unique_items(passage.document_id for passage in passages)
    pages = unique_items(
        (passage.document_id, passage.page) for passage in sort_by_score(passages) if passage.page is not None
    )
    return SearchOutcome(
        document_rank=first_rank(documents, lambda found: found in case.documents),
        page_rank=first_rank(pages, lambda found: found[0] in case.documents and found[1] == case.page),
        has_page=case.page is not None,
        is_answered=bool(passages),
        seconds=seconds,
    )


def sort_by_score(passages: Sequence[Passage]) -> list[Passage]:
    """Pages are ranked by their own score, not by that of their document: the question is which pages came first."""
    return sorted(passages, key=lambda passage: -passage.score)


def unique_items(items: Iterator[object]) -> list[object]:
    return list(dict.fromkeys(items))


def first_rank(items: Sequence[Any], is_right: Callable[[Any], bool]) -> int | None:
    return next((place for place, item in enumerate(items, start=1) if is_right(item)), None)


def hit_rate_figures(results: Sequence[SearchOutcome], at: Sequence[int]) -> dict[str, object]:
    """The figures of one algorithm, as the command prints them."""
    ranks = [result.document_rank for result in results]
    page_ranks = [result.page_rank for result in results if result.has_page]
    return {
        "hit_rate": {str(depth): rounded_share(count_hits(ranks, depth), len(ranks)) for depth in at},
        "page_hit_rate": {str(depth): rounded_share(count_hits(page_ranks, depth), len(page_ranks)) for depth in at},
        "mrr": rounded_share(sum(1 / place for place in ranks if place), len(ranks)),
        "interval_95": {
            str(depth): [round(end, 4) for end in wilson_interval(count_hits(ranks, depth), len(ranks))] for depth in at
        },
        "unanswered": sum(not result.is_answered for result in results),
        "seconds": {f"p{share}": round(percentile([r.seconds for r in results], share), 5) for share in (50, 95)},
    }


def count_hits(ranks: Sequence[int | None], depth: int) -> int:
    return sum(is_hit(rank, depth) for rank in ranks)


def is_hit(rank: int | None, depth: int) -> bool:
    """Whether it was found, and among the first `depth`."""
    return rank is not None and rank <= depth


def rounded_share(part: float, whole: int) -> float | None:
    """None where there was nothing to count, such as page hits of questions without pages."""
    return round(part / whole, 4) if whole else None


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that at least `percent` of all do not exceed (nearest rank). `values` must not be empty."""
    ordered = sorted(values)
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]
