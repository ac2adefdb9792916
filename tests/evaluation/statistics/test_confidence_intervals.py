import pytest

from apps.evaluation.statistics.confidence_intervals import wilson_interval


@pytest.mark.parametrize(
    ("hits", "questions", "low", "high"),
    [
        # 0.838 to 0.979 is also what scipy's binomtest says of 47 in 50.
        (47, 50, 0.8378, 0.9794),
        (38, 50, 0.6259, 0.8570),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_it_agrees_with_worked_examples(hits: int, questions: int, low: float, high: float) -> None:
    assert wilson_interval(hits, questions) == pytest.approx((low, high), abs=5e-5)


def test_by_hand() -> None:
    # 5 of 10, z = 2: denominator 1.4, centre (0.5 + 0.2) / 1.4 = 0.5, half = 2 / 1.4 x sqrt(0.025 + 0.01) = 0.26726
    assert wilson_interval(5, 10, z=2.0) == pytest.approx((0.23274, 0.76726), abs=1e-5)


def test_without_questions_nothing_is_known() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_it_stays_within_0_and_1_and_around_the_share() -> None:
    for hits in range(31):
        low, high = wilson_interval(hits, 30)
        assert 0 <= low <= hits / 30 <= high <= 1


def test_more_hits_than_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="3 hits of 2 questions"):
        wilson_interval(3, 2)
