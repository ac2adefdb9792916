"""All retrieval algorithms there are, by name. A new one is a file beside this one and a line in ALGORITHMS.

May import from this app: graph, hybrid, keywords, query, vectors.
"""

from django.conf import settings
from django.utils import translation

from apps.retrieval.algorithms import (
    document_score_from_chunks,
    graph_drift,
    graph_global,
    graph_local,
    hybrid,
    keyword,
    map_reduce,
    nearest_chunks_baseline,
    per_field_search,
    summaries_and_chunks,
    summaries_then_chunks,
)
from apps.retrieval.query.types import Algorithm

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.slug: algorithm
    for algorithm in (
        document_score_from_chunks.ALGORITHM,
        summaries_then_chunks.ALGORITHM,
        summaries_and_chunks.ALGORITHM,
        keyword.ALGORITHM,
        hybrid.ALGORITHM,
        per_field_search.ALGORITHM,
        graph_local.ALGORITHM,
        graph_global.ALGORITHM,
        graph_drift.ALGORITHM,
        map_reduce.ALGORITHM,
        nearest_chunks_baseline.ALGORITHM,
    )
}


SEARCHING_ALGORITHMS: dict[str, Algorithm] = {
    slug: each for slug, each in ALGORITHMS.items() if not each.reads_everything
}
"""Those that do not read every document for each question: what is measured where none is named."""


class UnknownAlgorithm(ValueError):  # noqa: N818 - it is an answer to the person who typed the name
    """Names what was typed and the names that would be right. The message is English, for commands and logs."""

    def __init__(self, name: str, known: str) -> None:
        super().__init__(f"Unknown algorithm '{name}'. Known: {known}.")
        self.name, self.known = name, known


def get_algorithm(name: str) -> Algorithm:
    """The algorithm of that slug or alias. Raises UnknownAlgorithm: no other algorithm ever stands in silently."""
    for algorithm in ALGORITHMS.values():
        if name == algorithm.slug or name in algorithm.aliases:
            return algorithm
    raise UnknownAlgorithm(name, ", ".join(sorted(ALGORITHMS)))


def shipped_profile_name(slug: str) -> str:
    """What the profile of an algorithm is called in its row: commands run without a language, and the name stays."""
    with translation.override(settings.LANGUAGE_CODE):
        return str(ALGORITHMS[slug].label)


def display_profile_name(name: str, algorithm: str) -> str:
    """A shipped name in the reader's language; one that somebody gave stays as it is."""
    known = algorithm in ALGORITHMS and name == shipped_profile_name(algorithm)
    return str(ALGORITHMS[algorithm].label) if known else name
