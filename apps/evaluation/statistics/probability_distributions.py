"""Student's t and the binomial distribution, to nine digits and more, without a statistics library."""

import math

TINY = 1e-300
SMALLEST_STEP = 1e-16
MOST_STEPS = 400


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by its continued fraction.

    M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.5.8, evaluated by Lentz's method.
    """
    if not 0.0 <= x <= 1.0:
        raise ValueError(f"x is {x}, use a number from 0 to 1.")
    if x in (0.0, 1.0):
        return x
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * continued_fraction(a, b, x) / a
    # The fraction converges fast only on this side; the other one is its mirror.
    return 1.0 - front * continued_fraction(b, a, 1.0 - x) / b


def continued_fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for numerator in (even, odd):
            d = 1.0 / away_from_zero(1.0 + numerator * d)
            c = away_from_zero(1.0 + numerator / c)
            value *= c * d
        if abs(c * d - 1.0) < SMALLEST_STEP * 10:
            break
    return value


def away_from_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def t_cdf(t: float, freedom: float) -> float:
    """Probability that Student's t with `freedom` degrees is at most `t`."""
    tail = 0.5 * incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))
    return tail if t < 0 else 1.0 - tail


def t_quantile(probability: float, freedom: float) -> float:
    """The t that `probability` of all do not exceed; by halving, since it is asked for a few times a page."""
    if not 0.0 < probability < 1.0:
        raise ValueError(f"The probability is {probability}, use a number between 0 and 1.")
    if probability < 0.5:
        return -t_quantile(1.0 - probability, freedom)
    low, high = 0.0, 1.0
    while t_cdf(high, freedom) < probability:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        low, high = (middle, high) if t_cdf(middle, freedom) < probability else (low, middle)
    return (low + high) / 2.0


def fair_coin_p(heads: int, tosses: int) -> float:
    """Two-sided exact p of a fair coin: how likely a split at least as uneven is. 1 without tosses."""
    if not 0 <= heads <= tosses:
        raise ValueError(f"{heads} of {tosses}: use a number between 0 and all.")
    fewer = min(heads, tosses - heads)
    tail = sum(math.comb(tosses, k) for k in range(fewer + 1))
    return float(min(1.0, 2.0 * (tail / 2**tosses)))
