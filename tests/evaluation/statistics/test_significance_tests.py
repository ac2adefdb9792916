"""Own formulas beside scipy's, to nine digits."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from apps.evaluation.statistics.cohens_kappa import kappa
from apps.evaluation.statistics.confidence_intervals import mean_interval, wilson_interval
from apps.evaluation.statistics.probability_distributions import fair_coin_p, incomplete_beta, t_cdf, t_quantile
from apps.evaluation.statistics.significance_tests import (
    NOT_DISTINGUISHABLE,
    SIGNIFICANT,
    McNemar,
    holm_correction,
    mcnemar_test,
    sign_test,
    significance_verdict,
)
from tests.unhurried import unhurried

NINE_DIGITS = 1e-9


def close(value: float) -> object:
    return pytest.approx(value, abs=NINE_DIGITS, rel=NINE_DIGITS)


@pytest.mark.parametrize(("hits", "questions"), [(0, 7), (1, 1), (13, 20), (47, 50), (94, 100), (150, 150), (71, 472)])
def test_wilson_is_that_of_scipy(hits: int, questions: int) -> None:
    expected = stats.binomtest(hits, questions).proportion_ci(method="wilson")
    assert wilson_interval(hits, questions) == (close(expected.low), close(expected.high))


@pytest.mark.parametrize("freedom", [1, 2, 3, 7, 29, 149, 2_000])
@pytest.mark.parametrize("probability", [0.6, 0.9, 0.975, 0.999, 0.025])
def test_student_is_that_of_scipy(freedom: int, probability: float) -> None:
    assert t_quantile(probability, freedom) == close(stats.t.ppf(probability, freedom))
    for t in (-3.0, -0.4, 0.0, 1.7, 12.0):
        assert t_cdf(t, freedom) == close(stats.t.cdf(t, freedom))


@pytest.mark.parametrize(
    "values", [[0.6, 0.8, 1.0], [0.7, 0.7, 0.6], [0.2, 0.4, 0.4, 0.9, 0.5, 0.61], [i / 99 for i in range(100)]]
)
def test_the_interval_of_a_mean_is_that_of_scipy(values: list[float]) -> None:
    low, high = mean_interval(values, low=-9.0, high=9.0)
    mean, error = sum(values) / len(values), stats.sem(values)
    expected = stats.t.interval(0.95, len(values) - 1, loc=mean, scale=error)
    assert (low, high) == (close(expected[0]), close(expected[1]))


@pytest.mark.parametrize(("score", "number"), [(1.0, 3), (0.0, 3), (0.7, 5), (0.5, 100)])
def test_equal_scores_are_no_certainty(score: float, number: int) -> None:
    """Wilson's interval of scipy where the scores are hits or misses, and for those between the same form."""
    low, high = mean_interval([score] * number)
    if score in (0.0, 1.0):
        of_scipy = stats.binomtest(int(score * number), number).proportion_ci(method="wilson")
        assert (low, high) == (close(of_scipy.low), close(of_scipy.high))
    assert (low, high) == wilson_interval(score * number, number)
    assert low <= score <= high
    assert high - low > 0.5 / number
    wide = mean_interval([10 * score - 5] * number, low=-5.0, high=5.0)
    assert wide == (close(10 * low - 5), close(10 * high - 5))


def test_scores_that_differ_by_rounding_alone_are_equal() -> None:
    assert mean_interval([0.1 + 0.2, 0.3, 0.3]) == (
        close(wilson_interval(0.9, 3)[0]),
        close(wilson_interval(0.9, 3)[1]),
    )


def test_the_interval_of_a_mean_ends_where_scores_end_and_one_value_says_nothing() -> None:
    assert mean_interval([0.6, 0.8, 1.0]) == (pytest.approx(0.303172, abs=1e-6), 1.0)
    assert mean_interval([0.6]) == (0.0, 1.0)
    assert mean_interval([]) == (0.0, 1.0)


@unhurried
@given(st.floats(0.3, 60), st.floats(0.3, 60), st.floats(0.001, 0.999))
def test_the_incomplete_beta_function_is_that_of_scipy(a: float, b: float, x: float) -> None:
    assert incomplete_beta(a, b, x) == close(float(stats.beta.cdf(x, a, b)))


@pytest.mark.parametrize(("heads", "tosses"), [(0, 0), (0, 1), (5, 10), (9, 11), (11, 16), (3, 150), (700, 1_500)])
def test_the_exact_test_is_that_of_scipy(heads: int, tosses: int) -> None:
    expected = stats.binomtest(heads, tosses).pvalue if tosses else 1.0
    assert fair_coin_p(heads, tosses) == close(expected)
    assert sign_test(heads, tosses - heads) == close(expected)


def test_mcnemar_counts_the_questions_that_differ() -> None:
    a = [True] * 30 + [True] * 9 + [False] * 2 + [False] * 4
    b = [True] * 30 + [False] * 9 + [True] * 2 + [False] * 4
    assert mcnemar_test(a, b) == McNemar(9, 2, close(stats.binomtest(9, 11).pvalue))  # type: ignore[arg-type]
    assert mcnemar_test(a, a) == McNemar(0, 0, 1.0)
    with pytest.raises(ValueError, match="shorter"):
        mcnemar_test(a, b[:-1])


def test_holm_by_hand() -> None:
    # Sorted 0.01, 0.03, 0.04: times 3, times 2, times 1 give 0.03, 0.06, 0.04, and the last may not fall below 0.06.
    assert holm_correction({"a": 0.01, "b": 0.04, "c": 0.03}) == {"a": close(0.03), "b": close(0.06), "c": close(0.06)}
    assert holm_correction({"a": 0.7, "b": 0.9}) == {"a": 1.0, "b": 1.0}
    assert holm_correction({}) == {}


@unhurried
@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_is_the_textbook_definition(values: list[float]) -> None:
    ordered = sorted(values)
    expected = list(itertools.accumulate((min(1.0, p * (len(values) - i)) for i, p in enumerate(ordered)), max))
    assert sorted(holm_correction({str(i): p for i, p in enumerate(values)}).values()) == expected


def test_kappa_by_hand() -> None:
    first = [1] * 25 + [0] * 25
    second = [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    # Observed 0.7; by chance 0.5 x 0.6 + 0.5 x 0.4 = 0.5; (0.7 - 0.5) / (1 - 0.5).
    assert kappa(first, second) == close(0.4)
    assert kappa(first, first) == 1.0


def test_kappa_with_weights_by_hand() -> None:
    # Distances 0, 1, 4 (quadratic): observed 1, by chance (9 pairs of three marks each) 12 / 9 x 3 / 3 = 4.
    assert kappa([1, 2, 3], [1, 2, 2], weights="linear") == close(1 - 1 * 3 / (0 + 1 + 1 + 1 + 0 + 0 + 2 + 1 + 1))
    assert kappa([1, 2, 3], [1, 2, 3], weights="quadratic") == 1.0
    with pytest.raises(ValueError, match="cubic"):
        kappa([1], [1], weights="cubic")


def test_kappa_is_not_defined_where_everything_got_the_same_mark() -> None:
    assert kappa([], []) is None
    assert kappa([4, 4], [4, 4]) is None


def test_a_verdict_names_the_one_that_won_more_often_and_nobody_from_the_limit_on() -> None:
    assert significance_verdict(9, 1, 0.02) == "a better"
    assert significance_verdict(1, 9, 0.02) == "b better"
    assert significance_verdict(9, 1, SIGNIFICANT) == NOT_DISTINGUISHABLE
