"""Score fusion: the scores of chunks that were found in several ways, as standard scores, added up.

Scores of different kinds do not compare, their distances from the mean in standard deviations do (z-scores). Tried
beside it on the shared sets: see docs/evaluation.md.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from apps.retrieval.query.types import Passage, SearchLimits


def standard_scores(values: Sequence[float]) -> list[float]:
    """Distances from the mean in standard deviations; 0 where all values are equal."""
    if not values:
        return []
    # Not statistics.pstdev: it computes in fractions, which is exact and a hundred times slower.
    mean = math.fsum(values) / len(values)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / deviation if deviation > 1e-9 else 0.0 for value in values]


def fuse_scores(*weighted: tuple[float, Sequence[float]]) -> list[float]:
    """One score between 0 and 1 for each position: the logistic function of the weighted sum of standard scores.

    Takes (weight, values) pairs whose values are of equal length.
    """
    columns = [[weight * value for value in standard_scores(values)] for weight, values in weighted]
    return [1 / (1 + math.exp(-sum(row) / 2)) for row in zip(*columns, strict=True)]


def best_passages(found: Iterable[Passage], limits: SearchLimits) -> list[Passage]:
    """The best documents with their best pages; `score` must be set. A document is as good as its best chunk.

    Each document is taken once, however many of its chunks fit, and gets an even share of the context, one page at
    least.
    """
    documents: dict[int, list[Passage]] = defaultdict(list)
    for passage in sorted(found, key=lambda passage: (-passage.score, passage.chunk_id)):
        documents[passage.document_id].append(passage)
    chosen = list(documents.values())[: limits.document_limit]
    share = max(1, limits.context_tokens // limits.chunk_tokens // max(1, len(chosen)))
    return [replace(passage, document_score=pages[0].score) for pages in chosen for passage in pages[:share]]
