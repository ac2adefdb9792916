"""Ranks candidate units by their learned scores.

A score is the sum of a candidate's features, each by its weight of weights.tsv. The weights are those of a conditional
logistic regression: with them, the right units have the largest share of the exponentials of a question's scores.
`benchmarks/answer_weights.py` fits and prints them, and says on which questions.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from pathlib import Path

from apps.llm.offline.ranking.analyse_question import QuestionTerms
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.unit_features import FEATURES, units_with_features

LETTERS = "letters"
"""The feature that is found out of the best candidates only: it takes 50 µs of each."""
MOST_READ = 8


def read_weights(path: Path) -> dict[str, float]:
    """Name and weight of each feature."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: float(weight) for name, weight in (line.split("\t") for line in lines if line[:1] != "#")}


WEIGHTS = read_weights(Path(__file__).parent / "weights.tsv")
WEIGHTS_OF_FEATURES = [WEIGHTS[name] for name in FEATURES]


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """`letters`: the cosine of the unit with the question by pieces of words."""

    candidate: CandidateUnit
    score: float
    letters: float


def rank_units(asked: QuestionTerms, candidates: Sequence[CandidateUnit]) -> list[RankedUnit]:
    """The best MOST_READ of the candidates that say what is asked, the best first; none where none does."""
    pairs = [
        (sum(map(mul, WEIGHTS_OF_FEATURES, features)), one) for one, features in units_with_features(asked, candidates)
    ]
    scored = sorted(pairs, key=score_sort_key)[:MOST_READ]
    likenesses = letter_similarities(asked.text, [candidate.unit.shown for _, candidate in scored])
    weight = WEIGHTS[LETTERS]
    found = [
        RankedUnit(candidate, score + weight * letters, letters)
        for (score, candidate), letters in zip(scored, likenesses, strict=True)
    ]
    return sorted(found, key=lambda one: score_sort_key((one.score, one.candidate)))


def score_sort_key(pair: tuple[float, CandidateUnit]) -> tuple[float, int, int]:
    score, candidate = pair
    return (-score, candidate.number, candidate.position)


def letter_similarities(question: str, texts: Sequence[str]) -> list[float]:
    """The cosine of the question with each text, by pieces of words."""
    from apps.text.ngram_vectors import ngram_vectors

    asked, *found = ngram_vectors([question, *texts])
    return [float(asked @ one) for one in found]


def combined_score(found: Sequence[RankedUnit]) -> float:
    """How much speaks for the best units together: the logarithm of the sum of their exponentials."""
    highest = found[0].score
    return highest + math.log(sum(math.exp(one.score - highest) for one in found))
