"""What holds for each algorithm there is, and for each one to come."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.models import Collection, Readers, Status
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.query.postgres_term_statistics import load_term_statistics
from apps.retrieval.query.types import Algorithm, Query, SearchLimits
from tests import factories

Make = Callable[..., Any]
ENDS_WITHOUT_SEARCH = [status for status in Status if status not in (Status.READY, Status.READY_PARTIAL)]


# By similarity alone; those that search by words or in the graph have their own tests.
BY_SIMILARITY = ["chunks-only", "fields", "summaries-and-chunks", "summaries-then-chunks"]


@pytest.fixture(params=BY_SIMILARITY)
def algorithm(request: pytest.FixtureRequest) -> Algorithm:
    return ALGORITHMS[request.param]


def found(algorithm: Algorithm, query: Query, limits: SearchLimits) -> set[str]:
    return {passage.title for passage in algorithm.retrieve(query, limits).passages}


def test_a_passage_as_similar_as_the_threshold_is_found(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    # 0.5 is exact in half precision.
    make("fees", pages=[0.5], summary=0.5)
    assert found(algorithm, query, replace(limits, threshold=0.5)) == {"fees"}
    assert found(algorithm, query, replace(limits, threshold=0.5001)) == set()


@pytest.mark.parametrize("user", [None, AnonymousUser()], ids=["nobody", "anonymous"])
def test_what_the_public_may_not_read_is_not_found(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits, user: Any
) -> None:
    staff = factories.collection("staff", readers=Readers.STAFF)
    make("secret", pages=[0.9], summary=0.9, collection=staff)
    make("public", pages=[0.5], summary=0.5)
    readable = list(Collection.objects.readable_by(user).values_list("pk", flat=True))
    assert found(algorithm, replace(query, collection_ids=readable), limits) == {"public"}


def test_members_of_a_group_find_what_is_theirs(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    group = Group.objects.create(name="Kasse")
    cash = factories.collection("cash", readers=Readers.GROUPS, groups=[group])
    make("ledger", pages=[0.9], summary=0.9, collection=cash)
    member = User.objects.create(username="member")
    member.groups.add(group)
    for user, expected in [(member, {"ledger"}), (User.objects.create(username="other"), set())]:
        readable = list(Collection.objects.readable_by(user).values_list("pk", flat=True))
        assert found(algorithm, replace(query, collection_ids=readable), limits) == expected


def test_a_document_that_moved_is_judged_by_where_it_is_now(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    # The collection stands beside each vector too; should the two ever differ, the stricter one counts.
    moved = make("moved", pages=[0.9], summary=0.9)
    moved.collection = factories.collection("staff", readers=Readers.STAFF)
    moved.save()
    assert found(algorithm, query, limits) == set()


def test_hidden_documents_take_no_place_from_others(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    for number in range(5):
        make(f"failed {number}", pages=[0.9], summary=0.9, status=Status.FAILED)
    make("ready", pages=[0.5], summary=0.5)
    assert found(algorithm, query, replace(limits, chunk_limit=1, summary_limit=1, document_limit=1)) == {"ready"}


@pytest.mark.parametrize("status", ENDS_WITHOUT_SEARCH)
def test_a_document_that_is_not_ready_is_not_found(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits, status: Status
) -> None:
    make("fees", pages=[0.9], summary=0.9, status=status)
    assert found(algorithm, query, limits) == set()


def test_a_document_that_is_ready_in_part_is_found(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    make("fees", pages=[0.9], summary=0.9, status=Status.READY_PARTIAL)
    assert found(algorithm, query, limits) == {"fees"}


def test_only_the_current_revision_is_found(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits, model: Any
) -> None:
    fees = make("fees", pages=[0.9], summary=0.9)
    vectors = {"model": model, "page_vectors": [factories.towards(0.6)], "summary_vector": factories.towards(0.6)}
    factories.add_revision(fees, ["neue Fassung"], summary="neu", **vectors)
    passages = algorithm.retrieve(query, limits).passages
    assert {passage.text for passage in passages} <= {"neue Fassung", "neu"}
    assert passages


def test_vectors_of_another_model_never_meet_in_a_ranking(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    make("fees", pages=[0.9], summary=0.9)
    other = factories.embedding_model("other-vectors")
    assert found(algorithm, replace(query, embedding_model_id=other.pk), limits) == set()


def test_passages_of_a_document_stand_together_best_document_first(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    make("second", pages=[0.7, 0.6], summary=0.6)
    make("first", pages=[0.8, 0.7], summary=0.9)
    passages = algorithm.retrieve(query, limits).passages
    titles = [passage.title for passage in passages]
    assert titles == sorted(titles)
    assert [passage.document_score for passage in passages] == sorted(
        (passage.document_score for passage in passages), reverse=True
    )


def test_the_number_of_documents_is_bounded(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    for number in range(5):
        make(f"document {number}", pages=[0.5 + number / 100], summary=0.5 + number / 100)
    assert found(algorithm, query, replace(limits, document_limit=2)) == {"document 4", "document 3"}


def test_it_takes_one_round_trip(algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits) -> None:
    for number in range(4):
        make(f"document {number}", pages=[0.9, 0.8], summary=0.7)
    query = replace(query, statistics=load_term_statistics())
    with CaptureQueriesContext(connection) as queries:
        assert algorithm.retrieve(query, limits).passages
    assert len(queries) == 1


def test_it_takes_a_second_one_to_explain_that_nothing_was_found(
    algorithm: Algorithm, make: Make, query: Query, limits: SearchLimits
) -> None:
    make("fees", pages=[0.125], summary=0.125)
    query = replace(query, statistics=load_term_statistics())
    with CaptureQueriesContext(connection) as queries:
        steps = algorithm.retrieve(query, limits).steps
    assert len(queries) == 2
    assert steps[-1].detail["reason"] == "below_threshold"
    assert steps[-1].detail["best"] == pytest.approx(0.125)
