"""Classifies by a text's embedding which crisis it speaks of: a multinomial logistic regression."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

WEIGHTS = Path(__file__).parent / "embedding_weights.tsv"
"""A line for each kind: its name, the intercept and the weight of each dimension."""
OF_LETTERS = 0.25
"""What suspicion by letters counts beside the odds by meaning."""
CERTAIN_ODDS = 3.0
"""Of both together, the logarithm. A card takes the place of the answer from here on, and only where the letters by
themselves are suspicious, too: it hides an answer from whoever is in no need."""
POSSIBLE_ODDS = -0.5
"""Below it nothing is offered. benchmarks/crisis_weights.py prints what lies above both, benchmarks/fixed_answers.py
what they miss and alarm."""


def crisis_scores(vector: Sequence[float]) -> Mapping[str, float]:
    """Returns by kind of crisis the logarithm of its odds against none."""
    return {
        kind: intercept + sum(map(float.__mul__, weights, vector))
        for kind, (intercept, weights) in embedding_weights().items()
    }


def crisis_odds(scores: Iterable[float], suspicion: float) -> float:
    """The logarithm of the odds that it is any of them, with what the letters say."""
    each = list(scores)
    highest = max(each)
    return highest + math.log(sum(math.exp(score - highest) for score in each)) + OF_LETTERS * suspicion


@cache
def embedding_weights() -> Mapping[str, tuple[float, Sequence[float]]]:
    """Reads the file beside this one once."""
    lines = [line.split("\t") for line in WEIGHTS.read_text(encoding="utf-8").splitlines()]
    return {kind: (float(intercept), tuple(map(float, weights))) for kind, intercept, *weights in lines}
