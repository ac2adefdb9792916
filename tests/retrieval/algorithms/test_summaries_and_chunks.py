from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from apps.retrieval.algorithms.summaries_and_chunks import retrieve
from apps.retrieval.query.types import Query, SearchLimits

Make = Callable[..., Any]


def scores(found: Any) -> dict[str, float]:
    return {passage.title: passage.document_score for passage in found.passages}


def test_the_worked_example(make: Make, query: Query, limits: SearchLimits) -> None:
    # (mean of 0.865 and 0.863 + 0.901) / 2 = 0.8825
    make("fees", pages=[0.865, 0.863], summary=0.901)
    assert scores(retrieve(query, limits))["fees"] == pytest.approx(0.8825, abs=5e-4)


def test_chunks_alone_count_whole(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.8, 0.6])
    assert scores(retrieve(query, limits))["fees"] == pytest.approx(0.7, abs=1e-3)


def test_a_summary_alone_counts_whole(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.1], summary=0.8)
    found = retrieve(query, limits)
    assert scores(found)["fees"] == pytest.approx(0.8, abs=1e-3)
    assert [passage.kind for passage in found.passages] == ["summary"]


def test_a_summary_outside_of_its_pool_does_not_count(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.8], summary=0.5)
    make("parking", pages=[], summary=0.6)
    assert scores(retrieve(query, replace(limits, summary_limit=1)))["fees"] == pytest.approx(0.8, abs=1e-3)


def test_pages_come_before_the_summary(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.5, 0.7], summary=0.9)
    passages = retrieve(query, limits).passages
    assert [(passage.kind, passage.page) for passage in passages] == [("content", 2), ("content", 1), ("summary", None)]
    assert [passage.page is not None for passage in passages] == [True, True, False]


def test_summaries_take_their_part_of_the_context(make: Make, query: Query, limits: SearchLimits) -> None:
    fees = make("fees", pages=[0.9, 0.8, 0.7], summary=0.9)
    summary = fees.current_revision.chunks.get(kind="summary")
    summary.tokens = 1_500
    summary.save()
    # (3,000 - 1,500) / 1,000 / 1 document = 1 page.
    pages = [passage.page for passage in retrieve(query, replace(limits, context_tokens=3_000)).passages]
    assert pages == [1, None]


def test_the_combined_score_has_to_reach_the_threshold_too(make: Make, query: Query, limits: SearchLimits) -> None:
    # Each side reaches it, so their mean does; the rule is there for algorithms that weight sides otherwise.
    make("fees", pages=[0.5], summary=0.5)
    assert retrieve(query, replace(limits, threshold=0.49)).passages
    assert not retrieve(query, replace(limits, threshold=0.51)).passages
