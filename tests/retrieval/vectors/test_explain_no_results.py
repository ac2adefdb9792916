from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from apps.documents.models import ChunkKind, Status
from apps.retrieval.query.types import Query, SearchLimits
from apps.retrieval.vectors.explain_no_results import REASONS, explain_missing_chunks, explain_no_result, no_result_step
from tests import factories

KINDS = [ChunkKind.CONTENT]


def test_without_a_ready_document_it_says_so(make: Callable[..., Any], query: Query, limits: SearchLimits) -> None:
    make("fees", pages=[0.9], status=Status.FAILED)
    assert explain_missing_chunks(query, limits, KINDS).detail["reason"] == "no_documents"


def test_without_vectors_of_the_model_in_use_it_says_so(
    make: Callable[..., Any], query: Query, limits: SearchLimits
) -> None:
    make("fees", pages=[0.9])
    other = replace(query, embedding_model_id=factories.embedding_model("new").pk)
    assert explain_missing_chunks(other, limits, KINDS).detail["reason"] == "no_vectors"


def test_the_best_similarity_below_the_threshold_is_named(
    make: Callable[..., Any], query: Query, limits: SearchLimits
) -> None:
    make("fees", pages=[0.125, -0.5])
    step = explain_missing_chunks(query, limits, KINDS)
    assert (step.detail["best"], step.detail["threshold"]) == (pytest.approx(0.125), 0.2)
    with translation.override("en"):
        assert explain_no_result([step]) == "The most similar text reaches 0.125, the threshold is 0.200."


def test_documents_of_collections_out_of_reach_are_not_given_away(
    make: Callable[..., Any], query: Query, limits: SearchLimits
) -> None:
    make("secret", pages=[0.125], collection=factories.collection("staff", readers="staff"))
    assert explain_missing_chunks(query, limits, KINDS).detail["reason"] == "no_documents"


def test_every_reason_makes_a_sentence() -> None:
    for reason in REASONS:
        assert explain_no_result([no_result_step(reason, best=0.1, threshold=0.2)])
