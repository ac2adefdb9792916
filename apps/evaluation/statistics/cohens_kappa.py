"""Cohen's kappa: how far two judges agree beyond chance."""

from collections import Counter
from collections.abc import Sequence

CALIBRATED = 0.6
"""From here on agreement is called substantial (J. R. Landis, G. G. Koch, Biometrics 33 (1977), 159-174)."""
FEWEST_CASES = 50
"""Fewer things that both have marked say nothing either way."""
FEWEST_PEOPLE = 2
"""One person alone would be the yardstick of everybody."""


def kappa(first: Sequence[int], second: Sequence[int], *, weights: str = "") -> float | None:
    """Cohen's kappa of two lists of marks on the same things; None when it is not defined.

    J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20 (1960), 37-46;
    with weights="linear" or "quadratic" as in J. Cohen, Psychological Bulletin 70 (1968), 213-220: 4 for 5 is then less
    of a disagreement than 1 for 5. Without any mark, and when both gave the same mark to everything, there is no
    chance to compare with. Raises ValueError when the numbers of marks differ or the weights are unknown.
    Example: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no give 0.4.
    """
    if weights not in ("", "linear", "quadratic"):
        raise ValueError(f"Weights are '{weights}', use 'linear', 'quadratic' or none.")
    pairs = Counter(zip(first, second, strict=True))
    total = pairs.total()
    rows, columns = Counter(first), Counter(second)
    observed = sum(disagreement_weight(a, b, weights) * number for (a, b), number in pairs.items())
    by_chance = sum(disagreement_weight(a, b, weights) * rows[a] * columns[b] for a in rows for b in columns)
    if not total or not by_chance:
        return None
    return 1.0 - observed * total / by_chance


def disagreement_weight(a: int, b: int, weights: str) -> float:
    if not weights:
        return float(a != b)
    return float(abs(a - b) if weights == "linear" else (a - b) ** 2)
