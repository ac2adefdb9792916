"""Reranks the best units by meaning, where their words leave open which of them answers.

"Was fressen Rochen?" shares more words with "Rochen sind platte Fische." than with what they live on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from apps.llm.offline.answers.semantic_similarity_evidence import in_context, similarities
from apps.llm.offline.ranking.rank_units import RankedUnit, by_score

WEIGHT = 50.0
"""Of a cosine beside the score of the words, fitted by benchmarks/answer_weights.py; twice as much does as well."""
CLOSE = 1.5
"""Difference to the best score from which on a unit is compared no more. Comparing all of the best took four times as
many calls of the model and found no more right answers."""
MOST_COMPARED = 5


def rerank_by_meaning(
    question: str, found: Sequence[RankedUnit], titles: Mapping[int, str], *, embeds_question: bool = False
) -> list[RankedUnit]:
    """The units in their new order, the best with the score that the best one had; `titles` by number of the source.

    The same order where nobody can tell. Waits for the process of the model, some 50 ms for each unit that is compared,
    mostly none or two; call it in a thread. Raises nothing.
    """
    close = [one for one in found[:MOST_COMPARED] if found[0].score - one.score < CLOSE]
    if len(close) < 2:
        return list(found)
    texts = [in_context(titles[one.candidate.number], one.candidate.unit) for one in close]
    cosines = similarities(question, texts, embeds_question=embeds_question)
    if not cosines:
        return list(found)
    scores = [one.score + WEIGHT * cosine for one, cosine in zip(close, cosines, strict=True)]
    down = max(scores) - found[0].score
    moved = [replace(one, score=score - down) for one, score in zip(close, scores, strict=True)]
    return sorted([*moved, *found[len(close) :]], key=lambda one: by_score((one.score, one.candidate)))
