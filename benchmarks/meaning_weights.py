"""Fits the weights of the cosines of meaning beside those of the words; called by answer_weights.py."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from benchmarks.kept_vectors import kept_vectors

if TYPE_CHECKING:
    from benchmarks.answer_weights import Example

Vector = NDArray[np.float64]
WEIGHTS = range(0, 201, 10)
NEUTRALS = np.arange(0.78, 0.88, 0.0005)
FOREIGN_REFUSED = 0.95


@dataclass(frozen=True, slots=True)
class Compared:
    """A question's best units: scores by words, cosines of those that are compared, which are right, and the surplus of
    the evidence of words when a unit is the best one."""

    scores: Vector
    cosines: Vector
    right: NDArray[np.bool_]
    surplus: Vector


def fit_meaning(
    own: Sequence[tuple["Example", Vector]],
    foreign: Sequence[tuple["Example", Vector]],
    withheld: Sequence[tuple["Example", Vector]],
    asked: int,
) -> None:
    """Prints WEIGHT of rerank_units_with_embeddings.py, and WEIGHT and NEUTRAL of semantic_similarity_evidence.py.

    `withheld`: questions without the sources that answer them; `asked`: how many foreign questions were asked, those
    without a unit included.
    """
    with kept_vectors():
        known, strange, silent = (
            [compared(example, weights) for example, weights in group] for group in (own, foreign, withheld)
        )
    taught = [one for one in known if one.right.any() and not one.right.all()]
    for weight in WEIGHTS:
        firsts = sum(bool(one.right[best_of(one, weight)]) for one in known)
        print(f"# rerank {weight}: loss {loss(taught, weight):.4f}, first {firsts / len(known):.3f}")
    weight = min(WEIGHTS, key=lambda tried: loss(taught, tried))
    print(f"# rerank_by_meaning: WEIGHT = {weight}")
    known_signs, strange_signs, silent_signs = ([*signs_of_best(group, weight)] for group in (known, strange, silent))
    fit_evidence(known_signs, strange_signs, silent_signs, asked)


def compared(example: "Example", weights: Vector) -> Compared:
    from apps.llm.offline.answers.answerability import answer_evidence, evidence_surplus
    from apps.llm.offline.answers.rerank_units_with_embeddings import CLOSE
    from apps.llm.offline.answers.semantic_similarity_evidence import question_similarities, unit_with_headings
    from apps.llm.offline.ranking.rank_units import MOST_READ, RankedUnit

    scores = example.features @ weights
    best = np.argsort(-scores, kind="stable")[:MOST_READ]
    units = [
        RankedUnit(example.possible[place], float(scores[place]), float(example.features[place, -1])) for place in best
    ]
    close = [one for one in units if units[0].score - one.score < CLOSE]
    texts = [unit_with_headings(example.titles[one.candidate.number], one.candidate.unit) for one in close]
    cosines = question_similarities(example.asked.text, texts, embeds_question=True) or [0.0] * len(close)
    first = [[one, *(other for other in units if other is not one)] for one in close]
    found = [
        evidence_surplus(example.asked.text, answer_evidence(example.asked, each, example.candidates)) for each in first
    ]
    return Compared(
        np.array([one.score for one in close]), np.array(cosines), example.right[best[: len(close)]], np.array(found)
    )


def best_of(one: Compared, weight: float) -> int:
    return int(np.argmax(one.scores + weight * one.cosines))


def loss(taught: Sequence[Compared], weight: float) -> float:
    """The mean of the negative logarithms of what the right units have of the compared ones' exponentials."""
    lost = 0.0
    for one in taught:
        scores = one.scores + weight * one.cosines
        powers = np.exp(scores - scores.max())
        lost -= float(np.log(powers[one.right].sum() / powers.sum()))
    return lost / len(taught)


def signs_of_best(found: Sequence[Compared], weight: float) -> Iterator[tuple[float, float, bool]]:
    """Surplus and cosine of the best unit of each, and whether it or the second best is right."""
    for one in found:
        best, *others = np.argsort(-(one.scores + weight * one.cosines), kind="stable")
        yield float(one.surplus[best]), float(one.cosines[best]), bool(one.right[[best, *others[:1]]].any())


Signs = Sequence[tuple[float, float, bool]]


def fit_evidence(own: Signs, foreign: Signs, withheld: Signs, asked: int) -> None:
    """By Newton's method on the two signs; the bound is where FOREIGN_REFUSED of the foreign ones are refused."""
    every = [*own, *foreign, *withheld]
    signs, answers = np.array([one[:2] for one in every]), np.array([float(one[2]) for one in every])
    middle, deviations = signs.mean(axis=0), signs.std(axis=0)
    scaled = np.column_stack([(signs - middle) / deviations, np.ones(len(signs))])
    found = np.zeros(3)
    for _ in range(30):
        share = 1 / (1 + np.exp(-(scaled @ found)))
        curvature = (scaled * (share * (1 - share))[:, None]).T @ scaled + 1e-3 * np.eye(3)
        found -= np.linalg.solve(curvature, scaled.T @ (share - answers))
    words, cosine = found[:2] / deviations
    fitted = cosine / words
    print(f"# semantic_similarity_evidence: WEIGHT = {fitted:.1f}")
    right, wrong = ([one for one in own if one[2] == is_right] for is_right in (True, False))
    for weight in (0.0, 0.5 * fitted, 0.75 * fitted, fitted):
        neutral = next(at for at in NEUTRALS if answered(foreign, weight, at) <= (1 - FOREIGN_REFUSED) * asked)
        shares = [round(answered(group, weight, neutral) / len(group), 3) for group in (right, wrong, withheld)]
        print(f"# WEIGHT {weight:.1f}, NEUTRAL {neutral:.4f}: answered of right, wrong, withheld ones {shares}")


def answered(rows: Signs, weight: float, neutral: float) -> int:
    """As semantic_evidence decides."""
    from apps.llm.offline.answers.semantic_similarity_evidence import LOWEST_SURPLUS, SURELY_ABOVE, SURELY_BELOW

    count = 0
    for surplus, cosine, _right in rows:
        is_asked = SURELY_BELOW < surplus < SURELY_ABOVE and cosine
        count += surplus + (weight * (cosine - neutral) + max(0.0, LOWEST_SURPLUS - surplus) if is_asked else 0.0) >= 0
    return count
