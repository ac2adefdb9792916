from pathlib import Path

import pytest

from benchmarks.goals import GOALS, Goal, read_goals

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("value", "met"), [(59.9, True), (60.0, True), (60.1, False)])
def test_a_goal_at_most(value: float, met: bool) -> None:
    goal = Goal("Seconds", "qa/seconds", "<=", 60)
    assert (goal.asked, goal.is_met(value)) == ("at most 60", met)


@pytest.mark.parametrize(("value", "met"), [(0.98, False), (0.99, True), (1.0, True)])
def test_a_goal_at_least(value: float, met: bool) -> None:
    goal = Goal("Share", "share", ">=", 0.99)
    assert (goal.asked, goal.is_met(value)) == ("at least 0.99", met)


def test_the_figure_is_found_inside_nested_objects() -> None:
    assert Goal("Seconds", "qa/seconds", "<=", 60).reached({"qa": {"seconds": 11}}) == 11.0


@pytest.mark.parametrize("path", ["qa/minutes", "qa/seconds/p95", "qa"])
def test_a_goal_that_is_no_longer_measured_is_an_error(path: str) -> None:
    with pytest.raises(KeyError):
        Goal("Seconds", path, "<=", 1).reached({"qa": {"seconds": 11}})


def test_a_bound_that_is_none_is_named(tmp_path: Path) -> None:
    table = tmp_path / "goals.tsv"
    table.write_text("benchmark\tfigure\tbound\tvalue\twhat\nchat\tp50\t<\t15\tTime\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"The bound of 'p50' is '<', use >= or <=\."):
        read_goals(table)


def test_every_benchmark_with_goals_is_a_program_and_no_goal_stands_twice() -> None:
    for benchmark, goals in GOALS.items():
        assert (ROOT / "benchmarks" / f"{benchmark}.py").is_file()
        assert len({goal.path for goal in goals}) == len(goals)
