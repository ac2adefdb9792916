"""The PostgreSQL that leads is killed: what was confirmed is there once, and everybody goes on by themselves."""

from typing import Any

import pytest

from benchmarks import failover
from benchmarks.cluster_parts import patroni

ABSENT = ", ".join(patroni.missing())
pytestmark = pytest.mark.skipif(bool(ABSENT), reason=f"not installed: {ABSENT} (Debian: patroni etcd-server haproxy)")


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    return failover.measure(kills=1, documents=20, by_rest=2, by_socket=1, seed=5)


@pytest.mark.parametrize("kind", ["questions", "feedback", "documents"])
def test_nothing_that_was_confirmed_is_lost_or_doubled(figures: dict[str, Any], kind: str) -> None:
    assert figures[f"{kind}_confirmed"] > 0
    assert (figures[f"{kind}_lost"], figures[f"{kind}_doubled"]) == (0, 0)


def test_answers_are_right_and_everybody_gets_one(figures: dict[str, Any]) -> None:
    assert (figures["answers_wrong"], figures["refused_for_good"], figures["documents_not_whole"]) == (0, 0, 0)


def test_web_and_worker_go_on_by_themselves(figures: dict[str, Any]) -> None:
    assert max(figures["longest_to_next"].values()) < 30
