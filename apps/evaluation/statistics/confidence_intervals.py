"""Confidence intervals of shares and means: how sure a figure is."""

import math
from collections.abc import Sequence

from apps.evaluation.statistics.probability_distributions import t_quantile

Z_95 = 1.959963984540054
"""The normal distribution's 97.5 % point: 2.5 % lie beyond it on each side."""

ROUNDING = 1e-9
"""Values that differ by less, as a part of their range, are equal: means of the same marks differ by rounding."""


def wilson_interval(hits: float, questions: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a share.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American
    Statistical Association 22 (1927), 209-212. It stays within 0 and 1 and is right for shares near them, where the
    usual "share plus or minus 1.96 standard errors" is not. Example: 47 of 50 give 0.838 to 0.979.
    `hits` may hold halves, as when a tie is half a win: 11 wins and 4 ties of 20 are 13, and give 0.433 to 0.819.
    Without questions nothing is known: 0 to 1. Raises ValueError when there are more hits than questions.
    """
    if not 0 <= hits <= questions:
        raise ValueError(f"{hits} hits of {questions} questions: hits are between 0 and the number of questions.")
    if questions == 0:
        return 0.0, 1.0
    share = hits / questions
    denominator = 1 + z * z / questions
    centre = (share + z * z / (2 * questions)) / denominator
    half = z / denominator * math.sqrt(share * (1 - share) / questions + z * z / (4 * questions * questions))
    # At the ends the two terms are equal and may differ by rounding.
    low = 0.0 if hits == 0 else centre - half
    high = 1.0 if hits == questions else centre + half
    return low, high


def mean_interval(values: Sequence[float], *, low: float = 0.0, high: float = 1.0) -> tuple[float, float]:
    """Student's 95 % interval of a mean of values between `low` and `high`, cut at these ends.

    One value, or none, says nothing about how much values differ: the whole range. "Student", The probable error of
    a mean, Biometrika 6 (1908), 1-25. Example: 0.6, 0.8, 1.0 give 0.303 to 1.

    Several equal values say little about it, and Student's interval would have no width: they get Wilson's, as of a
    share. No distribution within bounds varies more about its mean than one with values at the bounds alone (Bhatia
    and Davis, A better bound on the variance, American Mathematical Monthly 107 (2000), 353-357), which is what
    Wilson's interval allows for. Example: 1.0, 1.0, 1.0 give 0.438 to 1.
    """
    number = len(values)
    if number < 2:
        return low, high
    mean = math.fsum(values) / number
    if max(values) - min(values) < ROUNDING * (high - low):
        return equal_values_interval(mean, number, low, high)
    variance = math.fsum((value - mean) ** 2 for value in values) / (number - 1)
    half = t_quantile(0.975, number - 1) * math.sqrt(variance / number)
    return max(low, mean - half), min(high, mean + half)


def equal_values_interval(value: float, number: int, low: float, high: float) -> tuple[float, float]:
    span = high - low
    from_low, from_high = wilson_interval(number * (value - low) / span, number)
    return low + span * from_low, low + span * from_high
