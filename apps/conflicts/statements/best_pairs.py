"""Of the statements of two documents, those that surely belong together: each is the other's best partner."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

MANY_SENTENCES = frozenset({"hours"})
"""Kinds that are stated over several sentences, of which each may be compared with the same one."""


def best_pairs(scores: Mapping[tuple[int, int], int], kind: str) -> Iterator[tuple[int, int]]:
    """Of `scores` by the two names. Where two partners are as good as each other, nobody knows which one is meant."""
    of_each: dict[tuple[str, int], list[int]] = defaultdict(list)
    for (one, other), score in scores.items():
        of_each["first", one].append(score)
        of_each["second", other].append(score)
    for (one, other), score in scores.items():
        rivals = (of_each["first", one], of_each["second", other])
        if all(is_best(score, each, kind) for each in rivals):
            yield one, other


def is_best(score: int, rivals: Iterable[int], kind: str) -> bool:
    ranked = sorted(rivals, reverse=True)
    return score == ranked[0] and (kind in MANY_SENTENCES or ranked.count(score) == 1)
