import pytest

from benchmarks.changes import changes, worsening
from benchmarks.goals import Goal

SHARE, SECONDS = Goal("Share", "share", ">=", 0.9), Goal("Seconds", "times/p50", "<=", 2)


def result(share: float, seconds: float) -> dict[str, dict[str, object]]:
    return {"one": {"figures": {"share": share, "times": {"p50": seconds}}}}


@pytest.mark.parametrize(
    ("goal", "before", "now", "worse"),
    [(SHARE, 0.8, 0.4, 0.5), (SHARE, 0.8, 1.0, -0.25), (SECONDS, 2.0, 3.0, 0.5), (SECONDS, 0.0, 3.0, 3.0)],
)
def test_worse_is_what_moved_away_from_its_bound(goal: Goal, before: float, now: float, worse: float) -> None:
    assert worsening(goal, before, now) == pytest.approx(worse)


def test_what_both_have_is_compared_in_the_order_of_the_goals() -> None:
    found = list(changes(result(0.95, 1.0), result(0.91, 3.0), {"one": [SHARE, SECONDS]}))
    assert [(each.what, each.is_met) for each in found] == [("Share", True), ("Seconds", False)]
    assert found[1].worse == pytest.approx(2.0)


def test_what_one_of_them_lacks_is_left_out() -> None:
    older = {"one": {"figures": {"share": 0.5}}}
    assert [each.what for each in changes(older, result(0.9, 1.0), {"one": [SHARE, SECONDS]})] == ["Share"]
    assert list(changes(older, {}, {"one": [SHARE]})) == []
