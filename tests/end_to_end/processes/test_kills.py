"""Processes of the running service die at random, then its database: nothing is lost and nothing is there twice."""

from typing import Any

import pytest

from benchmarks import kills


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    return kills.measure(documents=20, kills=4, restarts=1, restart_documents=10, seed=3)


@pytest.mark.parametrize(("part", "documents"), [("kills", 20), ("restarts", 30)])
def test_nothing_is_lost_and_nothing_is_there_twice(figures: dict[str, Any], part: str, documents: int) -> None:
    found = figures[part]
    assert (found["documents"], found["lost"], found["quarantined"], found["steps_open"]) == (documents, 0, 0, 0)
    assert (found["rows_twice"], found["rows_missing"]) == (0, 0)


def test_it_is_back_at_work_soon(figures: dict[str, Any]) -> None:
    assert figures["kills"]["kills"] == 4
    assert figures["kills"]["longest_pause_seconds"] < 70
    assert figures["restarts"]["restarts"] == 1
    assert figures["restarts"]["longest_seconds_to_next_step"] < 15


def test_a_kill_costs_hardly_any_model_call(figures: dict[str, Any]) -> None:
    # One on average of many (benchmarks/kills.py); two of the four may well hit two workers with a call each.
    assert figures["kills"]["calls_repeated_per_kill"] <= 2
    assert figures["kills"]["most_lost_leases"] <= 6
