"""Tests of differences: McNemar, the sign test, Holm's correction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.evaluation.statistics.probability_distributions import fair_coin_p

SIGNIFICANT = 0.05
NOT_DISTINGUISHABLE = "not distinguishable"


def significance_verdict(wins_of_a: int, wins_of_b: int, p: float) -> str:
    """What a test of two says in words: "a better", "b better" or NOT_DISTINGUISHABLE."""
    if p >= SIGNIFICANT:
        return NOT_DISTINGUISHABLE
    return "a better" if wins_of_a > wins_of_b else "b better"


@dataclass(frozen=True, slots=True)
class McNemar:
    """Questions that only the one, and only the other of two answered; `p` is two-sided and exact."""

    only_a: int
    only_b: int
    p: float


def mcnemar_test(a: Sequence[bool], b: Sequence[bool]) -> McNemar:
    """Exact test of two sets of hits on the same questions.

    Q. McNemar, Note on the sampling error of the difference between correlated proportions, Psychometrika 12 (1947),
    153-157, with the binomial distribution in place of chi squared. Example: 9 against 2 give p = 0.0654.
    Raises ValueError when the numbers of questions differ.
    """
    pairs = list(zip(a, b, strict=True))
    only_a = sum(1 for x, y in pairs if x and not y)
    only_b = sum(1 for x, y in pairs if y and not x)
    return McNemar(only_a, only_b, fair_coin_p(only_a, only_a + only_b))


def sign_test(wins: int, losses: int) -> float:
    """Two-sided exact p; ties say nothing about the direction and are left out. 11 against 5 give 0.2101."""
    return fair_coin_p(wins, wins + losses)


def holm_correction(p_values: Mapping[str, float]) -> dict[str, float]:
    """P values corrected for being several.

    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979),
    65-70: the smallest times the number of tests, the next one times one less, never below one before it.
    Example: 0.01, 0.04, 0.03 become 0.03, 0.06, 0.06.
    """
    corrected: dict[str, float] = {}
    least = 0.0
    for place, name in enumerate(sorted(p_values, key=lambda name: p_values[name])):
        least = max(least, min(1.0, p_values[name] * (len(p_values) - place)))
        corrected[name] = least
    return {name: corrected[name] for name in p_values}
