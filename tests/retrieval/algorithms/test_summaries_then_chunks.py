from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from apps.retrieval.algorithms.summaries_then_chunks import retrieve
from apps.retrieval.query.types import Query, SearchLimits
from tests import factories

Make = Callable[..., Any]


def test_only_documents_chosen_by_their_summary_give_pages(make: Make, query: Query, limits: SearchLimits) -> None:
    make("chosen", pages=[0.5], summary=0.8)
    make("better page", pages=[0.99], summary=0.4)
    found = retrieve(query, replace(limits, document_limit=1))
    assert {passage.title for passage in found.passages} == {"chosen"}


def test_the_score_of_a_document_is_that_of_its_summary(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.5], summary=0.8)
    assert retrieve(query, limits).passages[0].document_score == pytest.approx(0.8, abs=1e-3)


def test_each_document_gives_at_most_m_pages(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.5, 0.9, 0.6, 0.7, 0.8], summary=0.8)
    make("parking", pages=[0.4], summary=0.7)
    pages = [(passage.title, passage.page) for passage in retrieve(query, limits).passages if passage.page]
    assert pages == [("fees", 2), ("fees", 5), ("fees", 4), ("parking", 1)]


def test_pages_below_the_threshold_are_left_out(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.1], summary=0.8)
    assert [passage.kind for passage in retrieve(query, limits).passages] == ["summary"]


def test_a_revision_in_the_making_gives_no_pages(make: Make, query: Query, limits: SearchLimits, model: Any) -> None:
    fees = make("fees", pages=[0.5], summary=0.8)
    factories.add_revision(fees, ["Entwurf"], model=model, page_vectors=[factories.towards(0.9)], switch=False)
    assert "Entwurf" not in [passage.text for passage in retrieve(query, limits).passages]


def test_without_summaries_it_says_what_is_missing(make: Make, query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.9])
    found = retrieve(query, limits)
    assert not found.passages
    assert found.steps[-1].detail["reason"] == "no_vectors"
