"""Several judgements of one turn become one by a rule that no order of judges decides."""

from itertools import permutations

import pytest

from apps.evaluation.statistics.judge_scores import vote_value


@pytest.mark.parametrize(
    ("marks", "majority"),
    [([4, 4, 2], 4), ([2, 4, 4, 2], 3), ([1, 5], 3), ([1, 2, 3], 2), ([5, 5, 1, 1, 3], 3), ([3], 3)],
)
def test_the_mark_given_most_often_counts_and_the_mean_of_those_given_equally_often(
    marks: list[float], majority: float
) -> None:
    assert {vote_value(order, "majority") for order in permutations(marks)} == {majority}
    assert vote_value(marks, "mean") == pytest.approx(sum(marks) / len(marks))
