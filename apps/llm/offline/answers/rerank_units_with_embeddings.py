"""Reranks the best units by meaning, where their words leave open which of them answers.

"Was fressen Rochen?" shares more words with "Rochen sind platte Fische." than with what they live on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from apps.llm.offline.answers.semantic_similarity_evidence import question_similarities, unit_with_headings
from apps.llm.offline.ranking.rank_units import RankedUnit, score_sort_key

WEIGHT = 70.0
"""Of a cosine beside the score of the words. Fitted by benchmarks/answer_weights.py --meaning; from 60 to 180 equally
many of the first ones are right."""
CLOSE = 3.0
"""Difference to the best score from which on a unit is compared no more: each that is compared is a call of the
model."""


def rerank_by_meaning(
    question: str, found: Sequence[RankedUnit], titles: Mapping[int, str], *, embeds_question: bool = False
) -> list[RankedUnit]:
    """The units in their new order, the best with the score that the best one had; `titles` by number of the source.

    The same order where nobody can tell. Waits for the process of the model, some 50 ms for each unit that is compared,
    mostly two to five; call it in a thread. Raises nothing.
    """
    close = [one for one in found if found[0].score - one.score < CLOSE]
    if len(close) < 2:
        return list(found)
    texts = [unit_with_headings(titles[one.candidate.number], one.candidate.unit) for one in close]
    cosines = question_similarities(question, texts, embeds_question=embeds_question)
    if not cosines:
        return list(found)
    scores = [one.score + WEIGHT * cosine for one, cosine in zip(close, cosines, strict=True)]
    down = max(scores) - found[0].score
    moved = [replace(one, score=score - down) for one, score in zip(close, scores, strict=True)]
    return sorted([*moved, *found[len(close) :]], key=lambda one: score_sort_key((one.score, one.candidate)))
