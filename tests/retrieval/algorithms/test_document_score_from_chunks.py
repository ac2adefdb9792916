from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from apps.retrieval.algorithms.document_score_from_chunks import retrieve
from apps.retrieval.query.types import Query, SearchLimits

Make = Callable[..., Any]


def titles(found: Any) -> list[str]:
    return list(dict.fromkeys(passage.title for passage in found.passages))


def test_a_document_scores_the_mean_of_its_chunks_that_match(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.9, 0.5, 0.1])
    found = retrieve(query, limits)
    assert found.passages[0].document_score == pytest.approx(0.7, abs=1e-3)
    assert [passage.score for passage in found.passages] == pytest.approx([0.9, 0.5], abs=1e-3)


def test_selection_and_output_are_in_the_same_order(make: Make, query: Query, limits: SearchLimits) -> None:
    # By the sum of similarities "many" would come first, by their mean it is second: the mean decides both.
    make("many", pages=[0.6, 0.6, 0.6])
    make("one", pages=[0.8])
    assert titles(retrieve(query, limits)) == ["one", "many"]
    assert titles(retrieve(query, replace(limits, document_limit=1))) == ["one"]


def test_the_context_is_shared_out_evenly_among_the_documents(make: Make, query: Query, limits: SearchLimits) -> None:
    make("a", pages=[0.9, 0.8, 0.7])
    make("b", pages=[0.6, 0.5, 0.4])
    # 5,000 / 1,000 / 2 documents = 2 pages each, rounded down.
    found = retrieve(query, replace(limits, context_tokens=5_000, chunk_tokens=1_000))
    assert [(passage.title, passage.page) for passage in found.passages] == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_a_small_context_leaves_each_document_one_page(make: Make, query: Query, limits: SearchLimits) -> None:
    make("a", pages=[0.9, 0.8])
    make("b", pages=[0.6, 0.5])
    found = retrieve(query, replace(limits, context_tokens=500))
    assert [(passage.title, passage.page) for passage in found.passages] == [("a", 1), ("b", 1)]


def test_summaries_are_never_handed_out(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.5], summary=0.99)
    assert [passage.kind for passage in retrieve(query, limits).passages] == ["content"]


def test_the_pool_is_bounded(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.9, 0.8, 0.7])
    found = retrieve(query, replace(limits, chunk_limit=2))
    assert [passage.page for passage in found.passages] == [1, 2]
    assert found.steps[0].found == 2
