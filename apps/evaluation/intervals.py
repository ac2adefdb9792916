"""Intervals for shares: how sure a hit rate is."""

import math

Z_95 = 1.959963984540054
"""The normal distribution's 97.5 % point: 2.5 % lie beyond it on each side."""


def wilson(hits: int, questions: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a share.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American
    Statistical Association 22 (1927), 209-212. It stays within 0 and 1 and is right for shares near them, where the
    usual "share plus or minus 1.96 standard errors" is not. Example: 47 of 50 give 0.838 to 0.979.
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
