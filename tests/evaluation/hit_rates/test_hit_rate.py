from typing import Any

import pytest

from apps.evaluation.hit_rates.hit_rate import (
    SearchCase,
    SearchOutcome,
    deep_limits,
    hit_rate_figures,
    percentile,
    search_outcome,
)
from apps.retrieval.query.types import Passage, Query, SearchLimits

QUERY = Query("?", [1.0], 1, [1])


def passage(document: int, page: int | None, score: float) -> Passage:
    return Passage(
        chunk_id=0, document_id=document, external_id="", title="", url="", date=None, page=page,
        kind="content" if page else "summary", text="", score=score, document_score=score,
    )  # fmt: skip


def result(
    document_rank: int | None, page_rank: int | None = None, seconds: float = 0.0, **values: Any
) -> SearchOutcome:
    return SearchOutcome(document_rank, page_rank, **{"has_page": True, "is_answered": True, **values}, seconds=seconds)


def test_documents_are_ranked_as_they_were_found_and_counted_once() -> None:
    passages = [passage(5, 1, 0.9), passage(5, 2, 0.8), passage(7, 1, 0.7)]
    assert search_outcome(SearchCase(QUERY, frozenset({7})), passages, 0.0).document_rank == 2


def test_pages_are_ranked_by_their_own_score_and_summaries_are_no_pages() -> None:
    passages = [passage(5, 1, 0.6), passage(5, None, 0.95), passage(7, 3, 0.9), passage(7, 3, 0.5), passage(7, 4, 0.4)]
    assert search_outcome(SearchCase(QUERY, frozenset({5}), 1), passages, 0.0).page_rank == 2
    assert search_outcome(SearchCase(QUERY, frozenset({7}), 4), passages, 0.0).page_rank == 3


def test_the_right_page_of_another_document_is_no_hit() -> None:
    assert search_outcome(SearchCase(QUERY, frozenset({5}), 1), [passage(7, 1, 0.9)], 0.0).page_rank is None


def test_the_report_adds_up() -> None:
    figures = hit_rate_figures(
        [result(1, 1), result(3, None), result(None, 2), result(2, 11, is_answered=False)], [1, 3, 10]
    )
    assert figures["hit_rate"] == {"1": 0.25, "3": 0.75, "10": 0.75}
    assert figures["page_hit_rate"] == {"1": 0.25, "3": 0.5, "10": 0.5}
    # (1 + 1/3 + 0 + 1/2) / 4
    assert figures["mrr"] == pytest.approx(0.4583, abs=1e-4)
    assert figures["unanswered"] == 1
    assert figures["interval_95"]["1"] == [0.0456, 0.6994]


def test_page_hits_are_counted_only_where_a_page_was_named() -> None:
    assert hit_rate_figures([result(1, 1), result(1, None, has_page=False)], [1])["page_hit_rate"] == {"1": 1.0}
    assert hit_rate_figures([result(1, None, has_page=False)], [1])["page_hit_rate"] == {"1": None}


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(1, 21)]
    assert (percentile(values, 50), percentile(values, 95), percentile([3.0], 95)) == (10.0, 19.0, 3.0)


def test_ranks_reach_deeper_than_the_profile_shows_but_pool_and_threshold_stay() -> None:
    limits = SearchLimits(document_limit=3, chunk_limit=20, threshold=0.3)
    deep = deep_limits(limits, 10)
    assert (deep.document_limit, deep.chunk_limit, deep.threshold) == (10, 20, 0.3)
    assert deep.context_tokens // deep.chunk_tokens // deep.document_limit >= deep.chunk_limit
    assert deep_limits(limits, 1).document_limit == 3
