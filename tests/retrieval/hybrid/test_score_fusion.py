import pytest

from apps.retrieval.hybrid.score_fusion import fuse_scores, standard_scores


def test_standard_scores_have_mean_0_and_deviation_1() -> None:
    assert standard_scores([1.0, 3.0]) == [-1.0, 1.0]


def test_equal_values_say_nothing() -> None:
    assert standard_scores([2.0, 2.0]) == [0.0, 0.0]
    assert standard_scores([]) == []


def test_fused_scores_follow_the_weights() -> None:
    first, second = fuse_scores((2.0, [0.0, 1.0]), (1.0, [1.0, 0.0]))
    assert first < 0.5 < second
    assert first + second == pytest.approx(1)
